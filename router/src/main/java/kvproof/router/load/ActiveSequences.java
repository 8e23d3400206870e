package kvproof.router.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Everything booked on all ranks of one partition.
 *
 * <p>One thread at a time. Times are nanoseconds on any one clock that does not go back. Removals
 * of every kind may meet each other: the second one finds nothing and changes nothing. Where sums
 * contradict each other an {@link AssertionError} says so; nothing is clamped.
 */
public final class ActiveSequences {
  private final RankSlots slots = new RankSlots();
  private final BookedRequests bookings;
  private final TreeSet<Long> registered = new TreeSet<>(Long::compareUnsigned);

  /**
   * Without ranks.
   *
   * @param expiryNanos a booking that is older is dropped; absent: bookings last until freed.
   *     Throws {@link IllegalArgumentException} below 1
   */
  public ActiveSequences(OptionalLong expiryNanos) {
    this.bookings = new BookedRequests(expiryNanos);
  }

  /** Slots for all ranks of a worker that is not registered; those that it has already are kept. */
  public TopologyOutcome register(SchedulableWorker worker, long nowNanos) {
    if (registered.contains(worker.workerId())) {
      return new TopologyOutcome.DuplicateWorker(worker.workerId());
    }
    return new TopologyOutcome.Changed(upsert(worker, nowNanos));
  }

  /** Removes all ranks of the worker with what is booked on them, registered or not. */
  public TopologyOutcome unregister(long workerId) {
    List<RankSlot> ranks = slots.ofWorker(workerId);
    if (!registered.remove(workerId) && ranks.isEmpty()) {
      return new TopologyOutcome.WorkerNotFound(workerId);
    }
    ranks.forEach(this::drop);
    return new TopologyOutcome.Changed(new TopologyChange(List.of(), ranksOf(ranks)));
  }

  /** Registers the worker if it is not; adds slots, and takes none away. */
  public TopologyChange upsert(SchedulableWorker worker, long nowNanos) {
    registered.add(worker.workerId());
    return new TopologyChange(slots.addMissing(worker, nowNanos), List.of());
  }

  /**
   * Registers these workers and no others: ranks outside theirs are removed with what is booked on
   * them, whoever added them; the rest keep slot and load. Throws {@link IllegalArgumentException}
   * if a worker is listed twice, before anything has changed.
   */
  public TopologyChange reconcile(Collection<SchedulableWorker> workers, long nowNanos) {
    SortedMap<Long, SchedulableWorker> listed = byId(workers);
    List<RankSlot> left = new ArrayList<>();
    for (RankSlot load : slots.all()) {
      SchedulableWorker worker = listed.get(load.rank.workerId());
      if (worker == null || !worker.hasRank(load.rank.dpRank())) {
        left.add(load);
      }
    }
    left.forEach(this::drop);
    registered.clear();
    List<WorkerWithDpRank> added = new ArrayList<>();
    for (SchedulableWorker worker : listed.values()) {
      registered.add(worker.workerId());
      added.addAll(slots.addMissing(worker, nowNanos));
    }
    return new TopologyChange(added, ranksOf(left));
  }

  private static SortedMap<Long, SchedulableWorker> byId(Collection<SchedulableWorker> workers) {
    var byId = new TreeMap<Long, SchedulableWorker>(Long::compareUnsigned);
    for (SchedulableWorker worker : workers) {
      if (byId.put(worker.workerId(), worker) != null) {
        throw new IllegalArgumentException(
            "worker " + Long.toUnsignedString(worker.workerId()) + " is listed twice");
      }
    }
    return byId;
  }

  private static List<WorkerWithDpRank> ranksOf(List<RankSlot> loads) {
    return loads.stream().map(load -> load.rank).toList();
  }

  private void drop(RankSlot load) {
    bookings.drop(load);
    slots.remove(load);
  }

  /** -1: the rank has none. Holds for one {@link #topologyVersion()}. */
  public int slotOf(WorkerWithDpRank rank) {
    RankSlot load = slots.find(rank);
    return load == null ? -1 : load.slot;
  }

  /** One past the last slot in use; there may be free ones below. */
  public int slotCount() {
    return slots.count();
  }

  /** Another one whenever a rank got or lost its slot. */
  public long topologyVersion() {
    return slots.version();
  }

  /** A view: every rank with a slot. */
  public SortedSet<WorkerWithDpRank> ranks() {
    return slots.ranks();
  }

  /**
   * Books a load, unless its id is booked. Now and then expired bookings of the rank are dropped
   * first.
   */
  public BookingOutcome add(Booking booking, UnknownRank unknownRank, long nowNanos) {
    ActiveRequest holder = bookings.find(booking.requestId());
    if (holder != null) {
      return new BookingOutcome.DuplicateRequest(booking.requestId(), holder.load().rank);
    }
    RankSlot load = slots.find(booking.rank());
    if (load == null && unknownRank == UnknownRank.REFUSE) {
      return new BookingOutcome.UnknownRank(booking.rank());
    }
    if (load == null) {
      load = slots.create(booking.rank(), nowNanos);
    }
    return new BookingOutcome.Booked(bookings.add(booking, load, nowNanos));
  }

