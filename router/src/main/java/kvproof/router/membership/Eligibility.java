package kvproof.router.membership;

import java.util.List;
import java.util.SortedSet;
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
import kvproof.router.membership.WorkerTable.Member;
import org.jspecify.annotations.Nullable;

/**
 * Which ranks a request may get: selection 7.3.
 *
 * <p>Allow-list and availability are inclusion sets: absent means everybody, empty means nobody.
 * Overload excludes. The enumerations allocate nothing, whatever the constraints. A pin in the
 * constraints plays no part except in {@link #candidateRows}.
 */
public final class Eligibility {
  private static final NotAllowed NOT_ALLOWED = new NotAllowed();
  private static final NotRoutable NOT_ROUTABLE = new NotRoutable();
  private static final Unavailable UNAVAILABLE = new Unavailable();
  private static final ConstraintsUnsatisfied UNSATISFIED = new ConstraintsUnsatisfied();
  private static final Overloaded OVERLOADED = new Overloaded();

  private Eligibility() {}

  /**
   * The first reason against a rank, null if there is none.
   *
   * @param exclusiveTarget what an exclusive policy is narrowed to; null: nothing
   * @param considersOverload false: whether the worker is overloaded does not matter
   */
  public static @Nullable RankRefusal refusal(
      WorkerWithDpRank rank,
      RequestConstraints constraints,
      @Nullable AffinityTarget exclusiveTarget,
      WorkerTable table,
      WorkerHealth health,
      boolean considersOverload) {
    int number = table.find(rank.workerId());
    Long id = number < 0 ? Long.valueOf(rank.workerId()) : table.member(number).id();
    if (!isAllowed(id, constraints)
        || (exclusiveTarget != null && !exclusiveTarget.includes(rank))) {
      return NOT_ALLOWED;
    }
    if (!isRoutable(id, health)) {
      return NOT_ROUTABLE;
    }
    if (number < 0) {
      return UNAVAILABLE;
    }
    Member member = table.member(number);
    if (!member.worker().hasRank(rank.dpRank())) {
      return outsideRanksOf(member.worker());
    }
    if (!carriesAll(member.taints(), constraints.requiredTaints())) {
      return UNSATISFIED;
    }
    return considersOverload && isOverloaded(id, health) ? OVERLOADED : null;
  }

  private static DpRankUnavailable outsideRanksOf(SchedulableWorker worker) {
    long start = Integer.toUnsignedLong(worker.startRank());
    return new DpRankUnavailable(worker.startRank(), start + worker.rankCount());
  }

  /**
   * The rows of all ranks that {@link #refusal} has nothing against, ascending.
   *
   * @param rows takes them; at least as long as the table
   * @return how many there are
   */
  public static int eligibleRows(
      RequestConstraints constraints,
      @Nullable AffinityTarget exclusiveTarget,
      WorkerTable table,
      WorkerHealth health,
      boolean considersOverload,
      int[] rows) {
    int count = 0;
    for (int number = 0; number < table.workerCount(); number++) {
      Member member = table.member(number);
      if (isOpen(member, constraints, health, considersOverload)) {
        for (int row = member.firstRow(); row < member.firstRow() + member.rankCount(); row++) {
          if (exclusiveTarget == null || exclusiveTarget.includes(table.rank(row))) {
            rows[count++] = row;
          }
        }
      }
    }
    return count;
  }

  /**
   * The rows that a selection goes through: of a pinned request the pin alone, else those of the
   * affinity target if the policy is exclusive and one of them is eligible, else all eligible ones.
   *
   * @param rows takes them; at least as long as the table
   * @return how many there are; 0: nobody is eligible
   */
  public static int candidateRows(
      RequestConstraints constraints,
      boolean isExclusive,
      WorkerTable table,
      WorkerHealth health,
      int[] rows) {
    if (constraints.pin().isPresent()) {
      return pinnedRow(constraints.pin().get(), constraints, table, health, rows);
    }
    if (isExclusive && constraints.affinity().isPresent()) {
      AffinityTarget target = constraints.affinity().get();
      int count = eligibleRows(constraints, target, table, health, true, rows);
      if (count > 0) {
        return count;
      }
    }
    return eligibleRows(constraints, null, table, health, true, rows);
  }

  private static int pinnedRow(
      WorkerWithDpRank pin,
      RequestConstraints constraints,
      WorkerTable table,
      WorkerHealth health,
      int[] rows) {
    if (refusal(pin, constraints, null, table, health, true) != null) {
      return 0;
    }
    rows[0] = table.rowOf(pin);
    return 1;
  }

  /** What all ranks of a worker have in common. */
  private static boolean isOpen(
      Member member,
      RequestConstraints constraints,
      WorkerHealth health,
      boolean considersOverload) {
    Long id = member.id();
    return isAllowed(id, constraints)
        && isRoutable(id, health)
        && carriesAll(member.taints(), constraints.requiredTaints())
        && !(considersOverload && isOverloaded(id, health));
  }

  private static boolean isAllowed(Long id, RequestConstraints constraints) {
    return constraints.allowedWorkers().isEmpty()
        || constraints.allowedWorkers().get().contains(id);
  }

  private static boolean isRoutable(Long id, WorkerHealth health) {
    return health.available().isEmpty() || health.available().get().contains(id);
  }

  private static boolean isOverloaded(Long id, WorkerHealth health) {
    return health.overloaded().contains(id);
  }

  /** Both are sets, so counting what they share says it without walking the required ones. */
  private static boolean carriesAll(List<String> taints, SortedSet<String> required) {
    int left = required.size();
    for (int i = 0; left > 0 && i < taints.size(); i++) {
      if (required.contains(taints.get(i))) {
        left--;
      }
    }
    return left == 0;
  }
}
