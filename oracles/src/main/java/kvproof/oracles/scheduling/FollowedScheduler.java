package kvproof.oracles.scheduling;

import java.util.List;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;

/**
 * One scheduler's life by definition: what each step and each timer sets off (selection 5.10).
 * Where the specification leaves a choice it does what the transcript says was done.
 *
 * <p>Catches a wake-up that is lost and one that comes without a reason. Blind to how long anything
 * takes.
 */
final class FollowedScheduler {
  private final SchedulerSettings settings;
  private final IndexNow index;
  private final Timers timers;
  private final Circumstances around = new Circumstances();
  private final Bookings bookings;
  private final Deciding deciding;
  private final WaitingLine line;
  private long submittedSoFar;

  FollowedScheduler(SchedulerSettings settings, IndexNow index, SchedulingWitness witness) {
    around.witness = witness;
    this.settings = settings;
    this.index = index;
    this.timers = Timers.of(settings);
    this.bookings = new Bookings(settings.expiryNanos());
    this.deciding = new Deciding(settings, around, index, bookings);
    this.line = new WaitingLine(settings, around, index, bookings, deciding);
  }

  /** Reads the decisions of the next step from here. */
  void follow(Transcript next) {
    around.transcript = next;
  }

  SchedulerState state() {
    return new SchedulerState(bookings.loads(around.now), line.counters());
  }

  void replaceWorkers(List<SchedulableWorker> workers) {
    around.fleet = around.fleet.withMembers(workers);
    bookings.reconcile(around.fleet.ranks(), around.now);
    line.recheckAll();
  }

  void replaceHealth(WorkerHealth health) {
    around.fleet = around.fleet.withHealth(health);
    line.recheckAll();
  }

  void submit(SelectionRequest request) {
    if (request.localHashes().size() > request.promptTokens() / settings.blockSize()) {
      around.transcript.refused(request.id(), new BadRequest("more blocks than tokens"));
      return;
    }
    var selection = new Selection(request, submittedSoFar++);
    if (!deciding.claim(selection)) {
      around.transcript.refused(request.id(), new Conflict(request.id()));
      return;
    }
    boolean isRetained = selection.books() && index.hasCapableWorker();
    PromptLookup lookup = index.lookUp(request, isRetained);
    if (selection.isAdvisory()) {
      deciding.choose(selection, lookup);
    } else {
      line.arrive(selection, lookup);
    }
  }

  void completePrefill(String requestId) {
    Booking booking = bookings.find(requestId);
    if (booking != null && bookings.completePrefill(booking, around.now)) {
      deciding.hint(booking.rank());
      line.drain();
    }
  }

  void addOutput(String requestId, int blocks, double fraction) {
    Booking booking = bookings.find(requestId);
    if (booking != null) {
      bookings.addOutput(booking, blocks, fraction);
    }
  }

  /** A request that still waits is not there to be released (selection 7.7). */
  void release(String requestId) {
    deciding.dropClaim(requestId, line::isParked);
    Booking booking = bookings.find(requestId);
    if (booking != null) {
      deciding.free(booking);
      line.drain();
    }
  }

  /** The caller of every unanswered request of that id is gone. */
  void cancel(String requestId) {
    line.cancel(requestId);
    deciding.cancel(requestId);
    line.drainIfHinted();
  }

  void hold(boolean held) {
    deciding.hold(held);
    line.drainIfHinted();
  }

  /** Lets every timer act at its own time, up to and including this one. */
  void advance(long time) {
    while (around.now < time) {
      long next = Math.min(line.nextDeadline(), timers.nextSweep(around.now));
      long recheck = timers.nextRecheck(around.now);
      if (!line.isEmpty()) {
        next = Math.min(next, recheck);
      } else if (recheck <= Math.min(next, time)) {
        line.recheckAll(); // of many that find nothing, one is as good as all
      }
      around.now = Math.max(around.now, Math.min(next, time));
      if (next <= time) {
        act();
      }
    }
  }

  private void act() {
    if (timers.isSweep(around.now)) {
      bookings.expire(around.now).forEach(deciding::hint);
      deciding.sweepClaims(line::isParked);
      line.drainIfHinted();
    }
    line.refuseDue();
    if (timers.isRecheck(around.now)) {
      line.recheckAll();
    }
  }
}
