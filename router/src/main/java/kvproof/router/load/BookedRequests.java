package kvproof.router.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** Who is booked, by request id, and the blocks of all of them. One thread. */
final class BookedRequests {
  private final OptionalLong expiryNanos;
  private final BlockTracker blocks = new BlockTracker();
  private final Map<String, ActiveRequest> requests = new HashMap<>();

  /** Throws {@link IllegalArgumentException} for an expiry below 1; absent: none expires. */
  BookedRequests(OptionalLong expiryNanos) {
    if (expiryNanos.isPresent() && expiryNanos.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "bookings cannot expire after "
              + expiryNanos.getAsLong()
              + " ns (leave the expiry out to keep them)");
    }
    this.expiryNanos = expiryNanos;
  }

  @Nullable ActiveRequest find(String requestId) {
    return requests.get(requestId);
  }

  /** Null too if another booking has the id than the one that is meant. */
  @Nullable ActiveRequest find(String requestId, Fence fence) {
    ActiveRequest request = requests.get(requestId);
    boolean isMeant = request != null && fence.admits(request.load().rank, request.attempt());
    return isMeant ? request : null;
  }

  /** Books under an id that has no booking. Returns the ranks that expiry freed something on. */
  List<WorkerWithDpRank> add(Booking booking, RankSlot load, long nowNanos) {
    boolean freed = load.isDueForCheck(nowNanos) && expire(load, nowNanos);
    String id = booking.requestId();
    if (booking.prefillTokens() > 0) {
      load.prefill.add(id, booking.prefillTokens(), booking.prefillNanos(), nowNanos);
    }
    BlockTracker.Held held =
        blocks.hold(load.slot, booking.sequenceHashes(), booking.sharesBlocks());
    var request = new ActiveRequest(id, booking.attempt(), load, held, nowNanos);
    load.requests.put(id, request);
    requests.put(id, request);
    return freed ? List.of(load.rank) : List.of();
  }

  /** False: no prefill tokens to remove. */
  boolean completePrefill(@Nullable ActiveRequest request, long nowNanos) {
    return request != null && request.load().prefill.remove(request.id(), nowNanos);
  }

  /** False: nothing to end. */
  boolean free(@Nullable ActiveRequest request, long nowNanos) {
    if (request == null) {
      return false;
    }
    completePrefill(request, nowNanos);
    blocks.release(request.blocks());
    request.load().requests.remove(request.id());
    requests.remove(request.id());
    return true;
  }

  void addOutput(ActiveRequest request, int produced, double fraction) {
    blocks.addOutput(request.blocks(), produced, fraction);
  }

  /** Drops the expired bookings of a rank. False: there were none. */
  boolean expire(RankSlot load, long nowNanos) {
    if (expiryNanos.isEmpty()) {
      return false;
    }
    List<ActiveRequest> expired = load.olderThan(expiryNanos.getAsLong(), nowNanos);
    expired.forEach(request -> free(request, nowNanos));
    return !expired.isEmpty();
  }

  /** Drops everything booked on a rank that is about to go. */
  void drop(RankSlot load) {
    for (ActiveRequest request : load.requests.values()) {
      requests.remove(request.id());
      blocks.release(request.blocks());
    }
    blocks.checkEmpty(load.slot);
  }

  BlockTracker blocks() {
    return blocks;
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }
}
