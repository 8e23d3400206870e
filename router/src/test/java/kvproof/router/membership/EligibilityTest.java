package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.AffinityTarget;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.membership.RankRefusal.ConstraintsUnsatisfied;
import kvproof.router.membership.RankRefusal.DpRankUnavailable;
import kvproof.router.membership.RankRefusal.NotAllowed;
import kvproof.router.membership.RankRefusal.NotRoutable;
import kvproof.router.membership.RankRefusal.Overloaded;
import kvproof.router.membership.RankRefusal.Unavailable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EligibilityTest {
  private static final WorkerTable TABLE =
      WorkerTable.of(
          List.of(
              SchedulableWorker.of(8),
              SchedulableWorker.of(7, 2, 3),
              new SchedulableWorker(
                  9, 0, 2, OptionalLong.empty(), new TreeSet<>(List.of("gpu=h200", "zone=a")))));
  private static final RequestConstraints ANY = RequestConstraints.none();
  private static final WorkerHealth GOOD = WorkerHealth.good();

  private static WorkerWithDpRank rank(long workerId, int dpRank) {
    return new WorkerWithDpRank(workerId, dpRank);
  }

  private static SortedSet<Long> ids(Long... workerIds) {
    return new TreeSet<>(List.of(workerIds));
  }

  private static WorkerHealth health(@Nullable SortedSet<Long> available, Long... overloaded) {
    return new WorkerHealth(Optional.ofNullable(available), ids(overloaded));
  }

  private static RequestConstraints allowing(Long... workerIds) {
    return ANY.withAllowedWorkers(ids(workerIds));
  }

  private static RequestConstraints requiring(String... taints) {
    return ANY.withRequiredTaints(new TreeSet<>(List.of(taints)));
  }

  @Nested
  class Refusal {
    private @Nullable RankRefusal refusal(
        WorkerWithDpRank rank, RequestConstraints constraints, WorkerHealth health) {
      return Eligibility.refusal(rank, constraints, null, TABLE, health, true);
    }

    @Test
    @Tag("I01")
    @Tag("FS-69")
    void rankOutsideItsWorkerNamesTheRange() {
      assertThat(refusal(rank(7, 5), ANY, GOOD)).isEqualTo(new DpRankUnavailable(2, 5));
      assertThat(refusal(rank(7, 1), ANY, GOOD)).isEqualTo(new DpRankUnavailable(2, 5));
      assertThat(refusal(rank(7, -1), ANY, GOOD)).isEqualTo(new DpRankUnavailable(2, 5));
      assertThat(refusal(rank(7, 2), ANY, GOOD)).isNull();
      assertThat(refusal(rank(7, 4), ANY, GOOD)).isNull();
    }

    @Test
    @Tag("I02")
    void notAllowedGoesBeforeOverloaded() {
      assertThat(refusal(rank(7, 2), allowing(8L), health(null, 7L))).isEqualTo(new NotAllowed());
    }

    @Test
    @Tag("I03")
    void notRoutableGoesBeforeOverloaded() {
      assertThat(refusal(rank(7, 2), ANY, health(ids(8L), 7L))).isEqualTo(new NotRoutable());
    }

    @Test
    void everyCheckGoesBeforeTheNext() {
      // All of it is wrong with worker 6; then one thing less each time.
      WorkerHealth badHealth = health(ids(8L), 6L, 7L, 8L);
      RequestConstraints bad = requiring("x").withAllowedWorkers(ids(7L, 8L, 9L));

      assertThat(refusal(rank(6, 0), bad, badHealth)).isEqualTo(new NotAllowed());
      assertThat(refusal(rank(6, 0), requiring("x"), badHealth)).isEqualTo(new NotRoutable());
      assertThat(refusal(rank(6, 0), requiring("x"), health(null, 6L)))
          .isEqualTo(new Unavailable());
      assertThat(refusal(rank(7, 9), requiring("x"), health(null, 7L)))
          .isEqualTo(new DpRankUnavailable(2, 5));
      assertThat(refusal(rank(7, 2), requiring("x"), health(null, 7L)))
          .isEqualTo(new ConstraintsUnsatisfied());
      assertThat(refusal(rank(7, 2), ANY, health(null, 7L))).isEqualTo(new Overloaded());
      assertThat(refusal(rank(7, 2), ANY, GOOD)).isNull();
    }

    @Test
    void exclusiveTargetIsNotAllowedBeforeItIsNotRoutable() {
      AffinityTarget target = new AffinityTarget(7, OptionalInt.of(3));

      assertThat(Eligibility.refusal(rank(7, 2), ANY, target, TABLE, health(ids()), true))
          .isEqualTo(new NotAllowed());
      assertThat(Eligibility.refusal(rank(7, 3), ANY, target, TABLE, health(ids()), true))
          .isEqualTo(new NotRoutable());
    }

    @Test
    void everyRequiredTaintMustBeThere() {
      assertThat(refusal(rank(9, 0), requiring("zone=a", "gpu=h200"), GOOD)).isNull();
      assertThat(refusal(rank(9, 0), requiring("zone=a", "zone=b"), GOOD))
          .isEqualTo(new ConstraintsUnsatisfied());
    }

    @Test
    void overloadCountsOnlyWhereItIsConsidered() {
      WorkerHealth overloaded = health(null, 7L);

      assertThat(Eligibility.refusal(rank(7, 2), ANY, null, TABLE, overloaded, false)).isNull();
    }
  }

  @Nested
  class Enumeration {
    private List<WorkerWithDpRank> eligible(RequestConstraints constraints, WorkerHealth health) {
      int[] rows = new int[TABLE.size()];
      int count = Eligibility.eligibleRows(constraints, null, TABLE, health, true, rows);
      return Arrays.stream(rows, 0, count).mapToObj(TABLE::rank).toList();
    }

    @Test
    @Tag("I05")
    void everyRankOfAnAllowedWorker() {
      assertThat(eligible(allowing(7L), GOOD)).containsExactly(rank(7, 2), rank(7, 3), rank(7, 4));
    }

    @Test
    @Tag("I04")
    void emptyAvailabilityIsNobody() {
      assertThat(eligible(ANY, health(ids()))).isEmpty();
      assertThat(eligible(ANY, health(null))).hasSize(6);
    }

    @Test
    void emptyAllowListIsNobody() {
      assertThat(eligible(allowing(), GOOD)).isEmpty();
    }

    @Test
    void namesOutsideTheTableAddNobody() {
      assertThat(eligible(allowing(5L, 8L), health(ids(6L, 8L)))).containsExactly(rank(8, 0));
    }
  }

  @Nested
  class Candidates {
    private List<WorkerWithDpRank> candidates(
        RequestConstraints constraints, boolean isExclusive, WorkerHealth health) {
      int[] rows = new int[TABLE.size()];
      int count = Eligibility.candidateRows(constraints, isExclusive, TABLE, health, rows);
      List<WorkerWithDpRank> ranks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ranks.add(TABLE.rank(rows[i]));
      }
      return ranks;
    }

    private static RequestConstraints near(long workerId) {
      return ANY.withAffinity(new AffinityTarget(workerId, OptionalInt.empty()));
    }

    @Test
    void pinAlone() {
      assertThat(candidates(near(8).withPin(rank(7, 3)), true, GOOD)).containsExactly(rank(7, 3));
      assertThat(candidates(ANY.withPin(rank(7, 5)), true, GOOD)).isEmpty();
      assertThat(candidates(ANY.withPin(rank(7, 3)), true, health(null, 7L))).isEmpty();
      assertThat(candidates(allowing(8L).withPin(rank(7, 3)), true, GOOD)).isEmpty();
    }

    @Test
    void eligibleTargetAloneIfThePolicyIsExclusive() {
      RequestConstraints nearRank = ANY.withAffinity(new AffinityTarget(7, OptionalInt.of(4)));

      assertThat(candidates(near(7), true, GOOD))
          .containsExactly(rank(7, 2), rank(7, 3), rank(7, 4));
      assertThat(candidates(nearRank, true, GOOD)).containsExactly(rank(7, 4));
      assertThat(candidates(near(7), false, GOOD)).hasSize(6);
    }

    @Test
    void targetThatIsNotEligibleIsIgnored() {
      assertThat(candidates(near(7), true, health(null, 7L)))
          .containsExactly(rank(8, 0), rank(9, 0), rank(9, 1));
      assertThat(candidates(near(6), true, GOOD)).hasSize(6);
      assertThat(
              candidates(allowing(8L).withAffinity(near(7).affinity().orElseThrow()), true, GOOD))
          .containsExactly(rank(8, 0));
    }
  }

  @Nested
  class Table {
    @Test
    void rowsAreSortedAsUnsignedNumbers() {
      WorkerTable table =
          WorkerTable.of(
              List.of(
                  SchedulableWorker.of(-1),
                  SchedulableWorker.of(1, 0x7FFF_FFFF, 2),
                  SchedulableWorker.of(Long.MAX_VALUE)));

      assertThat(table.size()).isEqualTo(4);
      assertThat(table.workerCount()).isEqualTo(3);
      assertThat(table.rank(0)).isEqualTo(rank(1, 0x7FFF_FFFF));
      assertThat(table.rank(1)).isEqualTo(rank(1, 0x8000_0000));
      assertThat(table.rank(2)).isEqualTo(rank(Long.MAX_VALUE, 0));
      assertThat(table.rank(3)).isEqualTo(rank(-1, 0));
    }

    @Test
    void rowIsFoundByRank() {
      for (int row = 0; row < TABLE.size(); row++) {
        assertThat(TABLE.rowOf(TABLE.rank(row))).isEqualTo(row);
        assertThat(TABLE.worker(row).workerId()).isEqualTo(TABLE.rank(row).workerId());
      }
      assertThat(TABLE.rowOf(rank(7, 5))).isEqualTo(-1);
      assertThat(TABLE.rowOf(rank(7, 0))).isEqualTo(-1);
      assertThat(TABLE.rowOf(rank(6, 0))).isEqualTo(-1);
      assertThat(TABLE.worker(9L)).isNotNull();
      assertThat(TABLE.worker(10L)).isNull();
      assertThat(WorkerTable.empty().rowOf(rank(7, 2))).isEqualTo(-1);
    }

    @Test
    void workerIsListedOnce() {
      assertThatThrownBy(
              () -> WorkerTable.of(List.of(SchedulableWorker.of(-1), SchedulableWorker.of(-1))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("worker 18446744073709551615 is listed twice");
    }
  }
}
