package kvproof.oracles.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.QueueClass;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * Who waits and whose turn it is: arrival, drain, deadlines (selection 5.2, 5.3, 5.9).
 *
 * <p>Catches a request that waits though it need not, or does not though it must; a limit or a
 * deadline misread; a wait that changes what was fixed at its start. Blind to how a request that
 * got its turn is decided.
 */
final class WaitingLine {
  private final SchedulerSettings settings;
  private final Circumstances around;
  private final IndexNow index;
  private final Bookings bookings;
  private final Deciding deciding;
  private final ParkedRequests parked;

  WaitingLine(
      SchedulerSettings settings,
      Circumstances around,
      IndexNow index,
      Bookings bookings,
      Deciding deciding) {
    this.settings = settings;
    this.around = around;
    this.index = index;
    this.bookings = bookings;
    this.deciding = deciding;
    this.parked = new ParkedRequests(settings.queue());
  }

  void arrive(Selection selection, PromptLookup lookup) {
    SelectionRequest request = selection.request();
    Optional<WorkerWithDpRank> pin = request.constraints().pin();
    if (pin.isPresent() && !Fleet.isAllowed(pin.get().workerId(), request.constraints())) {
      deciding.refuse(selection, new PinnedWorkerNotAllowed(pin.get().workerId()));
      return;
    }
    ParkedRequest arrived = arrived(selection, lookup);
    ParkedClass itsClass = parked.classOf(arrived);
    itsClass.countReceived();
    if (arrived.deadline() <= around.now) {
      refuseForDeadline(arrived);
    } else if (goesPast(arrived, itsClass)) {
      deciding.choose(selection, lookup);
      drain();
    } else {
      park(arrived, itsClass);
    }
  }

  /** Steps 4 and 5 of an arrival. */
  private boolean goesPast(ParkedRequest arrived, ParkedClass itsClass) {
    QueueClass queueClass = arrived.queueClass();
    if (around.fleet.workerCount() == 0) {
      return true;
    }
    return Limits.letNobodyWait(queueClass)
        && (!Busy.hasThreshold(queueClass) || (itsClass.isEmpty() && isDispatchable(arrived)));
  }

  private void park(ParkedRequest arrived, ParkedClass itsClass) {
    Optional<QueueRejected> reached = new Limits(itsClass, around.fleet.workerCount()).reached();
    if (reached.isPresent()) {
      deciding.refuse(arrived.selection(), reached.get());
      return;
    }
    itsClass.park(arrived);
    tellParked(arrived);
    drain();
  }

  private void tellParked(ParkedRequest arrived) {
    if (!around.witness.isListening()) {
      return; // nothing is worked out for nobody
    }
    SortedMap<WorkerWithDpRank, SourceChoice> sources = new TreeMap<>();
    arrived
        .lookup()
        .sources(List.copyOf(around.fleet.ranks()))
        .forEach((rank, source) -> sources.put(rank, source.choice()));
    around.witness.parked(arrived.request(), arrived.queueClass().name(), arrived.cost(), sources);
  }

  private ParkedRequest arrived(Selection selection, PromptLookup lookup) {
    SelectionRequest request = selection.request();
    long cached = Math.min(cachedTokensOfReference(request, lookup), request.promptTokens());
    QueueClass queueClass =
        new ClassOfRequest(settings.queue())
            .of(request.wishes().policyClass(), request.promptTokens() - cached);
    return new ParkedRequest(selection, lookup, queueClass, cached, around.now);
  }

  /** Overload and affinity do not matter, and taints matter for a pin alone. */
  private long cachedTokensOfReference(SelectionRequest request, PromptLookup lookup) {
    Optional<WorkerWithDpRank> pin = request.constraints().pin();
    Predicate<WorkerWithDpRank> isReference =
        pin.isPresent()
            ? rank -> rank.equals(pin.get()) && around.fleet.mayRun(rank, request.constraints())
            : rank ->
                Fleet.isAllowed(rank.workerId(), request.constraints())
                    && around.fleet.isAvailable(rank);
    return around.fleet.ranks().stream()
        .filter(isReference)
        .mapToLong(
            rank -> lookup.overlap(rank).cachedTokens(settings.weights(), settings.blockSize()))
        .reduce(0, Math::max);
  }

  /** Every blocked lane is looked at again. */
  void recheckAll() {
    parked.recheckAll();
    drain();
  }

  void drainIfHinted() {
    if (deciding.isHinted()) {
      drain();
    }
  }

  void drain() {
    do {
      deciding.takeHints().forEach(parked::recheck);
      ParkedRequest popped = parked.pop(this::isDispatchable);
      while (popped != null) {
        dispatch(popped);
        popped = parked.pop(this::isDispatchable);
      }
    } while (deciding.isHinted());
  }

  private boolean isDispatchable(ParkedRequest waiting) {
    return new Busy(around.fleet, bookings, around.now)
        .isDispatchable(waiting.queueClass(), waiting.request().constraints());
  }

  private void dispatch(ParkedRequest popped) {
    if (popped.deadline() <= around.now) {
      refuseForDeadline(popped);
    } else if (isStale(popped)) {
      deciding.choose(popped.selection(), refreshed(popped), Optional.of(popped.lookup()));
    } else {
      deciding.choose(popped.selection(), popped.lookup());
    }
  }

  /** Selection 3.5. */
  private boolean isStale(ParkedRequest popped) {
    OptionalLong after = settings.refreshAfterNanos();
    return after.isPresent()
        && !popped.request().localHashes().isEmpty()
        && around.now - popped.enqueuedAt() >= after.getAsLong();
  }

  private PromptLookup refreshed(ParkedRequest popped) {
    PromptLookup fresh = index.lookUp(popped.request(), popped.lookup().isRetained());
    refuseAllDue(); // whatever ran out of time meanwhile is not looked up again
    return fresh;
  }

  /** The deadline timer. */
  void refuseDue() {
    if (refuseAllDue()) {
      drain();
    }
  }

  /** True if a lane lost its head. */
  private boolean refuseAllDue() {
    boolean lostHead = false;
    for (ParkedRequest due : parked.due(around.now)) {
      lostHead |= parked.classOf(due).remove(due);
      refuseForDeadline(due);
    }
    return lostHead;
  }

  private void refuseForDeadline(ParkedRequest due) {
    parked.classOf(due).countDeadlineRejected();
    deciding.refuse(due.selection(), new DeadlineExceeded());
  }

  void cancel(String requestId) {
    for (ParkedRequest waiting : parked.all()) {
      if (waiting.request().id().equals(requestId)) {
        parked.classOf(waiting).remove(waiting);
        deciding.dropClaim(waiting.selection());
      }
    }
  }

  boolean isEmpty() {
    return parked.all().isEmpty();
  }

  /** {@link Long#MAX_VALUE} stands for none. */
  long nextDeadline() {
    return parked.all().stream()
        .mapToLong(ParkedRequest::deadline)
        .reduce(Long.MAX_VALUE, Math::min);
  }

  boolean isParked(Selection selection) {
    return parked.all().stream().anyMatch(waiting -> waiting.selection().equals(selection));
  }

  SortedMap<String, ClassCounters> counters() {
    return parked.counters();
  }
}
