package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.W2;
import static kvproof.router.predict.Predictions.at;
import static kvproof.router.predict.Predictions.ttl;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TtlModePropertyTest {
  private static final List<WorkerWithDpRank> RANKS = List.of(W1, new WorkerWithDpRank(1, 1), W2);
  private static final List<Long> TTLS = List.of(0L, 1L, 30L, 100L, 250L, 1_000L);

  /** A decision about one rank, kept until the rank is removed. */
  private record Decision(BlockHashes hashes, long millis) {}

  private final SortedMap<WorkerWithDpRank, List<Decision>> decisions = new TreeMap<>();

  @Property(tries = 500)
  void blockIsHeldExactlyToTheEndOfTheBucketOfItsLastDecision(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    long ttl = random.pick(TTLS);
    long now = 0;
    decisions.clear();
    PredictedRouter index = new PredictedRouter(ttl(ttl));

    for (int step = 0; step < 60; step++) {
      WorkerWithDpRank rank = random.pick(RANKS);
      switch (random.weighted(6, 6, 1)) {
        case 0 -> {
          BlockHashes local = Prompts.draw(random);
          BlockHashes sequence = Prompts.sequence(local);
          index.take(new RequestRouted(rank, local, sequence));
          decisions
              .computeIfAbsent(rank, first -> new ArrayList<>())
              .add(new Decision(sequence, now));
        }
        case 1 -> {
          now += random.below(250);
          index.take(at(now));
        }
        default -> {
          index.take(new RankRemoved(rank));
          decisions.remove(rank);
        }
      }
      for (WorkerWithDpRank each : RANKS) {
        assertThat(index.held(each)).isEqualTo(alive(each, ttl, now));
        assertThat(index.resident(each).isPresent()).isEqualTo(decisions.containsKey(each));
      }
    }
  }

  /** In these prompts a hash has one position, so its last decision says it all. */
  private TreeSet<Long> alive(WorkerWithDpRank rank, long ttl, long now) {
    TreeSet<Long> alive = new TreeSet<>(Long::compareUnsigned);
    List<Decision> made = decisions.getOrDefault(rank, List.of());
    for (Decision decision : made) {
      long origin = made.getFirst().millis();
      long buckets = (decision.millis() + ttl - origin + 99) / 100;
      if (ttl > 0 && now < origin + 100 * buckets) {
        decision.hashes().stream().forEach(alive::add);
      }
    }
    return alive;
  }

  @Property(tries = 500)
  void queueIsSmallAndRunsEmptyWhateverIsRouted(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    TtlPredictor predictor = new TtlPredictor(random.pick(TTLS), new PredictionCounts());
    TreeSet<String> stored = new TreeSet<>();
    TreeSet<String> removed = new TreeSet<>();
    long now = 0;

    for (int step = 0; step < 60; step++) {
      WorkerWithDpRank rank = random.pick(RANKS);
      BlockHashes hashes = anyHashes(random);
      for (KvCacheEvent event : predictor.route(rank, hashes, hashes, now)) {
        note(event, removed);
      }
      if (hashes.stream().distinct().count() == hashes.size()) {
        hashes.stream().forEach(hash -> stored.add(rank + " " + hash));
      }
      now += random.below(120);
      predictor.expire(now).forEach(event -> note(event, removed));
      assertThat(predictor.queued()).isLessThanOrEqualTo(RANKS.size());
      assertThat(predictor.queued() == 0).isEqualTo(predictor.timers() == 0);
    }
    predictor.expire(Long.MAX_VALUE).forEach(event -> note(event, removed));

    assertThat(predictor.timers()).isZero();
    assertThat(removed).isEqualTo(stored);
  }

  private static void note(KvCacheEvent event, TreeSet<String> removed) {
    if (event instanceof Removed gone) {
      assertThat(gone.externalHashes().stream()).isNotEmpty().doesNotHaveDuplicates();
      gone.externalHashes().stream().forEach(hash -> removed.add(gone.owner() + " " + hash));
    }
  }

  @Property(tries = 300)
  void timeInStepsOrAtOnceRemovesTheSameInTheSameOrder(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    long ttl = random.pick(TTLS);
    TtlPredictor inSteps = new TtlPredictor(ttl, new PredictionCounts());
    TtlPredictor atOnce = new TtlPredictor(ttl, new PredictionCounts());
    for (int i = 0; i < 10; i++) {
      WorkerWithDpRank rank = random.pick(RANKS);
      BlockHashes hashes = anyHashes(random);
      // All within the first millisecond, so that nothing is due before the last decision.
      inSteps.route(rank, hashes, hashes, 0);
      atOnce.route(rank, hashes, hashes, 0);
    }

    List<KvCacheEvent> stepwise = new ArrayList<>();
    for (long now = 0; now <= 1_200; now += 50) {
      stepwise.addAll(inSteps.expire(now));
    }

    assertThat(atOnce.expire(1_200)).isEqualTo(stepwise);
    assertThat(stepwise).isSortedAccordingTo(Comparator.comparing(TtlModePropertyTest::rank));
  }

  private static WorkerWithDpRank rank(KvCacheEvent event) {
    return (WorkerWithDpRank) ((Removed) event).owner();
  }

  /** Any of five hashes at any position, now and then one twice. */
  private static BlockHashes anyHashes(SeededRandom random) {
    return BlockHashes.of(
        random
            .shuffled(List.of(1L, 2L, 3L, 4L, random.between(1, 5) * 1L))
            .subList(0, random.below(6)));
  }
}
