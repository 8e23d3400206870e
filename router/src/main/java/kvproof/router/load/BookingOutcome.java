package kvproof.router.load;

import java.util.List;
import kvproof.model.WorkerWithDpRank;

/** What became of a {@link Booking}. */
public sealed interface BookingOutcome {

  /**
   * The load is on its rank.
   *
   * @param freedByExpiry the ranks that lost expired bookings to it, sorted; mostly none
   */
  record Booked(List<WorkerWithDpRank> freedByExpiry) implements BookingOutcome {
    public Booked {
      freedByExpiry = List.copyOf(freedByExpiry);
    }
  }

  /** The id is booked on {@code holder}; nothing changed. */
  record DuplicateRequest(String requestId, WorkerWithDpRank holder) implements BookingOutcome {}

  /** The rank has no slot, and none was to be made for it; nothing changed. */
  record UnknownRank(WorkerWithDpRank rank) implements BookingOutcome {}
}
