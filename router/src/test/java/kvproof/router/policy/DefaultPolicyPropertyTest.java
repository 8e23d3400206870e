package kvproof.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The default policy over small worlds, where costs collide. */
class DefaultPolicyPropertyTest {
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  private static double share(SeededRandom random) {
    return SHARES[random.below(SHARES.length)];
  }

  private static CostWeights weights(SeededRandom random) {
    return new CostWeights(
        2 * share(random),
        random.chance(50) ? 0 : share(random),
        2 * share(random),
        share(random),
        share(random),
        share(random),
        share(random));
  }

  /** One to six workers of a rank each; in a third of the worlds no tier knows anything. */
  private static List<Rank> ranks(SeededRandom random) {
    boolean withTiers = random.chance(66);
    boolean withSources = random.chance(50);
    List<Rank> ranks = new ArrayList<>();
    for (int worker = 0; worker < random.between(1, 6); worker++) {
      Rank rank = Rank.of(worker);
      if (withTiers) {
        rank = rank.holding(random.below(4), random.below(3), random.below(4));
      } else {
        rank = rank.effective(random.below(8) / 2.0);
      }
      rank = withSources ? rank.sourceEnd(rank.frontier() + random.below(6)) : rank;
      rank = rank.decode(random.below(3), random.below(3)).requests(random.below(3));
      rank = rank.prefill(8L * random.below(12));
      ranks.add(random.chance(20) ? rank.withoutLoad() : rank);
    }
    return ranks;
  }

  /** Formula, ties and choice, against the formula as it is written down. */
  @Property(tries = 3_000)
  void costsAreThoseOfTheFormulaAndTheLowestIsChosen(@ForAll long seed) {
    checkAgainstFormula(seed);
  }

  static void checkAgainstFormula(long seed) {
    SeededRandom random = new SeededRandom(seed);
    CostWeights weights = weights(random);
    List<Rank> ranks = ranks(random);
    boolean isDecode = random.chance(50);
    boolean isTracked = random.chance(70);
    int isl = random.below(200);
    int sharedEnd = random.below(8);
    Host host =
        new Host(weights, ranks.toArray(Rank[]::new)).sharing(new BlockInterval(0, sharedEnd));
    SelectionContext context =
        isTracked
            ? Requests.context(Requests.tokens(isl))
            : Requests.untracked(Requests.tokens(isl));
    PlainCost plain = new PlainCost(weights, isDecode, isTracked, isl, sharedEnd, ranks);

    SortedMap<WorkerWithDpRank, Double> costs = Costs.of(weights, isDecode, host, context);

    assertThat(costs).hasSameSizeAs(ranks);
    ranks.forEach(
        rank ->
            assertThat(costs.get(rank.rank()))
                .as("%s with %s", rank, weights)
                .isCloseTo(plain.of(rank), within(1e-9)));
    double lowest = costs.values().stream().min(Comparator.naturalOrder()).orElseThrow();
    long chosen = Costs.chosen(weights, isDecode, host, context);
    assertThat(costs.get(new WorkerWithDpRank(chosen, 0))).isEqualTo(lowest);
  }

  /** Half of the worlds are full of ties, and half of the choices are sampled. */
  @Property(tries = 1_000)
  void anyOrderOfTheDataGivesTheSamePickForTheSameSeed(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    List<Rank> ranks =
        random.chance(50) ? ranks(random) : IntStream.range(0, 5).mapToObj(Rank::of).toList();
    double temperature = random.chance(50) ? 0 : 0.7;

    List<Integer> picks = picks(ranks, temperature, seed);

    for (int round = 0; round < 3; round++) {
      List<Rank> shuffled = new ArrayList<>(ranks);
      for (int i = shuffled.size() - 1; i > 0; i--) {
        Collections.swap(shuffled, i, random.below(i + 1));
      }
      assertThat(picks(shuffled, temperature, seed)).isEqualTo(picks);
    }
  }

  private static List<Integer> picks(List<Rank> ranks, double temperature, long seed) {
    WorkerSelectionPolicy policy =
        DefaultPolicy.create(
            CostWeights.defaults(), temperature, true, RandomSource.splitMix(seed));
    PolicyRun run = new PolicyRun();
    SchedulableWorker[] workers =
        ranks.stream()
            .map(rank -> SchedulableWorker.of(rank.rank().workerId()))
            .toArray(SchedulableWorker[]::new);
    Host host =
        Host.of(ranks.toArray(Rank[]::new))
            .narrow(RequestConstraints.none(), true, WorkerHealth.good(), workers);
    return IntStream.range(0, 10)
        .mapToObj(_ -> run.run(policy, host, Requests.context(Requests.tokens(64))))
        .map(host::rank)
        .map(rank -> (int) rank.workerId())
        .toList();
  }

  @Property(tries = 1_000)
  void softmaxSumsTo1AndTheCheaperIsNeverTheLessLikely(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    double scale = Math.pow(10, random.between(-300, 300));
    double[] costs =
        IntStream.range(0, random.between(1, 40))
            .mapToDouble(_ -> (random.below(2_000) - 1_000) * scale / 1_000)
            .toArray();
    double temperature = Math.pow(10, random.between(-3, 3));

    double[] probabilities = DefaultPickerTest.probabilities(temperature, costs);

    assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, within(1e-12));
    for (int left = 0; left < costs.length; left++) {
      assertThat(probabilities[left]).isBetween(0.0, 1.0);
      for (int right = 0; right < costs.length; right++) {
        if (costs[left] < costs[right]) {
          assertThat(probabilities[left]).isGreaterThanOrEqualTo(probabilities[right]);
        }
        if (costs[left] == costs[right]) {
          assertThat(probabilities[left]).isEqualTo(probabilities[right]);
        }
      }
    }
  }
}
