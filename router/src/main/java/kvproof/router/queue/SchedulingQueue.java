package kvproof.router.queue;

import java.util.List;
import java.util.function.BooleanSupplier;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerState;
import kvproof.model.SelectionError.SubscriberShutdown;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.load.ActiveSequences;
import kvproof.router.membership.WorkerTable;
import kvproof.router.policy.SessionContext;
import kvproof.router.queue.Arrivals.Verdict;
import kvproof.router.queue.CapacityHints.Batch;
import org.jspecify.annotations.Nullable;

/**
 * Requests on their way to a rank: each is parked, and dispatched when some rank has room for it.
 *
 * <p>Everything happens in turns, one at a time. What is asked for during a turn, by a caller or
 * while a request is looked up again, is done behind it; hints of free capacity reach the turn
 * itself. Time is what {@link #advanceTo} says. For one thread at a time, but for {@link #hints}.
 */
public final class SchedulingQueue {
  /** How many requests of callers may wait behind a turn. */
  public static final int MOST_COMMANDS = 65_536;

  private final PolicyQueue<PendingRequest> queue;
  private final CapacityHints hints = new CapacityHints();
  private final VirtualClock clock;
  private final OverlapIndex index;
  private final ActiveSequences sequences;
  private final Members members;
  private final BusyTest busyTest;
  private final Bookings bookings;
  private final WorkerChooser chooser;
  private final Arrivals arrivals;
  private final Admissions admissions;
  private final QueueTimers timers;
  private final Turns turns;
  private Runnable afterSweep = () -> {};
  private BooleanSupplier wantsSweep = () -> false;
  private boolean isShutDown;

  public SchedulingQueue(QueueParts parts) {
    queue = new PolicyQueue<>(parts.settings().queue());
    clock = parts.clock();
    index = parts.index();
    sequences = parts.sequences();
    members = new Members(parts.index(), sequences);
    busyTest = new BusyTest(members, sequences, clock);
    bookings = new Bookings(parts, hints);
    chooser = new WorkerChooser(parts, members);
    var observations = new Observations(parts.observer());
    var snapshot = new QueueSnapshot(members, WorkerChooser.accounting(parts.settings()));
    arrivals = new Arrivals(queue, members, busyTest, snapshot, parts.index(), clock);
    admissions =
        new Admissions(queue, chooser, new Refreshes(parts), bookings, observations, parts);
    timers = new QueueTimers(parts.settings(), clock.nowNanos());
    turns = new Turns(MOST_COMMANDS, hints, this::drain, observations::tell);
  }

  /** Everything that frees load goes through this; {@link #wake} afterwards. */
  public Bookings bookings() {
    return bookings;
  }

  /** Takes hints of free capacity from any thread; they never wait for room. */
  public CapacityHints hints() {
    return hints;
  }

  /** The members of now. */
  public WorkerTable workers() {
    return members.table();
  }

  /**
   * {@code sweep} is run in each sweep, when expired bookings are gone.
   *
   * @param isWanted whether it has anything to look at: a sweep that neither it nor a booking wants
   *     may be left out
   */
  public void afterSweep(Runnable sweep, BooleanSupplier isWanted) {
    afterSweep = sweep;
    wantsSweep = isWanted;
  }

  /**
   * Takes a request that goes through the queue.
   *
   * <p>Throws {@link IllegalStateException} if {@link #MOST_COMMANDS} wait behind the turn already.
   *
   * @param keepsCandidates whether look-ups for it find candidates too, now and later
   */
  public PendingRequest submit(
      Submission submission, boolean keepsCandidates, SelectionCaller caller) {
    var pending = new PendingRequest(submission, keepsCandidates, caller, clock.nowNanos());
    turns.run(() -> arrive(pending));
    return pending;
  }

  private void arrive(PendingRequest pending) {
    if (isShutDown) {
      pending.caller().refused(new SubscriberShutdown());
      return;
    }
    if (!pending.isWanted()) {
      pending.caller().abandoned();
      return;
    }
    switch (arrivals.take(pending)) {
      case Verdict.Parked _ -> drain();
      case Verdict.Direct(int classIndex) -> {
        admissions.admit(pending, classIndex);
        drain();
      }
      case Verdict.Refused refused -> admissions.refuse(pending, refused.error());
    }
  }

  /** Chooses for a request past the queue, by what the queue's policy says now. */
  public PendingRequest advise(Submission submission, SelectionCaller caller) {
    var pending = new PendingRequest(submission, false, caller, clock.nowNanos());
    turns.run(() -> adviseNow(pending));
    return pending;
  }

