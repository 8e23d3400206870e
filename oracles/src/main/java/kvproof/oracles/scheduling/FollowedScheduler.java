package kvproof.oracles.scheduling;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.QueueClass;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler's life by definition: which request is decided when (selection 5), and what becomes
 * of it. Where the specification leaves a choice it does what the transcript says was done.
 *
 * <p>Catches a decision that comes too early, too late, twice or never. Blind to how long anything
 * takes.
 */
final class FollowedScheduler {
  private final SchedulerSettings settings;
  private final IndexNow index;
  private final Timers timers;
  private final Bookings bookings;
  private final Choosing choosing;
  private final ParkedRequests parked;
  private final SortedSet<String> claims = new TreeSet<>();
  private final List<UnansweredChoice> unanswered = new ArrayList<>();
  private final SortedSet<WorkerWithDpRank> hints = new TreeSet<>();
  private Fleet fleet = Fleet.empty();
  private Transcript transcript = new Transcript(List.of());
  private boolean isHeld;
  private long now;
  private long parkedSoFar;

  FollowedScheduler(SchedulerSettings settings, IndexNow index) {
    this.settings = settings;
    this.index = index;
    this.timers = Timers.of(settings);
    this.bookings = new Bookings(settings.expiryNanos());
    this.choosing = new Choosing(settings, bookings);
    this.parked = new ParkedRequests(settings.queue());
  }

  /** Reads the decisions of the next step from here. */
  void follow(Transcript next) {
    transcript = next;
  }

  SchedulerState state() {
    return new SchedulerState(bookings.loads(now), parked.counters());
  }

  // What happens: 5.10

  void replaceWorkers(List<SchedulableWorker> workers) {
    fleet = fleet.withMembers(workers);
    bookings.reconcile(fleet.ranks(), now);
    recheckAll();
  }

  void replaceHealth(WorkerHealth health) {
    fleet = fleet.withHealth(health);
    recheckAll();
  }

  void hold(boolean held) {
    isHeld = held;
    if (!held) {
      List<UnansweredChoice> told = List.copyOf(unanswered);
      unanswered.clear();
      told.forEach(this::answer);
      drainIfHinted();
    }
  }

  void completePrefill(String requestId) {
    Booking booking = bookings.find(requestId);
    if (booking != null && bookings.completePrefill(booking, now)) {
      hints.add(booking.rank());
      drain();
    }
  }

  void addOutput(String requestId, int blocks, double fraction) {
    Booking booking = bookings.find(requestId);
    if (booking != null) {
      bookings.addOutput(booking, blocks, fraction);
    }
  }

  void release(String requestId) {
    if (parked.all().stream().noneMatch(waiting -> isClaimOf(waiting, requestId))) {
      claims.remove(requestId);
    }
    Booking booking = bookings.find(requestId);
    if (booking != null) {
      free(booking);
      drain();
    }
  }

  /** The caller of every unanswered request of that id is gone. */
  void cancel(String requestId) {
    for (ParkedRequest waiting : parked.all()) {
      if (waiting.request().id().equals(requestId)) {
        parked.classOf(waiting).remove(waiting);
        dropClaim(waiting.request());
      }
    }
    for (UnansweredChoice choice : List.copyOf(unanswered)) {
      if (choice.request().id().equals(requestId)) {
        unanswered.remove(choice);
        freeIfBooked(choice.booking());
        dropClaim(choice.request());
      }
    }
    drainIfHinted();
  }

  /** Lets every timer act at its own time, up to and including this one. */
  void advance(long time) {
    while (now < time) {
      long deadline =
          parked.all().stream().mapToLong(ParkedRequest::deadline).reduce(Long.MAX_VALUE, Math::min);
      long recheck = timers.nextRecheck(now);
      long next = Math.min(Math.min(deadline, timers.nextSweep(now)), recheck);
      if (parked.all().isEmpty()) {
        next = Math.min(timers.nextSweep(now), time); // nothing to look at again
        if (recheck <= Math.min(next, time)) {
          recheckAll();
        }
      }
      if (next > time) {
        now = time;
        return;
      }
      now = next;
      if (timers.isSweep(now)) {
        sweep();
      }
      refuseDue();
      if (timers.isRecheck(now)) {
        recheckAll();
      }
    }
  }

  /** Selection 6.5 and, for claims, 7.7. */
  private void sweep() {
    hints.addAll(bookings.expire(now));
    claims.removeIf(
        id ->
            !bookings.isBooked(id)
                && parked.all().stream().noneMatch(waiting -> isClaimOf(waiting, id))
                && unanswered.stream()
                    .noneMatch(choice -> choice.claims() && choice.request().id().equals(id)));
    drainIfHinted();
  }

