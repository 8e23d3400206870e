package kvproof.oracles.scheduling;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Every booking and what it adds to the load of its rank: selection 6.1 and 6.5, reading a list.
 *
 * <p>Catches load that is booked twice, under another rank, or released too early, too late or
 * never. Blind to what a remote replica would say.
 */
final class Bookings {
  /** A rank that is added to looks for expired bookings this often at most. */
  private static final long ADD_CHECK_NANOS = 30_000_000_000L;

  private static final class Slot {
    private final PrefillLoad prefill = new PrefillLoad();
    private final HeldPaths paths = new HeldPaths();
    private long lastChecked;

    Slot(long now) {
      lastChecked = now;
    }
  }

  private final OptionalLong expiryNanos;
  private final SortedMap<WorkerWithDpRank, Slot> slots = new TreeMap<>();
  private final Map<String, Booking> byId = new TreeMap<>();

  Bookings(OptionalLong expiryNanos) {
    this.expiryNanos = expiryNanos;
  }

  /** Ranks that leave take their bookings along; ranks that stay keep everything. */
  void reconcile(SortedSet<WorkerWithDpRank> ranks, long now) {
    slots.keySet().retainAll(ranks);
    byId.values().removeIf(booking -> !ranks.contains(booking.rank()));
    ranks.forEach(rank -> slots.computeIfAbsent(rank, added -> new Slot(now)));
  }

  boolean isBooked(String requestId) {
    return byId.containsKey(requestId);
  }

  /** Exactly that selection's booking is there, not another one under its id. */
  boolean isBooked(Selection selection) {
    Booking booking = byId.get(selection.id());
    return booking != null && booking.selection().equals(selection);
  }

  @Nullable Booking find(String requestId) {
    return byId.get(requestId);
  }

  /** True if bookings of that rank expired on the way. The id must not be booked. */
  boolean add(Booking booking) {
    Slot slot = slot(booking.rank());
    boolean expired = false;
    if (expiryNanos.isPresent() && booking.madeAt() - slot.lastChecked >= ADD_CHECK_NANOS) {
      slot.lastChecked = booking.madeAt();
      expired = expire(booking.rank(), booking.madeAt());
    }
    byId.put(booking.requestId(), booking);
    slot.paths.add(booking.requestId(), booking.hashes(), booking.sharesBlocks());
    if (booking.prefillTokens() > 0) {
      slot.prefill.add(
          booking.requestId(), booking.prefillTokens(), booking.prefillNanos(), booking.madeAt());
    }
    return expired;
  }

  /** The ranks that lost a booking. */
  SortedSet<WorkerWithDpRank> expire(long now) {
    SortedSet<WorkerWithDpRank> changed = new TreeSet<>();
    for (WorkerWithDpRank rank : slots.keySet()) {
      if (expire(rank, now)) {
        changed.add(rank);
      }
    }
    return changed;
  }

  private boolean expire(WorkerWithDpRank rank, long now) {
    if (expiryNanos.isEmpty()) {
      return false;
    }
    List<Booking> expired = new ArrayList<>(byId.values());
    expired.removeIf(
        booking ->
            !booking.rank().equals(rank) || now - booking.madeAt() <= expiryNanos.getAsLong());
    // Oldest first; of one moment they leave no anchor among them, in whatever order.
    expired.sort((left, right) -> Long.compare(left.madeAt(), right.madeAt()));
    expired.forEach(booking -> release(booking, now));
    return !expired.isEmpty();
  }

  void release(Booking booking, long now) {
    Slot slot = slot(booking.rank());
    slot.prefill.remove(booking.requestId(), now);
    slot.paths.remove(booking.requestId());
    byId.remove(booking.requestId());
  }

  /** False if nothing changed. */
  boolean completePrefill(Booking booking, long now) {
    return slot(booking.rank()).prefill.remove(booking.requestId(), now);
  }

  void addOutput(Booking booking, int blocks, double fraction) {
    slot(booking.rank()).paths.addOutput(booking.requestId(), blocks, fraction);
  }

  long activeTokens(WorkerWithDpRank rank, long now) {
    return slot(rank).prefill.activeTokens(now);
  }

  long activeBlocks(WorkerWithDpRank rank) {
    return slot(rank).paths.active();
  }

  long additionalBlocks(WorkerWithDpRank rank, List<Long> hashes, boolean sharesBlocks) {
    return slot(rank).paths.additional(hashes, sharesBlocks);
  }

  long activeRequests(WorkerWithDpRank rank) {
    return byId.values().stream().filter(booking -> booking.rank().equals(rank)).count();
  }

  SortedMap<WorkerWithDpRank, RankLoad> loads(long now) {
    SortedMap<WorkerWithDpRank, RankLoad> loads = new TreeMap<>();
    for (WorkerWithDpRank rank : slots.keySet()) {
      loads.put(
          rank, new RankLoad(activeTokens(rank, now), activeBlocks(rank), activeRequests(rank)));
    }
    return loads;
  }

  private Slot slot(WorkerWithDpRank rank) {
    return requireNonNull(slots.get(rank), () -> "no slot for " + rank);
  }
}
