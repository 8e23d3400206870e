package kvproof.router.queue;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.ActiveSequences;
import kvproof.router.load.Booking;
import kvproof.router.load.BookingOutcome;
import kvproof.router.load.BookingOutcome.Booked;
import kvproof.router.load.BookingOutcome.DuplicateRequest;
import kvproof.router.load.Fence;
import kvproof.router.load.LoadTracking;
import kvproof.router.load.UnknownRank;
import org.jspecify.annotations.Nullable;

/**
 * The bookings of a partition: whatever frees load on a rank leaves a hint for the queue.
 *
 * <p>Nothing here runs the queue; {@link SchedulingQueue#wake} does. For one thread at a time.
 */
public final class Bookings {
  private final ActiveSequences sequences;
  private final CapacityHints hints;
  private final VirtualClock clock;
  private final OptionalLong prefillNanosPerToken;
  private final LoadTracking tracking;
  private long nextAttempt;

  Bookings(QueueParts parts, CapacityHints hints) {
    this.sequences = parts.sequences();
    this.hints = hints;
    this.clock = parts.clock();
    this.prefillNanosPerToken = parts.settings().prefillNanosPerToken();
    this.tracking = parts.tracking();
  }

  /** What became of an attempt to book: exactly one of the two is there. */
  record Attempt(@Nullable BookingLease lease, @Nullable BookingFailure failure) {}

  /**
   * Books a request on the rank chosen for it.
   *
   * @param prefillTokens what is left to prefill by local overlap alone; 0: not tracked either
   */
  Attempt book(SelectionRequest request, WorkerWithDpRank rank, long prefillTokens) {
    long attempt = nextAttempt++;
    BookingOutcome outcome =
        sequences.add(
            new Booking(
                request.id(),
                attempt,
                rank,
                tracking.trackedBlocks(request),
                prefillTokens,
                prefillNanos(prefillTokens),
                tracking.shares(request)),
            UnknownRank.REFUSE,
            clock.nowNanos());
    return switch (outcome) {
      case Booked booked -> {
        booked.freedByExpiry().forEach(hints::offer);
        yield new Attempt(new BookingLease(this, request.id(), rank, attempt), null);
      }
      case DuplicateRequest duplicate ->
          failed("id '" + duplicate.requestId() + "' is booked on " + duplicate.holder());
      case BookingOutcome.UnknownRank unknown ->
          failed("rank " + unknown.rank() + " has no slot to book on");
    };
  }

  private static Attempt failed(String reason) {
    return new Attempt(null, new BookingFailure(reason));
  }

  /** Absent without a model, and where nothing is left to prefill; saturates. */
  private OptionalLong prefillNanos(long tokens) {
    if (prefillNanosPerToken.isEmpty() || tokens == 0) {
      return OptionalLong.empty();
    }
    long perToken = prefillNanosPerToken.getAsLong();
    boolean overflows = Math.multiplyHigh(perToken, tokens) != 0 || perToken * tokens < 0;
    return OptionalLong.of(overflows ? Long.MAX_VALUE : perToken * tokens);
  }

  /** Notes that the prefill of a booked request is over; false if that changed nothing. */
  public boolean completePrefill(String requestId) {
    @Nullable WorkerWithDpRank rank = sequences.rankOf(requestId);
    return rank != null && hinted(sequences.completePrefill(requestId, clock.nowNanos()), rank);
  }

  /** The same for the booking that the fence means, as another router reports it. */
  public boolean completePrefill(String requestId, Fence fence) {
    return hinted(sequences.completePrefill(requestId, fence, clock.nowNanos()), fence.rank());
  }

  /** Ends a booked request; false if there is none. */
  public boolean free(String requestId) {
    @Nullable WorkerWithDpRank rank = sequences.rankOf(requestId);
    boolean freed = sequences.free(requestId, clock.nowNanos());
    return rank != null && hinted(freed, rank);
  }

  /** The same for the booking that the fence means, as another router reports it. */
  public boolean free(String requestId, Fence fence) {
    return hinted(sequences.free(requestId, fence, clock.nowNanos()), fence.rank());
  }

  /** Adds blocks of its own to a booked request; false if there is none, or output is untracked. */
  public boolean addOutputBlocks(String requestId, int blocks, double fraction) {
    return tracking.tracksOutputBlocks() && sequences.addOutputBlocks(requestId, blocks, fraction);
  }

  /** Whether the booking that the fence means is there. */
  boolean isBooked(String requestId, Fence fence) {
    return sequences.isBooked(requestId, fence);
  }

  /** Whether nothing is booked at all. */
  boolean isEmpty() {
    return sequences.isEmpty();
  }

  /** Drops what is too old, on all ranks. */
  void expire() {
    sequences.expire(clock.nowNanos()).forEach(hints::offer);
  }

  /** The rank that a request is booked on. */
  public Optional<WorkerWithDpRank> rankOf(String requestId) {
    return Optional.ofNullable(sequences.rankOf(requestId));
  }

  private boolean hinted(boolean changed, WorkerWithDpRank rank) {
    if (changed) {
      hints.offer(rank);
    }
    return changed;
  }
}