  private void refuseDue() {
    if (refuseAllDue()) {
      drain();
    }
  }

  /** True if a lane lost its head. */
  private boolean refuseAllDue() {
    boolean lostHead = false;
    for (ParkedRequest due : parked.due(now)) {
      lostHead |= parked.classOf(due).remove(due);
      refuseForDeadline(due);
    }
    return lostHead;
  }

  private void refuseForDeadline(ParkedRequest due) {
    parked.classOf(due).countDeadlineRejected();
    refuse(due.request(), new DeadlineExceeded());
  }

  // Arrival: 5.2

  void submit(SelectionRequest request) {
    if (request.localHashes().size() > request.promptTokens() / settings.blockSize()) {
      transcript.refused(request.id(), new BadRequest("more blocks than tokens"));
      return;
    }
    if (request.admission() == Admission.BOOK && !claims.add(request.id())) {
      transcript.refused(request.id(), new Conflict(request.id()));
      return;
    }
    PromptLookup lookup =
        index.lookUp(request, request.admission().books() && index.hasCapableWorker());
    if (request.admission() == Admission.ADVISORY) {
      choose(request, lookup);
    } else {
      enqueue(request, lookup);
    }
  }

  private void enqueue(SelectionRequest request, PromptLookup lookup) {
    Optional<WorkerWithDpRank> pin = request.constraints().pin();
    if (pin.isPresent() && !Fleet.isAllowed(pin.get().workerId(), request.constraints())) {
      refuse(request, new PinnedWorkerNotAllowed(pin.get().workerId()));
      return;
    }
    ParkedRequest arrived = arrived(request, lookup);
    ParkedClass itsClass = parked.classOf(arrived);
    itsClass.countReceived();
    if (arrived.deadline() <= now) {
      refuseForDeadline(arrived);
    } else if (goesPastQueue(arrived, itsClass)) {
      choose(request, lookup);
      drain();
    } else {
      park(arrived, itsClass);
    }
  }

  private void park(ParkedRequest arrived, ParkedClass itsClass) {
    Optional<QueueRejected> reached = new Limits(itsClass, fleet.workerCount()).reached();
    if (reached.isPresent()) {
      refuse(arrived.request(), reached.get());
      return;
    }
    itsClass.park(arrived);
    drain();
  }

  /** Steps 4 and 5. */
  private boolean goesPastQueue(ParkedRequest arrived, ParkedClass itsClass) {
    QueueClass queueClass = arrived.queueClass();
    if (fleet.workerCount() == 0) {
      return true;
    }
    return queueClass.neverQueues()
        && (!queueClass.hasBusyThreshold() || (itsClass.isEmpty() && isDispatchable(arrived)));
  }

  private ParkedRequest arrived(SelectionRequest request, PromptLookup lookup) {
    long cached = Math.min(cachedTokensOfReference(request, lookup), request.promptTokens());
    QueueClass queueClass =
        new ClassOfRequest(settings.queue())
            .of(request.wishes().policyClass(), request.promptTokens() - cached);
    parkedSoFar++;
    return new ParkedRequest(request, lookup, queueClass, cached, now, parkedSoFar);
  }

  /** Selection 5.3: overload and affinity do not matter, and taints matter for a pin alone. */
  private long cachedTokensOfReference(SelectionRequest request, PromptLookup lookup) {
    Predicate<WorkerWithDpRank> isReference =
        request.constraints().pin().isPresent()
            ? rank ->
                rank.equals(request.constraints().pin().get())
                    && fleet.mayRun(rank, request.constraints())
            : rank ->
                Fleet.isAllowed(rank.workerId(), request.constraints())
                    && fleet.health().isAvailable(rank.workerId());
    return fleet.ranks().stream()
        .filter(isReference)
        .mapToLong(
            rank -> lookup.overlap(rank).cachedTokens(settings.weights(), settings.blockSize()))
        .reduce(0, Math::max);
  }

  // Dispatch: 5.7 to 5.9

  private void recheckAll() {
    parked.recheckAll();
    drain();
  }

  private void drainIfHinted() {
    if (!hints.isEmpty()) {
      drain();
    }
  }

  private void drain() {
    do {
      hints.forEach(parked::recheck);
      hints.clear();
      ParkedRequest popped = parked.pop(this::isDispatchable);
      while (popped != null) {
        dispatch(popped);
        popped = parked.pop(this::isDispatchable);
      }
    } while (!hints.isEmpty());
  }

