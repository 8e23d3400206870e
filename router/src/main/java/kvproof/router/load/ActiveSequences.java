package kvproof.router.load;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Everything booked on all ranks of one partition.
 *
 * <p>One thread at a time. Times are nanoseconds on any one clock that does not go back. Removals
 * of every kind may meet each other: the second one finds nothing and changes nothing.
 */
public final class ActiveSequences {

  /**
   * Without ranks.
   *
   * @param expiryNanos a booking that is older is dropped; absent: bookings last until freed. Throws
   *     {@link IllegalArgumentException} below 1
   */
  public ActiveSequences(int blockSize, OptionalLong expiryNanos) {
    throw new UnsupportedOperationException();
  }

  public TopologyOutcome register(SchedulableWorker worker, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public TopologyOutcome unregister(long workerId) {
    throw new UnsupportedOperationException();
  }

  public TopologyChange upsert(SchedulableWorker worker, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public TopologyChange reconcile(Collection<SchedulableWorker> workers, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** -1: the rank has none. */
  public int slotOf(WorkerWithDpRank rank) {
    throw new UnsupportedOperationException();
  }

  public int slotCount() {
    throw new UnsupportedOperationException();
  }

  public long topologyVersion() {
    throw new UnsupportedOperationException();
  }

  public SortedSet<WorkerWithDpRank> ranks() {
    throw new UnsupportedOperationException();
  }

  public BookingOutcome add(Booking booking, UnknownRank unknownRank, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public boolean completePrefill(String requestId, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public boolean completePrefill(String requestId, Fence fence, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public boolean free(String requestId, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public boolean free(String requestId, Fence fence, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public boolean addOutputBlocks(String requestId, int blocks, double fraction) {
    throw new UnsupportedOperationException();
  }

  public @Nullable WorkerWithDpRank rankOf(String requestId) {
    throw new UnsupportedOperationException();
  }

  public List<WorkerWithDpRank> expire(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public void project(BlockHashes sequenceHashes, long nowNanos, LoadProjection result) {
    throw new UnsupportedOperationException();
  }

  public SortedMap<WorkerWithDpRank, PotentialLoad> potentialLoads(
      PotentialQuery query, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public long activePrefillTokens(int slot, long nowNanos) {
    throw new UnsupportedOperationException();
  }

  public long activeBlocks(int slot) {
    throw new UnsupportedOperationException();
  }

  public long activeRequests(int slot) {
    throw new UnsupportedOperationException();
  }
}