  private void adviseNow(PendingRequest pending) {
    if (isShutDown) {
      pending.caller().refused(new SubscriberShutdown());
    } else {
      admissions.advise(pending);
    }
  }

  /**
   * The rank that a request would get now, past the queue; null: nobody, as after the shutdown.
   * Books nothing, but a policy that draws moves its random source on. Allocates nothing once warm,
   * unless the request asked the shared cache.
   *
   * <p>Throws {@link IllegalStateException} during a turn of the queue, whose own choice it would
   * replace.
   *
   * @param candidates whether its look-up finds candidates too
   */
  public @Nullable WorkerWithDpRank select(SelectionRequest request, boolean candidates) {
    turns.requireNone("select", request.id());
    if (isShutDown) {
      return null;
    }
    RetainedLookup lookup = index.lookUp(request.localHashes(), candidates);
    int candidate =
        chooser.choose(request, SessionContext.none(), Submission.sharedHits(request), lookup);
    @Nullable WorkerWithDpRank rank = candidate < 0 ? null : chooser.chosenRank();
    index.release(lookup);
    return rank;
  }

  /** Nobody waits for the request any more: it leaves the queue, and is not booked. */
  public void cancel(PendingRequest pending) {
    pending.cancel();
    turns.run(() -> remove(pending));
  }

  private void remove(PendingRequest pending) {
    @Nullable QueueEntry<PendingRequest> entry = pending.entry();
    if (entry != null && entry.isParked()) {
      queue.remove(entry);
      admissions.discardLookup(pending);
    }
  }

  /** These workers may run requests from now on; ranks that leave lose what was booked on them. */
  public void replaceWorkers(List<SchedulableWorker> workers) {
    turns.run(
        () -> {
          members.replace(workers, clock.nowNanos());
          recheck();
        });
  }

  public void replaceHealth(WorkerHealth health) {
    turns.run(
        () -> {
          members.replace(health);
          recheck();
        });
  }

  /** Tests everything parked again. */
  public void update() {
    turns.run(this::recheck);
  }

  private void recheck() {
    queue.recheckAll();
    drain();
  }

  /**
   * Dispatches what the hints that wait make room for; nothing without hints. During a turn there
   * is no need of it, nor of room for a command: the turn does not end while a hint waits.
   */
  public void wake() {
    turns.wake();
  }

  /** Pops until nothing may go and no hint came up meanwhile. */
  private void drain() {
    do {
      Batch batch = hints.take();
      batch.applyTo(queue);
      for (QueueEntry<PendingRequest> next = queue.pop(busyTest);
          next != null;
          next = queue.pop(busyTest)) {
        admissions.admit(next.item(), next.classIndex());
      }
    } while (!hints.isEmpty());
  }

  /** Lets time pass; every timer up to then runs at its own time. An earlier time is no change. */
  public void advanceTo(long nanos) {
    turns.run(() -> runTimers(nanos));
  }

  private void runTimers(long limit) {
    for (long at = nextTimer(); at <= limit && at != Long.MAX_VALUE; at = nextTimer()) {
      timers.leaveOutBefore(at);
      clock.advanceTo(at);
      switch (timers.next(at, queue.nextDeadline())) {
        case SWEEP -> sweep();
        case DEADLINE -> {
          if (admissions.refuseDue()) {
            drain();
          }
        }
        case RECHECK -> {
          timers.rechecked();
          recheck();
        }
      }
    }
    clock.advanceTo(limit);
    timers.leaveOutBefore(Saturating.sum(limit, 1));
  }

  private long nextTimer() {
    boolean isSwept = bookings.isEmpty() && !wantsSweep.getAsBoolean();
    return timers.nextAt(queue.nextDeadline(), isSwept, queue.isAtRest());
  }

  private void sweep() {
    timers.swept();
    bookings.expire();
    afterSweep.run();
    if (!hints.isEmpty()) {
      drain();
    }
  }

  /** Refuses everything parked, and everything that comes from now on. Harmless if repeated. */
  public void shutDown() {
    turns.run(
        () -> {
          isShutDown = true;
          for (QueueEntry<PendingRequest> entry : queue.removeAll()) {
            admissions.refuse(entry.item(), new SubscriberShutdown());
          }
        });
  }

  /** How many requests are parked. */
  public int size() {
    return queue.size();
  }

  /** What a class has saved up and not yet paid, in cost units. */
  public long deficit(int classIndex) {
    return queue.deficit(classIndex);
  }

  /** Loads and counters as of now. */
  public SchedulerState state() {
    return QueueReport.of(queue, sequences, clock.nowNanos());
  }
}
