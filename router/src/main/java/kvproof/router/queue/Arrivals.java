package kvproof.router.queue;

import java.util.Optional;
import kvproof.model.QueueClass;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.InvalidClassification;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.ScoredLookup;

/** Takes a request in: refused, admitted at once, or parked (selection 5.2). */
final class Arrivals {
  private final PolicyQueue<PendingRequest> queue;
  private final Members members;
  private final BusyTest busyTest;
  private final QueueSnapshot snapshot;
  private final OverlapIndex index;
  private final VirtualClock clock;

  Arrivals(
      PolicyQueue<PendingRequest> queue,
      Members members,
      BusyTest busyTest,
      QueueSnapshot snapshot,
      OverlapIndex index,
      VirtualClock clock) {
    this.queue = queue;
    this.members = members;
    this.busyTest = busyTest;
    this.snapshot = snapshot;
    this.index = index;
    this.clock = clock;
  }

  /** What is to be done with a request that came in. */
  sealed interface Verdict {
    /** It is in the queue, and something there may go. */
    record Parked() implements Verdict {}

    /** It goes past the queue. */
    record Direct(int classIndex) implements Verdict {}

    record Refused(SelectionError error) implements Verdict {}
  }

  /** Counts the request as received unless it contradicts itself. */
  Verdict take(PendingRequest pending) {
    Optional<SelectionError> contradiction = contradiction(pending);
    if (contradiction.isPresent()) {
      return new Verdict.Refused(contradiction.get());
    }
    pending.replaceLookup(lookUp(pending));
    QueueCost cost = snapshot.costOf(pending);
    int classIndex = queue.classOf(pending.wishes().policyClass(), cost.uncachedTokens());
    queue.countReceived(classIndex);
    if (pending.isDueAt(clock.nowNanos())) {
      queue.countDeadlineRejected(classIndex);
      return new Verdict.Refused(new DeadlineExceeded());
    }
    if (members.table().workerCount() == 0 || passesQueue(classIndex, pending.constraints())) {
      return new Verdict.Direct(classIndex);
    }
    Optional<QueueRejected> rejection = queue.rejection(classIndex, members.table().workerCount());
    if (rejection.isPresent()) {
      return new Verdict.Refused(rejection.get());
    }
    park(pending, classIndex, cost);
    return new Verdict.Parked();
  }

  private RetainedLookup lookUp(PendingRequest pending) {
    return pending.isByLoadOnly()
        ? ScoredLookup.unasked()
        : index.lookUp(pending.request().localHashes(), pending.keepsCandidates());
  }

  private Optional<SelectionError> contradiction(PendingRequest pending) {
    Optional<InvalidClassification> invalid = pending.classification().invalidIn(queue);
    if (invalid.isPresent()) {
      return Optional.of(invalid.get());
    }
    return refusedPin(pending.constraints()).map(pin -> new PinnedWorkerNotAllowed(pin.workerId()));
  }

  /** The pin if the allow-list does not have it. */
  static Optional<WorkerWithDpRank> refusedPin(RequestConstraints constraints) {
    return constraints
        .pin()
        .filter(
            pin ->
                constraints
                    .allowedWorkers()
                    .filter(allowed -> !allowed.contains(pin.workerId()))
                    .isPresent());
  }

  /** A class that never queues lets pass whom it does not have to refuse. */
  private boolean passesQueue(int classIndex, RequestConstraints constraints) {
    QueueClass queueClass = queue.queueClass(classIndex);
    if (!queueClass.neverQueues()) {
      return false;
    }
    return !queueClass.hasBusyThreshold()
        || (!queue.hasBacklog(classIndex) && busyTest.isDispatchable(queueClass, constraints));
  }

  private void park(PendingRequest pending, int classIndex, QueueCost cost) {
    EntryOrder order =
        EntryOrder.of(
            queue.queueClass(classIndex).order(), pending.wishes(), pending.ingressNanos(), cost);
    pending.parkedAs(
        queue.insert(classIndex, order, cost, pending.constraints().pin(), pending),
        clock.nowNanos());
  }
}
