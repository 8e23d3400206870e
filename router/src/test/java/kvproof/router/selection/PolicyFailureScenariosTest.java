package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import kvproof.model.Admission;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import kvproof.model.SelectionError.FilterFailed;
import kvproof.model.SelectionError.InvalidPickerRow;
import kvproof.model.SelectionError.NonFiniteCost;
import kvproof.model.SelectionError.PolicyFailed;
import kvproof.router.policy.BatchView;
import kvproof.router.policy.Contributions;
import kvproof.router.policy.Filter;
import kvproof.router.policy.FilterVerdict;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.Picker;
import kvproof.router.policy.RowView;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.Scorer;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.WorkerSelectionPolicy;
import kvproof.router.queue.VirtualClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a custom policy may do wrong, and that nothing is booked then. */
class PolicyFailureScenariosTest {

  private record Picking(ToIntFunction<ScoredRows> choice) implements Picker {
    @Override
    public InputSet inputs() {
      return InputSet.NONE;
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      return choice.applyAsInt(rows);
    }
  }

  private record Judging(FilterVerdict verdict) implements Filter {
    @Override
    public InputSet inputs() {
      return InputSet.NONE;
    }

    @Override
    public FilterVerdict judge(SelectionContext context, RowView row) {
      return verdict;
    }
  }

  /** Gives every row but the last the cost 1, the last one this; NaN: leaves it out. */
  private record Scoring(double last) implements Scorer {
    @Override
    public InputSet inputs() {
      return InputSet.NONE;
    }

    @Override
    public void score(SelectionContext context, BatchView rows, Contributions contributions) {
      for (int row = 0; row < rows.size() - 1; row++) {
        contributions.set(row, 1);
      }
      if (!Double.isNaN(last)) {
        contributions.set(rows.size() - 1, last);
      }
    }
  }

  private static WorkerSelectionPolicy.Builder first() {
    return WorkerSelectionPolicy.builder().picker(new Picking(rows -> 0));
  }

  private static void assertNothingBooked(WorkerSelectionPolicy policy, SelectionError expected) {
    Scene scene = new Scene();
    scene.policy = terms -> policy;
    scene.start(Scene.busyAtOnce()).workers(1, 2);

    scene.book("a", 2);

    assertThat(scene.error("a")).isEqualTo(expected);
    assertThat(scene.decisions).hasSize(1);
    assertThat(scene.partition.state().ranks().values()).containsOnly(new RankLoad(0, 0, 0));
    assertThat(scene.claims.isLive("a")).isFalse();
  }

  @Test
  @Tag("B10")
  void everyRankIsFiltered() {
    assertNothingBooked(
        first().filter(new Judging(FilterVerdict.reject())).build(),
        new AllEligibleWorkersFiltered());
  }

  @Test
  void aFilterGivesUp() {
    assertNothingBooked(
        first().filter(new Judging(FilterVerdict.failed("no table"))).build(),
        new FilterFailed(0, "no table"));
  }

  @Test
  @Tag("B11")
  void aScorerLeavesARowOutOrGivesInfinity() {
    assertNothingBooked(first().scorer(new Scoring(Double.NaN)).build(), new NonFiniteCost(0, 1));
    assertNothingBooked(
        first().scorer(new Scoring(2)).scorer(new Scoring(Double.POSITIVE_INFINITY)).build(),
        new NonFiniteCost(1, 1));
  }

  @Test
  @Tag("B12")
  void thePickerNamesTheRowBehindTheLast() {
    assertNothingBooked(
        WorkerSelectionPolicy.builder().picker(new Picking(ScoredRows::size)).build(),
        new InvalidPickerRow(2, 2));
  }

  @Test
  @Tag("B13")
  void eachPartitionHasAPolicyOfItsOwn() {
    List<PartitionKey> built = new ArrayList<>();
    var core = new SelectionCore(warning -> {});
    for (String group : List.of("one", "two")) {
      core.open(
          PartitionSettings.of(new PartitionKey("m", group), Scene.settings()),
          terms -> {
            built.add(terms.partition());
            int[] calls = new int[1]; // goes round by its own count
            return WorkerSelectionPolicy.builder()
                .picker(new Picking(rows -> calls[0]++ % rows.size()))
                .build();
          },
          new Scene());
    }

    assertThat(built).containsExactly(new PartitionKey("m", "one"), new PartitionKey("m", "two"));
    Scene one = new Scene();
    Scene two = new Scene();
    one.partition = core.partition(new PartitionKey("m", "one")).orElseThrow();
    two.partition = core.partition(new PartitionKey("m", "two")).orElseThrow();
    one.workers(1, 2, 3);
    two.workers(1, 2, 3);
    one.query("a", 2);
    one.query("b", 2);
    two.query("c", 2);
    assertThat(one.rankOf("a")).isEqualTo(rank(1));
    assertThat(one.rankOf("b")).isEqualTo(rank(2));
    assertThat(two.rankOf("c")).isEqualTo(rank(1));
  }

  /** Reads the cache, so that there is an index; breaks down as soon as somebody is booked. */
  private record Breaking(Scene scene, String where) implements Filter, Scorer, Picker {
    @Override
    public InputSet inputs() {
      return InputSet.CACHE;
    }

    private void breakAt(String component) {
      if (component.equals(where) && scene.load(1).activeRequests() > 0) {
        throw new IllegalStateException("no model");
      }
    }

    @Override
    public FilterVerdict judge(SelectionContext context, RowView row) {
      breakAt("filter");
      return FilterVerdict.keep();
    }

    @Override
    public void score(SelectionContext context, BatchView rows, Contributions contributions) {
      breakAt("scorer");
      for (int row = 0; row < rows.size(); row++) {
        contributions.set(row, row);
      }
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      breakAt("picker");
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"filter", "scorer", "picker"})
  void whatAComponentThrowsFailsItsRequestAndNoOther(String where) {
    List<CountedIndex> indexes = new ArrayList<>();
    Scene scene =
        new Scene() {
          @Override
          public PartitionIndex openIndex(VirtualClock partitionClock) {
            indexes.add(new CountedIndex(super.openIndex(partitionClock)));
            return indexes.getFirst();
          }
        };
    var breaking = new Breaking(scene, where);
    scene.policy =
        terms ->
            WorkerSelectionPolicy.builder()
                .filter(breaking)
                .scorer(breaking)
                .picker(breaking)
                .build();
    scene.start(Scene.busyAtOnce()).workers(1);
    scene.book("active", 2);

    scene.book("parked", 2);
    scene.partition.completePrefill("active");
    scene.book("direct", 2);
    scene.submit(Scene.request("advisory", Admission.ADVISORY, 2));
    assertThat(scene.partition.select(Scene.request("selected", Admission.BOOK, 2))).isNull();
    scene.release("active");
    scene.book("later", 2);

    for (String id : List.of("parked", "direct", "advisory")) {
      assertThat(scene.error(id))
          .isInstanceOfSatisfying(
              PolicyFailed.class,
              failed -> assertThat(failed.reason()).contains("IllegalStateException: no model"));
    }
    assertThat(scene.claims.isLive("parked")).isFalse();
    assertThat(scene.claims.isLive("direct")).isFalse();
    assertThat(scene.isAnswered("later")).isTrue();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
    assertThat(indexes.getFirst().lent).isZero();
  }
}
