package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.SequenceHashes;
import kvproof.router.ReferenceRouter;
import kvproof.router.predict.Predictor;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Lanes come to the same as one predictor in front of one router. */
class PredictionLanesPropertyTest {
  private static final List<WorkerWithDpRank> RANKS =
      List.of(
          new WorkerWithDpRank(1, 0),
          new WorkerWithDpRank(1, 1),
          new WorkerWithDpRank(2, 0),
          new WorkerWithDpRank(3, 0),
          new WorkerWithDpRank(4, 0));
  private static final int STEPS = 60;

  /** One predictor in front of one router. */
  private static final class Expected {
    final Predictor predictor = new Predictor();
    final ReferenceRouter router = new ReferenceRouter();

    void take(CaseStep step) {
      predictor.take(step).forEach(router::take);
    }
  }

  @Property(tries = 40)
  void oneLaneIsThePredictorInFrontOfTheRouter(@ForAll long seed) {
    compareStepByStep(seed, 1);
  }

  @Property(tries = 40)
  void fourLanesAreThePredictorInFrontOfTheRouter(@ForAll long seed) {
    compareStepByStep(seed, 4);
  }

  private static void compareStepByStep(long seed, int lanes) {
    SeededRandom random = new SeededRandom(seed);
    Expected expected = new Expected();
    try (LanedRouter actual = new LanedRouter(lanes)) {
      actual.lanes().trackResidentBlocks();
      hand(mode(random), expected, actual);
      long now = 0;
      for (int step = 0; step < STEPS; step++) {
        now += random.below(60);
        hand(
            random.chance(30) ? new TimePassed(now) : draw(random.pick(RANKS), step, random),
            expected,
            actual);
        compare(expected, actual);
      }
    }
  }

  private static void hand(CaseStep step, Expected expected, LanedRouter actual) {
    expected.take(step);
    switch (step) {
      case Prediction prediction -> actual.lanes().apply(prediction);
      case IndexStep plain -> actual.take(plain);
      default -> throw new AssertionError(step);
    }
  }

  private static void compare(Expected expected, LanedRouter actual) {
    List<HeldBlock> held = expected.router.heldBlocks();
    assertThat(actual.heldBlocks()).isEqualTo(held);
    for (WorkerWithDpRank rank : RANKS) {
      OptionalLong resident = expected.router.residentBlocks(rank);
      assertThat(actual.residentBlocks(rank)).isEqualTo(resident);
    }
    assertThat(actual.lanes().predictionCounts()).isEqualTo(expected.predictor.counts());
  }

  /** A thread for each rank hands over that rank's steps; what has no order may not matter. */
  @Property(tries = 20)
  void threadsHandOverTheirRanksAtOnce(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    Expected expected = new Expected();
    try (LanedRouter actual = new LanedRouter(3)) {
      actual.lanes().trackResidentBlocks();
      hand(mode(random), expected, actual);
      SortedMap<WorkerWithDpRank, List<CaseStep>> steps = new TreeMap<>();
      for (WorkerWithDpRank rank : RANKS) {
        List<CaseStep> ofRank = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
          ofRank.add(draw(rank, step, random));
        }
        steps.put(rank, ofRank);
      }

      steps.values().forEach(ofRank -> ofRank.forEach(expected::take));
      CompletableFuture.allOf(
              steps.values().stream()
                  .map(ofRank -> Threads.run(() -> ofRank.forEach(step -> enqueue(step, actual))))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
      actual.lanes().flush();
      compare(expected, actual);

      hand(new TimePassed(100_000), expected, actual);
      compare(expected, actual);
    }
  }

  private static void enqueue(CaseStep step, LanedRouter router) {
    boolean taken =
        switch (step) {
          case Prediction prediction -> router.lanes().enqueue(prediction);
          case KvCacheEvent event -> router.lanes().enqueue(event);
          default -> false;
        };
    assertThat(taken).isTrue();
  }

  private static ModeChosen mode(SeededRandom random) {
    return new ModeChosen(random.chance(50) ? Mode.TTL : Mode.LRU, random.pick(List.of(0L, 70L)));
  }

  /** Decisions, lives of requests, and now and then a removal, a clear or an event of an engine. */
  private static CaseStep draw(WorkerWithDpRank rank, int step, SeededRandom random) {
    BlockHashes local = local(random);
    BlockHashes sequence = SequenceHashes.of(local);
    return switch (random.weighted(30, 10, 30, 20, 3, 3, 2, 2)) {
      case 0 -> new RequestRouted(rank, local, sequence);
      case 1 ->
          new CapacityDeclared(
              rank,
              random.between(1, 2),
              random.chance(80) ? OptionalLong.of(random.between(1, 6)) : OptionalLong.empty());
      case 2 ->
          new RequestAdmitted(
              rank, random.between(1, 2), "a" + step, local, sequence, random.below(2));
      case 3 ->
          new RequestFinished(
              rank, random.between(1, 2), "a" + random.between(Math.max(0, step - 6), step));
      case 4 -> new RankReset(rank);
      case 5 -> new RankRemoved(rank);
      case 6 -> Cleared.of(rank);
      default -> LaneEvents.remove(rank, sequence.toArray());
    };
  }

  private static BlockHashes local(SeededRandom random) {
    long[] local = new long[random.between(1, 4)];
    for (int i = 0; i < local.length; i++) {
      local[i] = random.between(1, 2);
    }
    return BlockHashes.of(local);
  }
}
