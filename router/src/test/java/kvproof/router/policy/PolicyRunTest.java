package kvproof.router.policy;

import static kvproof.router.policy.Components.cheapest;
import static kvproof.router.policy.Components.filter;
import static kvproof.router.policy.Components.picker;
import static kvproof.router.policy.Components.rejecting;
import static kvproof.router.policy.Components.scorer;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import kvproof.model.SelectionError.FilterFailed;
import kvproof.model.SelectionError.InvalidPickerRow;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.NonFiniteCost;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyRunTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final PolicyRun run = new PolicyRun();

  private static Host workers(int count) {
    Rank[] ranks = new Rank[count];
    for (int worker = 0; worker < count; worker++) {
      ranks[worker] = Rank.of(worker);
    }
    return Host.of(ranks);
  }

  private int run(WorkerSelectionPolicy.Builder policy, Host host) {
    return run.run(policy.build(), host, context(tokens(64)));
  }

  private static WorkerSelectionPolicy.Builder policy() {
    return WorkerSelectionPolicy.builder();
  }

  private static Scorer costs(double... costs) {
    return scorer(InputSet.NONE, row -> costs[(int) row.worker().workerId()]);
  }

  @Test
  void filtersAreAskedInOrderUntilOneRejects() {
    List<String> asked = new ArrayList<>();

    int chosen =
        run(
            policy()
                .filter(noting("first", asked, 0))
                .filter(noting("second", asked, 1))
                .picker(cheapest()),
            workers(3));

    assertThat(asked).containsExactly("first 0", "first 1", "second 1", "first 2", "second 2");
    assertThat(chosen).isEqualTo(2);
    assertThat(run.survivors()).isEqualTo(1);
  }

  private static Filter noting(String name, List<String> asked, long rejected) {
    return filter(
        InputSet.NONE,
        row -> {
          asked.add(name + " " + row.worker().workerId());
          return FilterVerdict.keepIf(row.worker().workerId() != rejected);
        });
  }

  @Test
  void everybodyFilteredIsAnErrorAndNeitherScorerNorPickerIsCalled() {
    AtomicInteger calls = new AtomicInteger();

    int chosen =
        run(
            policy()
                .filter(rejecting(0, 1))
                .scorer(scorer(InputSet.NONE, _ -> calls.incrementAndGet()))
                .picker(picker(InputSet.NONE, _ -> calls.incrementAndGet())),
            workers(2));

    assertThat(chosen).isEqualTo(-1);
    assertThat(run.error()).isEqualTo(new AllEligibleWorkersFiltered());
    assertThat(calls).hasValue(0);
    assertThatThrownBy(run::cost).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void nobodyEligibleIsAnotherError() {
    assertThat(run(policy().filter(rejecting(0)).picker(cheapest()), workers(0))).isEqualTo(-1);
    assertThat(run.error()).isEqualTo(new NoEndpoints());
  }

  @Test
  void filterThatFailsEndsTheSelection() {
    AtomicInteger calls = new AtomicInteger();
    Filter failing =
        filter(
            InputSet.NONE,
            row ->
                row.worker().workerId() == 1
                    ? FilterVerdict.failed("no such tenant")
                    : FilterVerdict.keep());

    int chosen =
        run(
            policy()
                .filter(rejecting(0))
                .filter(failing)
                .picker(picker(InputSet.NONE, _ -> calls.incrementAndGet())),
            workers(3));

    assertThat(chosen).isEqualTo(-1);
    assertThat(run.error()).isEqualTo(new FilterFailed(1, "no such tenant"));
    assertThat(calls).hasValue(0);
  }

  @Test
  void contributionsAddUpAndTheChosenTotalIsTheCost() {
    int chosen =
        run(policy().scorer(costs(5, 1)).scorer(costs(-3, 2)).picker(cheapest()), workers(2));

    assertThat(chosen).isEqualTo(0);
    assertThat(run.cost()).isEqualTo(2.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {NAN, INFINITE, -INFINITE})
  @Tag("B11")
  void costThatIsNotFiniteNamesScorerAndRow(double cost) {
    int chosen =
        run(
            policy().scorer(costs(0, 0, 0)).scorer(costs(0, 0, cost)).picker(cheapest()),
            workers(3));

    assertThat(chosen).isEqualTo(-1);
    assertThat(run.error()).isEqualTo(new NonFiniteCost(1, 2));
  }

  @Test
  @Tag("B11")
  void totalThatIsNotFiniteNamesItsLastScorer() {
    double max = Double.MAX_VALUE;

    run(policy().scorer(costs(0, max)).scorer(costs(0, max)).picker(cheapest()), workers(2));

    assertThat(run.error()).isEqualTo(new NonFiniteCost(1, 1));
  }

  /** The second scorer leaves row 1 as it is, and the first one's number must not stand in. */
  @Test
  @Tag("B11")
  void rowThatAScorerLeavesOutIsDetected() {
    Scorer forgetful =
        new Scorer() {
          @Override
          public InputSet inputs() {
            return InputSet.NONE;
          }

          @Override
          public void score(SelectionContext context, BatchView rows, Contributions contributions) {
            assertThat(contributions.size()).isEqualTo(3);
            contributions.set(0, 1);
            contributions.set(2, 1);
            assertThatThrownBy(() -> contributions.set(3, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
          }
        };

    run(policy().scorer(costs(7, 7, 7, 7, 7)).picker(cheapest()), workers(5));
    run(policy().scorer(costs(7, 7, 7)).scorer(forgetful).picker(cheapest()), workers(3));

    assertThat(run.error()).isEqualTo(new NonFiniteCost(1, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  @Tag("B12")
  void rowThatIsNoneIsAnError(int row) {
    int chosen =
        run(policy().filter(rejecting(0)).picker(picker(InputSet.NONE, _ -> row)), workers(3));

    assertThat(chosen).isEqualTo(-1);
    assertThat(run.error()).isEqualTo(new InvalidPickerRow(row, 2));
  }

  @Test
  @Tag("B21")
  void withoutScorersEveryCostIs0AndThePickerDecides() {
    List<Double> costs = new ArrayList<>();

    int chosen =
        run(
            policy()
                .picker(
                    picker(
                        InputSet.NONE,
                        rows -> {
                          for (int row = 0; row < rows.size(); row++) {
                            costs.add(rows.cost(row));
                          }
                          return 1;
                        })),
            workers(3));

    assertThat(chosen).isEqualTo(1);
    assertThat(costs).containsExactly(0.0, 0.0, 0.0);
    assertThat(run.cost()).isZero();
    assertThatThrownBy(run::error).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void costsOfTheSelectionBeforeAreForgotten() {
    run(policy().scorer(costs(5, 6, 7)).picker(cheapest()), workers(3));
    run(policy().picker(cheapest()), workers(3));
    assertThat(run.cost()).isZero();

    run(policy().filter(rejecting(0, 1, 2)).picker(cheapest()), workers(3));
    assertThat(run.survivors()).isZero();

    run(policy().scorer(costs(5)).picker(cheapest()), workers(1));
    assertThat(run.cost()).isEqualTo(5.0);
    assertThat(run.survivors()).isEqualTo(1);
  }

  /** The host's order, which a table of workers gives; ids are unsigned. */
  @Test
  void rowsAreInTheOrderOfRanks() {
    List<String> seen = new ArrayList<>();
    Host host =
        Host.of(Rank.of(-1), Rank.of(3, 1), Rank.of(3, 0), Rank.of(12))
            .narrow(
                RequestConstraints.none(),
                true,
                WorkerHealth.good(),
                SchedulableWorker.of(-1),
                SchedulableWorker.of(12),
                SchedulableWorker.of(3, 0, 2));

    run(
        policy()
            .picker(
                Components.looking(
                    InputSet.NONE,
                    rows -> {
                      for (int row = 0; row < rows.size(); row++) {
                        seen.add(rows.worker(row).toString());
                      }
                    })),
        host);

    assertThat(seen).containsExactly("3/0", "3/1", "12/0", "18446744073709551615/0");
  }

  @Test
  void policyNeedsAPicker() {
    assertThatThrownBy(() -> policy().scorer(costs()).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("picker");
  }
}
