package kvproof.router.load;

import java.util.LinkedHashMap;
import java.util.List;
import kvproof.model.WorkerWithDpRank;

/** One rank, its slot, and who is booked on it in which order. */
final class RankSlot {
  private static final long CHECK_NANOS = 30_000_000_000L;

  final WorkerWithDpRank rank;
  final int slot;
  final PrefillTracker prefill = new PrefillTracker();
  final LinkedHashMap<String, ActiveRequest> requests = new LinkedHashMap<>();
  private long checkedNanos;

  RankSlot(WorkerWithDpRank rank, int slot, long nowNanos) {
    this.rank = rank;
    this.slot = slot;
    this.checkedNanos = nowNanos;
  }

  /** Whether a booking on it should look for expired ones first; if so it will not for a while. */
  boolean isDueForCheck(long nowNanos) {
    if (nowNanos - checkedNanos < CHECK_NANOS) {
      return false;
    }
    checkedNanos = nowNanos;
    return true;
  }

  /** Requests that were booked longer ago, oldest booking first. */
  List<ActiveRequest> olderThan(long ageNanos, long nowNanos) {
    return requests.values().stream()
        .filter(request -> nowNanos - request.bookedNanos() > ageNanos)
        .toList();
  }
}
