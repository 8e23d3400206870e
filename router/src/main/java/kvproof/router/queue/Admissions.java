package kvproof.router.queue;

import java.util.Objects;
import java.util.Optional;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionRequest;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.ScoredLookup;
import kvproof.router.queue.Bookings.Attempt;
import kvproof.router.queue.OverlapObserver.WorseOverlap;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches a request that left the queue, or went past it (selection 5.9): looked up again if it
 * waited long, chosen for, booked, delivered. It never goes back, whatever became busy meanwhile.
 */
final class Admissions {
  private final PolicyQueue<PendingRequest> queue;
  private final WorkerChooser chooser;
  private final Refreshes refreshes;
  private final Bookings bookings;
  private final Observations observations;
  private final OverlapIndex index;
  private final VirtualClock clock;

  Admissions(
      PolicyQueue<PendingRequest> queue,
      WorkerChooser chooser,
      Refreshes refreshes,
      Bookings bookings,
      Observations observations,
      QueueParts parts) {
    this.queue = queue;
    this.chooser = chooser;
    this.refreshes = refreshes;
    this.bookings = bookings;
    this.observations = observations;
    this.index = parts.index();
    this.clock = parts.clock();
  }

  /**
   * @param classIndex class that counts it if its deadline has passed
   */
  void admit(PendingRequest pending, int classIndex) {
    if (pending.isDueAt(clock.nowNanos())) {
      refuseLate(pending, classIndex);
      return;
    }
    if (refreshes.isDue(pending)) {
      refreshes.refresh(pending);
      boolean isLate = pending.isDueAt(clock.nowNanos());
      if (isLate) {
        refuseLate(pending, classIndex);
      }
      refuseDue();
      if (isLate) {
        return;
      }
    }
    choose(pending);
  }

  /** Refuses everything parked whose deadline has passed; true if that freed some lane's head. */
  boolean refuseDue() {
    ExpiredEntries<PendingRequest> expired = queue.removeDue(clock.nowNanos());
    for (QueueEntry<PendingRequest> entry : expired.entries()) {
      refuseLate(entry.item(), entry.classIndex());
    }
    return expired.isHeadRemoved();
  }

  private void refuseLate(PendingRequest pending, int classIndex) {
    queue.countDeadlineRejected(classIndex);
    refuse(pending, new DeadlineExceeded());
  }

  /** Gives the look-up back, and tells the caller unless it has cancelled. */
  void refuse(PendingRequest pending, SelectionError error) {
    discardLookup(pending);
    if (!pending.isCancelled()) {
      pending.caller().refused(error);
    }
  }

  void discardLookup(PendingRequest pending) {
    @Nullable RetainedLookup old = pending.replaceLookup(null);
    if (old != null && old.isAsked()) {
      index.release(old);
    }
  }

  private void choose(PendingRequest pending) {
    SelectionRequest request = pending.request();
    int candidate =
        chooser.choose(request, pending.session(), pending.sharedHits(), pending.lookup());
    if (candidate < 0) {
      refuse(pending, chooser.error());
    } else if (!pending.isWanted()) {
      discardLookup(pending);
      pending.caller().abandoned();
    } else {
      deliver(pending, choice(request, pending.lookup()));
    }
  }

  private SelectionChoice choice(SelectionRequest request, RetainedLookup lookup) {
    return new SelectionChoice(
        chooser.chosen(request),
        lookup,
        chooser.chosenNumber(),
        chooser.storedSource(),
        Optional.empty());
  }

  private void deliver(PendingRequest pending, SelectionChoice choice) {
    SelectionRequest request = pending.request();
    if (!request.admission().books()) {
      hand(pending, choice);
      return;
    }
    Chosen chosen = choice.chosen();
    long tokens = chooser.isTracked(request) ? chosen.effectivePrefillTokens() : 0;
    Attempt attempt = bookings.book(request, chosen.rank(), tokens);
    if (attempt.failure() != null) {
      refuse(pending, attempt.failure());
      return;
    }
    BookingLease lease = Objects.requireNonNull(attempt.lease());
    Optional<WorseOverlap> worse = observations.observe(request, chooser);
    if (hand(pending, choice.withLease(lease))) {
      worse.ifPresent(observations::tellLater);
    } else {
      lease.close();
    }
  }

  /** The look-up goes with the choice. */
  private static boolean hand(PendingRequest pending, SelectionChoice choice) {
    pending.replaceLookup(null);
    return pending.caller().chosen(choice);
  }

  /** Chooses past the queue, and books nothing. */
  void advise(PendingRequest pending) {
    SelectionRequest request = pending.request();
    pending.replaceLookup(
        pending.isByLoadOnly()
            ? ScoredLookup.unasked()
            : index.lookUp(request.localHashes(), false));
    Optional<SelectionError> refused =
        Arrivals.refusedPin(request.constraints())
            .map(pin -> new SelectionError.PinnedWorkerNotAllowed(pin.workerId()));
    if (refused.isPresent()) {
      refuse(pending, refused.get());
    } else {
      choose(pending);
    }
  }
}
