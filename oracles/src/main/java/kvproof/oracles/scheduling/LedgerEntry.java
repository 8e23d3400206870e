package kvproof.oracles.scheduling;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/** One booking on the page; whether it is still there may be known to the scheduler alone. */
final class LedgerEntry {
  private static final long SWEEP_NANOS = 60_000_000_000L;

  final SelectionRequest request;
  final WorkerWithDpRank rank;
  private final long madeAfter;
  private final long madeBefore;
  long prefillTokens;
  long outputBlocks;

  /** Made at some time between the two, both included. */
  LedgerEntry(
      SelectionRequest request,
      WorkerWithDpRank rank,
      long prefillTokens,
      long madeAfter,
      long madeBefore) {
    this.request = request;
    this.rank = rank;
    this.prefillTokens = prefillTokens;
    this.madeAfter = madeAfter;
    this.madeBefore = madeBefore;
  }

  /** Its blocks count once together with those of other requests. */
  boolean isShared() {
    return !request.override().assumeReuse().equals(Optional.of(false));
  }

  boolean mayHaveExpired(OptionalLong expiryNanos, long now) {
    return expiryNanos.isPresent() && now - madeAfter > expiryNanos.getAsLong();
  }

  /** It was too old when all bookings were looked through the last time. */
  boolean mustHaveExpired(OptionalLong expiryNanos, long now) {
    long lastSweep = now / SWEEP_NANOS * SWEEP_NANOS;
    return expiryNanos.isPresent() && lastSweep - madeBefore > expiryNanos.getAsLong();
  }
}