  private boolean isDispatchable(ParkedRequest waiting) {
    return new Busy(fleet, bookings, now)
        .isDispatchable(waiting.queueClass(), waiting.request().constraints());
  }

  private void dispatch(ParkedRequest popped) {
    if (popped.deadline() <= now) {
      refuseForDeadline(popped);
      return;
    }
    choose(popped.request(), isStale(popped) ? refreshed(popped) : popped.lookup());
  }

  /** Selection 3.5. */
  private boolean isStale(ParkedRequest popped) {
    OptionalLong after = settings.refreshAfterNanos();
    return after.isPresent()
        && !popped.request().localHashes().isEmpty()
        && now - popped.enqueuedAt() >= after.getAsLong();
  }

  private PromptLookup refreshed(ParkedRequest popped) {
    PromptLookup fresh = index.lookUp(popped.request(), popped.lookup().isRetained());
    refuseAllDue(); // whatever ran out of time meanwhile is not looked up again
    return fresh;
  }

  private void choose(SelectionRequest request, PromptLookup lookup) {
    Candidates candidates = Candidates.of(fleet, request.constraints());
    if (candidates.error().isPresent()) {
      refuse(request, candidates.error().get());
      return;
    }
    List<CostedRow> rows = choosing.rows(request, lookup, candidates.ranks(), fleet, now);
    Optional<SelectionError> costError = Choosing.costError(rows);
    if (costError.isPresent()) {
      refuse(request, costError.get());
    } else if (request.admission().books() && bookings.isBooked(request.id())) {
      choosing.pickUnseen(request, rows);
      refuse(request, new BookingFailure("booked already: " + request.id()));
    } else {
      take(request, lookup, rows);
    }
  }

  private void take(SelectionRequest request, PromptLookup lookup, List<CostedRow> rows) {
    var check = new ChosenCheck(settings, request, lookup, bookings, rows);
    Chosen chosen = transcript.chosen(request.id(), request.admission());
    CostedRow row = choosing.pick(request, rows, chosen, transcript);
    if (chosen != null && row.rank().equals(chosen.rank())) {
      check.check(chosen, row, transcript);
    }
    Booking booking = request.admission().books() ? book(request, row.rank(), check) : null;
    var choice = new UnansweredChoice(request, row.rank(), row.source(), booking);
    if (isHeld && request.admission().isQueued()) {
      unanswered.add(choice);
    } else {
      answer(choice);
    }
  }

  private Booking book(SelectionRequest request, WorkerWithDpRank rank, ChosenCheck check) {
    long tokens =
        CostTerms.isTracked(settings, request) ? check.effectivePrefill(rank) : 0;
    OptionalLong perToken = settings.prefillNanosPerToken();
    var booking =
        new Booking(
            request.id(),
            rank,
            TrackedBlocks.of(request),
            TrackedBlocks.areShared(request),
            tokens,
            perToken.isPresent()
                ? OptionalLong.of(perToken.getAsLong() * tokens)
                : OptionalLong.empty(),
            now);
    if (bookings.add(booking)) {
      hints.add(rank);
    }
    return booking;
  }

  // Answers: 5.11, 5.12

  private void answer(UnansweredChoice choice) {
    SelectionRequest request = choice.request();
    boolean isGone = !fleet.isMember(choice.rank());
    if (isGone && request.admission() != Admission.LEASE) {
      freeIfBooked(choice.booking());
      refuse(request, new SelectedWorkerGone(choice.rank()));
      return;
    }
    Optional<KvHint> hint =
        request.admission().books()
            ? index.hintNow(choice.source(), request.id(), choice.rank())
            : Optional.empty();
    transcript.answered(request.id(), hint);
  }

  private void refuse(SelectionRequest request, SelectionError error) {
    transcript.refused(request.id(), error);
    dropClaim(request);
  }

  private void dropClaim(SelectionRequest request) {
    if (request.admission() == Admission.BOOK) {
      claims.remove(request.id());
    }
  }

  private static boolean isClaimOf(ParkedRequest waiting, String id) {
    return waiting.claims() && waiting.request().id().equals(id);
  }

  /** Exactly this booking, not a later one under the same id. */
  private void freeIfBooked(@Nullable Booking booking) {
    if (booking != null && booking == bookings.find(booking.requestId())) {
      free(booking);
    }
  }

  private void free(Booking booking) {
    bookings.release(requireNonNull(booking), now);
    hints.add(booking.rank());
  }
}
