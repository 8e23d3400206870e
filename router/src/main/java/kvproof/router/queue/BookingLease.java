package kvproof.router.queue;

import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.Fence;
import org.jspecify.annotations.Nullable;

/**
 * One booking that somebody answers for: dropped unless it is handed over, it frees what it booked.
 *
 * <p>It means this booking only, never a later one under the same id. For one thread at a time.
 */
public final class BookingLease implements AutoCloseable {
  private final Bookings bookings;
  private final String requestId;
  private final WorkerWithDpRank rank;
  private final long attempt;
  private boolean isArmed = true;
  private @Nullable SchedulingQueue woken;

  BookingLease(Bookings bookings, String requestId, WorkerWithDpRank rank, long attempt) {
    this.bookings = bookings;
    this.requestId = requestId;
    this.rank = rank;
    this.attempt = attempt;
  }

  public String requestId() {
    return requestId;
  }

  public WorkerWithDpRank rank() {
    return rank;
  }

  /** Whether the booking is still there, whoever answers for it. */
  public boolean isBooked() {
    return bookings.isBooked(requestId, Fence.of(rank, attempt));
  }

  /** Somebody else frees the booking from now on, by its id. */
  public void handOver() {
    isArmed = false;
  }

  /** Frees the booking at once; false if it was gone, or handed over. */
  public boolean release() {
    boolean wasArmed = isArmed;
    isArmed = false;
    boolean freed = wasArmed && bookings.free(requestId, Fence.of(rank, attempt));
    if (woken != null) {
      woken.wake();
    }
    return freed;
  }

  /** From now on the queue dispatches what this makes room for when it is freed. */
  public void wakeWhenFreed(SchedulingQueue queue) {
    woken = queue;
  }

  /** Drops it: frees the booking unless it was handed over or released. */
  @Override
  public void close() {
    release();
  }
}
