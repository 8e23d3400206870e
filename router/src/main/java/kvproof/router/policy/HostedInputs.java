package kvproof.router.policy;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.overlap.SharedCacheHits;
import org.jspecify.annotations.Nullable;

/**
 * The reduced form, for a host that has no index and no bookings: workers, and maybe a count.
 *
 * <p>{@link InputSet#OCCUPANCY} is all that a component can read; whatever else it declares is
 * absent. Each worker counts as its rank 0.
 */
public final class HostedInputs implements SelectionInputs {
  private final WorkerWithDpRank[] ranks;
  private final @Nullable OccupancyLookup occupancy;

  private HostedInputs(long[] workerIds, @Nullable OccupancyLookup occupancy) {
    this.ranks =
        Arrays.stream(workerIds)
            .mapToObj(workerId -> new WorkerWithDpRank(workerId, 0))
            .sorted()
            .distinct()
            .toArray(WorkerWithDpRank[]::new);
    this.occupancy = occupancy;
  }

  /** Workers in any order, whose requests the host does not count. */
  public static HostedInputs of(long[] workerIds) {
    return new HostedInputs(workerIds, null);
  }

  /** Workers in any order, and what the host counts of them. */
  public static HostedInputs of(long[] workerIds, OccupancyLookup occupancy) {
    return new HostedInputs(workerIds, occupancy);
  }

  @Override
  public InputSet supplied() {
    return InputSet.OCCUPANCY;
  }

  @Override
  public int candidateCount() {
    return ranks.length;
  }

  @Override
  public WorkerWithDpRank rank(int candidate) {
    return ranks[candidate];
  }

  @Override
  public OptionalLong occupancy(int candidate) {
    return occupancy == null
        ? OptionalLong.empty()
        : occupancy.activeRequests(ranks[candidate].workerId());
  }

  @Override
  public int deviceBlocks(int candidate) {
    return 0;
  }

  @Override
  public int hostBlocks(int candidate) {
    return 0;
  }

  @Override
  public int diskBlocks(int candidate) {
    return 0;
  }

  @Override
  public double effectiveOverlap(int candidate) {
    return 0;
  }

  @Override
  public long cachedTokens(int candidate) {
    return 0;
  }

  @Override
  public boolean hasTierMatches() {
    return false;
  }

  @Override
  public @Nullable SharedCacheHits sharedHits() {
    return null;
  }

  @Override
  public boolean hasFetchCandidates() {
    return false;
  }

  @Override
  public int frontier(int candidate) {
    return 0;
  }

  @Override
  public int creditedEnd(int candidate) {
    return 0;
  }

  @Override
  public boolean loadAvailable(int candidate) {
    return false;
  }

  @Override
  public long activePrefillTokens(int candidate) {
    return 0;
  }

  @Override
  public long activeDecodeBlocks(int candidate) {
    return 0;
  }

  @Override
  public long additionalBlocks(int candidate) {
    return 0;
  }

  @Override
  public long activeRequests(int candidate) {
    return 0;
  }

  @Override
  public Set<String> taints(int candidate) {
    return Set.of();
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return null;
  }
}