  /** Removes the prefill tokens of a request. False: it has none, any more or ever. */
  public boolean completePrefill(String requestId, long nowNanos) {
    return bookings.completePrefill(bookings.find(requestId), nowNanos);
  }

  /** As without a fence, if the booking is the one that is meant; else nothing and false. */
  public boolean completePrefill(String requestId, Fence fence, long nowNanos) {
    return bookings.completePrefill(bookings.find(requestId, fence), nowNanos);
  }

  /** Ends a booking. False: there is none under the id. */
  public boolean free(String requestId, long nowNanos) {
    return bookings.free(bookings.find(requestId), nowNanos);
  }

  /** As without a fence, if the booking is the one that is meant; else nothing and false. */
  public boolean free(String requestId, Fence fence, long nowNanos) {
    return bookings.free(bookings.find(requestId, fence), nowNanos);
  }

  /**
   * Blocks that a request has produced, all its own; none changes nothing.
   *
   * @param fraction what each block counts from now on that is this request's alone, 0 to 1; throws
   *     {@link IllegalArgumentException} for another one, or for less than 0 blocks
   * @return false: nothing is booked under the id
   */
  public boolean addOutputBlocks(String requestId, int produced, double fraction) {
    if (produced < 0 || !(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          produced
              + " output blocks that count "
              + fraction
              + " for request '"
              + requestId
              + "' (0 or more, each from 0 to 1)");
    }
    ActiveRequest request = bookings.find(requestId);
    if (request != null && produced > 0) {
      bookings.addOutput(request, produced, Math.abs(fraction)); // -0.0 is 0
    }
    return request != null;
  }

  /** Where the request is booked; null: nowhere. */
  public @Nullable WorkerWithDpRank rankOf(String requestId) {
    ActiveRequest request = bookings.find(requestId);
    return request == null ? null : request.load().rank;
  }

  /** Whether the booking that the fence means is there. */
  public boolean isBooked(String requestId, Fence fence) {
    return bookings.find(requestId, fence) != null;
  }

  /** Whether nothing is booked on any rank. */
  public boolean isEmpty() {
    return bookings.isEmpty();
  }

  /** Drops every expired booking. Returns the ranks that lost one, sorted. */
  public List<WorkerWithDpRank> expire(long nowNanos) {
    List<WorkerWithDpRank> changed = new ArrayList<>();
    for (RankSlot load : slots.all()) {
      if (bookings.expire(load, nowNanos)) {
        changed.add(load.rank);
      }
    }
    return changed;
  }

  /** Fills {@code result} with the loads of all slots, and what the prompt would add to each. */
  public void project(BlockHashes sequenceHashes, long nowNanos, LoadProjection result) {
    int count = slots.count();
    result.begin(count, sequenceHashes.size(), slots.version());
    BlockTracker blocks = bookings.blocks();
    blocks.heldPrefixes(sequenceHashes, result.heldPrefix);
    for (int slot = 0; slot < count; slot++) {
      RankSlot load = slots.at(slot);
      result.prefillTokens[slot] = load == null ? 0 : load.prefill.activeTokens(nowNanos);
      result.blocks[slot] = blocks.activeBlocks(slot);
      result.requests[slot] = load == null ? 0 : load.requests.size();
    }
  }

  /** The load of every rank with a slot as it would be with this request on it. */
  public SortedMap<WorkerWithDpRank, PotentialLoad> potentialLoads(
      PotentialQuery query, long nowNanos) {
    LoadProjection projection = new LoadProjection();
    project(query.sequenceHashes(), nowNanos, projection);
    var loads = new TreeMap<WorkerWithDpRank, PotentialLoad>();
    for (RankSlot load : slots.all()) {
      int slot = load.slot;
      loads.put(
          load.rank,
          new PotentialLoad(
              projection.activePrefillTokens(slot) + query.chargedTokens(load.rank),
              projection.activeBlocks(slot) + projection.additionalBlocks(slot),
              projection.activeRequests(slot)));
    }
    return loads;
  }

  /** All loads as they stand. */
  public PromptLoads snapshot() {
    var loads = new TreeMap<WorkerWithDpRank, PromptLoad>();
    for (RankSlot load : slots.all()) {
      loads.put(
          load.rank,
          new PromptLoad(load.prefill.snapshot(), activeBlocks(load.slot), load.requests.size()));
    }
    return new PromptLoads(loads);
  }

  /** Tokens not yet prefilled; 0 for a free slot, as all loads. */
  public long activePrefillTokens(int slot, long nowNanos) {
    RankSlot load = slots.at(Objects.checkIndex(slot, slots.count()));
    return load == null ? 0 : load.prefill.activeTokens(nowNanos);
  }

  public long activeBlocks(int slot) {
    return bookings.blocks().activeBlocks(Objects.checkIndex(slot, slots.count()));
  }

  public long activeRequests(int slot) {
    RankSlot load = slots.at(Objects.checkIndex(slot, slots.count()));
    return load == null ? 0 : load.requests.size();
  }

  /** Stretches of blocks in the tree of prompts; 0 once everything has ended. */
  int promptNodes() {
    return bookings.blocks().nodes();
  }
}
