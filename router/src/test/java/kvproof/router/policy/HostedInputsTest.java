package kvproof.router.policy;

import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.InputSet.LOAD;
import static kvproof.router.policy.InputSet.NONE;
import static kvproof.router.policy.InputSet.OCCUPANCY;
import static kvproof.router.policy.InputSet.PREFERRED_TAINT;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.preferring;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.CostWeights;
import org.junit.jupiter.api.Test;

class HostedInputsTest {
  private static final long[] WORKERS = {-1, 5, 3, 5};

  private final PolicyRun run = new PolicyRun();

  private static WorkerSelectionPolicy leastOccupied(InputSet scorer) {
    return WorkerSelectionPolicy.builder()
        .scorer(Components.scorer(scorer, row -> row.occupancy().orElse(100)))
        .picker(Components.cheapest())
        .build();
  }

  @Test
  void leastOccupiedWorkerByTheHostsCount() {
    HostedInputs hosted =
        HostedInputs.of(WORKERS, id -> id == 3 ? OptionalLong.empty() : OptionalLong.of(id & 7));

    int chosen = run.run(leastOccupied(OCCUPANCY), hosted, context(tokens(0)));

    assertThat(hosted.rank(chosen)).hasToString("5/0");
    assertThat(run.cost()).isEqualTo(5.0);
    assertThat(run.survivors()).as("in order, each once").isEqualTo(3);
    assertThat(hosted.rank(2)).hasToString("18446744073709551615/0");
  }

  @Test
  void countIsAbsentWithoutLookupOrDeclaration() {
    run.run(leastOccupied(OCCUPANCY), HostedInputs.of(WORKERS), context(tokens(0)));
    assertThat(run.cost()).isEqualTo(100.0);

    HostedInputs counted = HostedInputs.of(WORKERS, _ -> OptionalLong.of(1));
    run.run(leastOccupied(NONE), counted, context(tokens(0)));
    assertThat(run.cost()).isEqualTo(100.0);
  }

  @Test
  void pickerReadsTheCountByRow() {
    List<OptionalLong> seen = new ArrayList<>();
    HostedInputs counted = HostedInputs.of(WORKERS, OptionalLong::of);
    for (InputSet declared : new InputSet[] {OCCUPANCY, NONE}) {
      run.run(
          WorkerSelectionPolicy.builder()
              .picker(Components.looking(declared, rows -> seen.add(rows.occupancy(1))))
              .build(),
          counted,
          context(tokens(0)));
    }

    assertThat(seen).containsExactly(OptionalLong.of(5), OptionalLong.empty());
  }

  @Test
  void nothingElseIsThereWhateverIsDeclared() {
    InputSet all = CACHE.plus(LOAD).plus(PREFERRED_TAINT).plus(OCCUPANCY);
    int chosen =
        run.run(
            WorkerSelectionPolicy.builder()
                .filter(
                    Components.filter(
                        all,
                        row ->
                            FilterVerdict.keepIf(
                                row.cache().isEmpty()
                                    && row.load().isEmpty()
                                    && row.preferredTaintMultiplier().isEmpty())))
                .picker(Components.cheapest())
                .build(),
            HostedInputs.of(WORKERS),
            context(preferring(tokens(0), "fast", 1)));

    assertThat(chosen).isZero();
    assertThat(run.survivors()).isEqualTo(3);
  }

  @Test
  void partitionHasNoOccupancy() {
    run.run(leastOccupied(OCCUPANCY), Host.of(Rank.of(1).requests(4)), context(tokens(0)));

    assertThat(run.cost()).isEqualTo(100.0);
  }

  @Test
  void builtInCostSaysThatItHasNoUseForThem() {
    assertThatThrownBy(
            () ->
                run.run(
                    DefaultPolicy.create(CostWeights.defaults(), 0, true, RandomSource.splitMix(1)),
                    HostedInputs.of(WORKERS),
                    context(tokens(0))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cache");
  }
}
