package kvproof.oracles.scheduling;

import java.util.List;
import kvproof.model.QueueClass;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerWithDpRank;

/**
 * Which ranks are busy for a class, and whether a request may be dispatched: selection 5.8.
 *
 * <p>Catches "at least" in place of "more than", overload or affinity taken into account, and a
 * request without any eligible rank that waits for its error.
 */
record Busy(Fleet fleet, Bookings bookings, long now) {

  private static final long UNDECLARED_BATCH = 10_000_000;

  static boolean hasThreshold(QueueClass queueClass) {
    return queueClass.busyTokens().isPresent() || queueClass.busyFraction().isPresent();
  }

  boolean isDispatchable(QueueClass queueClass, RequestConstraints constraints) {
    if (!hasThreshold(queueClass)) {
      return true;
    }
    if (constraints.pin().isPresent()) {
      WorkerWithDpRank pin = constraints.pin().get();
      return !fleet.mayRun(pin, constraints) || !isBusy(queueClass, pin);
    }
    List<WorkerWithDpRank> mayRun = fleet.mayRun(constraints);
    return mayRun.isEmpty() || !mayRun.stream().allMatch(rank -> isBusy(queueClass, rank));
  }

  private boolean isBusy(QueueClass queueClass, WorkerWithDpRank rank) {
    long active = bookings.activeTokens(rank, now);
    long batch = fleet.worker(rank).maxBatchedTokens().orElse(UNDECLARED_BATCH);
    boolean overTokens =
        queueClass.busyTokens().isPresent() && active > queueClass.busyTokens().getAsLong();
    boolean overShare =
        queueClass.busyFraction().isPresent()
            && (double) active > queueClass.busyFraction().getAsDouble() * batch;
    return overTokens || overShare;
  }
}
