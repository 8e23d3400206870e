package kvproof.router.queue;

import kvproof.model.QueueClass;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.ActiveSequences;
import kvproof.router.membership.Eligibility;

/**
 * Whether some rank has room for a request (selection 5.8). Reads the loads as they are when asked.
 *
 * <p>A request that nobody may run is dispatchable, so that its error comes out.
 */
final class BusyTest implements DispatchTest<PendingRequest> {
  /** What a worker is taken to batch that does not say. */
  private static final long UNDECLARED_BATCH_TOKENS = 10_000_000;

  private final Members members;
  private final ActiveSequences sequences;
  private final VirtualClock clock;
  private int[] rows = new int[0];

  BusyTest(Members members, ActiveSequences sequences, VirtualClock clock) {
    this.members = members;
    this.sequences = sequences;
    this.clock = clock;
  }

  @Override
  public boolean isDispatchable(QueueClass queueClass, QueueEntry<PendingRequest> entry) {
    return isDispatchable(queueClass, entry.item().constraints());
  }

  boolean isDispatchable(QueueClass queueClass, RequestConstraints constraints) {
    if (!queueClass.hasBusyThreshold()) {
      return true;
    }
    return constraints.pin().isPresent()
        ? isPinDispatchable(queueClass, constraints.pin().get(), constraints)
        : isAnyDispatchable(queueClass, constraints);
  }

  private boolean isPinDispatchable(
      QueueClass queueClass, WorkerWithDpRank pin, RequestConstraints constraints) {
    boolean isInvalid =
        Eligibility.refusal(pin, constraints, null, members.table(), members.health(), false)
            != null;
    return isInvalid || !isBusy(queueClass, members.table().rowOf(pin));
  }

  private boolean isAnyDispatchable(QueueClass queueClass, RequestConstraints constraints) {
    if (rows.length < members.table().size()) {
      rows = new int[members.table().size()];
    }
    int count =
        Eligibility.eligibleRows(constraints, null, members.table(), members.health(), false, rows);
    for (int i = 0; i < count; i++) {
      if (!isBusy(queueClass, rows[i])) {
        return true;
      }
    }
    return count == 0;
  }

  private boolean isBusy(QueueClass queueClass, int row) {
    int slot = members.slot(row);
    long active = slot < 0 ? 0 : sequences.activePrefillTokens(slot, clock.nowNanos());
    if (queueClass.busyTokens().isPresent() && active > queueClass.busyTokens().getAsLong()) {
      return true;
    }
    return queueClass.busyFraction().isPresent()
        && active > queueClass.busyFraction().getAsDouble() * batchTokens(row);
  }

  private long batchTokens(int row) {
    return members.table().worker(row).maxBatchedTokens().orElse(UNDECLARED_BATCH_TOKENS);
  }
}
