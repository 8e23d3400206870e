package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import kvproof.model.FetchFault;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.FetchOutcomeOracle;
import org.junit.jupiter.api.Test;

class FetchPlannerTest {
  private static final long MEBI = 1 << 20;

  private static List<FetchPlan> plans(FetchOptions options) {
    return new FetchPlanner(options).plans();
  }

  private static FetchOptions seeded(long seed, int cases, List<FetchFault> faults) {
    return new FetchOptions(
        cases,
        seed,
        2,
        3,
        OptionalInt.empty(),
        OptionalInt.empty(),
        List.of(),
        faults,
        Duration.ofSeconds(10),
        OptionalInt.empty());
  }

  @Test
  void theSameOptionsGiveTheSameCases() {
    FetchOptions options = seeded(7, 10, FetchFault.all());

    assertThat(plans(options)).isEqualTo(plans(options));
    assertThat(plans(options)).isNotEqualTo(plans(seeded(8, 10, FetchFault.all())));
  }

  @Test
  void suffixFetchesComeFirstThenEveryOtherScenarioThenTheFaults() {
    List<FetchPlan> plans = plans(seeded(1, 4, FetchFault.all()));

    assertThat(plans.subList(0, 4)).allMatch(plan -> plan.scenario() == Scenario.SUFFIX);
    assertThat(plans).extracting(FetchPlan::scenario).contains(Scenario.values());
    assertThat(plans.stream().filter(plan -> plan.scenario() == Scenario.FAULT))
        .extracting(plan -> plan.fault().orElseThrow())
        .isEqualTo(FetchFault.all());
    assertThat(plans).extracting(FetchPlan::number).startsWith(1, 2, 3);
  }

  @Test
  void sizesGoFrom4KiBTo16MiBAndPromptsStaySmall() {
    List<FetchPlan> plans = plans(FetchOptions.defaults());

    assertThat(plans)
        .extracting(plan -> plan.layout().blockBytes())
        .contains(4 << 10, 64 << 10, 1 << 20, 16 << 20);
    assertThat(plans).extracting(plan -> plan.layout().bytesByLabel().size()).contains(1, 2, 3);
    assertThat(plans)
        .allSatisfy(
            plan ->
                assertThat((long) plan.layout().blockBytes() * plan.externalHashes().size())
                    .isLessThanOrEqualTo(64 * MEBI));
  }

  @Test
  void inEveryCaseOneSourceAloneContinuesTheTargetsPrefix() {
    for (long seed = 0; seed < 50; seed++) {
      for (FetchPlan plan : plans(seeded(seed, 5, FetchFault.all()))) {
        var oracle = new FetchOutcomeOracle();
        plan.history().forEach(oracle::take);
        Set<Long> target = oracle.within(plan.target());
        List<WorkerWithDpRank> useful =
            plan.sources().stream()
                .filter(source -> !target.containsAll(oracle.within(source)))
                .toList();

        assertThat(useful).as(plan::title).hasSize(1);
      }
    }
  }

  @Test
  void aStalePrefixIsLostAndTheSourceHasNothingOfIt() {
    for (long seed = 0; seed < 50; seed++) {
      FetchPlan plan =
          plans(seeded(seed, 0, List.of())).stream()
              .filter(each -> each.scenario() == Scenario.STALE_PREFIX)
              .findFirst()
              .orElseThrow();
      var oracle = new FetchOutcomeOracle();
      plan.history().forEach(oracle::take);
      Set<Long> before = oracle.within(plan.target());
      plan.meanwhile().forEach(oracle::take);
      Set<Long> lost = new HashSet<>(before);
      lost.removeAll(oracle.within(plan.target()));

      assertThat(lost).isNotEmpty();
      assertThat(plan.sources())
          .map(oracle::within)
          .filteredOn(held -> !before.containsAll(held))
          .singleElement()
          .satisfies(held -> assertThat(held).doesNotContainAnyElementsOf(lost));
    }
  }

  @Test
  void evictionsLeaveSomething() {
    for (long seed = 0; seed < 50; seed++) {
      for (FetchPlan plan : plans(seeded(seed, 0, List.of()))) {
        if (plan.scenario() == Scenario.EVICTED) {
          var oracle = new FetchOutcomeOracle();
          plan.history().forEach(oracle::take);
          plan.meanwhile().forEach(oracle::take);
          Set<Long> target = oracle.within(plan.target());

          assertThat(plan.meanwhile()).hasOnlyElementsOfType(KvCacheEvent.Removed.class);
          assertThat(plan.sources()).anyMatch(source -> !target.containsAll(oracle.within(source)));
        }
      }
    }
  }

  @Test
  void oneCaseIsTheSameAloneAsInTheRun() {
    FetchOptions all = seeded(3, 6, List.of());
    FetchOptions one =
        new FetchOptions(
            6,
            3,
            2,
            3,
            OptionalInt.empty(),
            OptionalInt.empty(),
            List.of(),
            List.of(),
            Duration.ofSeconds(10),
            OptionalInt.of(9));

    assertThat(plans(one)).containsExactly(plans(all).get(8));
  }

  @Test
  void aCaseThatTheRunDoesNotHaveIsRefused() {
    FetchOptions beyond =
        new FetchOptions(
            0,
            3,
            1,
            2,
            OptionalInt.empty(),
            OptionalInt.empty(),
            List.of(),
            List.of(),
            Duration.ofSeconds(10),
            OptionalInt.of(10));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> plans(beyond))
        .withMessage("no case 10: the run has 9");
  }
}
