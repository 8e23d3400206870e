package kvproof.router.queue;

import java.util.TreeSet;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.membership.Eligibility;
import kvproof.router.overlap.OverlapAccounting;

/**
 * What a request weighs when it comes in (selection 5.3): by the rank that holds most of its prompt
 * among those that are allowed and available, or by its pin. Never worked out again.
 */
final class QueueSnapshot {
  private final Members members;
  private final OverlapAccounting accounting;
  private int[] rows = new int[0];

  QueueSnapshot(Members members, OverlapAccounting accounting) {
    this.members = members;
    this.accounting = accounting;
  }

  QueueCost costOf(PendingRequest pending) {
    RequestConstraints constraints = pending.constraints();
    long cached =
        constraints.pin().isPresent()
            ? cachedOnPin(constraints.pin().get(), pending)
            : mostCached(constraints, pending.lookup());
    QueueCost cost = QueueCost.of(pending.request().promptTokens(), cached);
    return pending.classification().applyTo(cost);
  }

  private long cachedOnPin(WorkerWithDpRank pin, PendingRequest pending) {
    boolean isInvalid =
        Eligibility.refusal(
                pin, pending.constraints(), null, members.table(), members.health(), false)
            != null;
    return isInvalid ? 0 : cachedTokens(members.table().rowOf(pin), pending.lookup());
  }

  /** Taints, overload and affinity do not matter here. */
  private long mostCached(RequestConstraints constraints, RetainedLookup lookup) {
    if (rows.length < members.table().size()) {
      rows = new int[members.table().size()];
    }
    RequestConstraints allowed =
        constraints.requiredTaints().isEmpty()
            ? constraints
            : constraints.withRequiredTaints(new TreeSet<>());
    int count =
        Eligibility.eligibleRows(allowed, null, members.table(), members.health(), false, rows);
    long most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, cachedTokens(rows[i], lookup));
    }
    return most;
  }

  private long cachedTokens(int row, RetainedLookup lookup) {
    return accounting.cachedTokens(
        CandidateInputs.effective(lookup, members.number(row), accounting));
  }
}
