package kvproof.router.selection;

import java.util.Optional;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.router.queue.BookingLease;

/** Who asked for a selection: told of the choice, then of the answer, or of a refusal. */
public interface SelectionListener {

  /** Whether anybody is left to tell; if not, nothing is booked. */
  default boolean isWaiting() {
    return true;
  }

  /** A rank was chosen and, for a booking, booked; the answer is still to come. */
  void chosen(Chosen choice);

  /**
   * The worker is the caller's.
   *
   * @param lease of a lease: its booking, which the host answers for from now on
   * @return whether it was delivered; if not, the booking is undone
   */
  boolean answered(Answered answer, Optional<BookingLease> lease);

  void refused(Refused refusal);
}
