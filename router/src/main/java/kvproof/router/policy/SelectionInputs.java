package kvproof.router.policy;

import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.CandidateRanks;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.overlap.SharedCacheHits;
import org.jspecify.annotations.Nullable;

/**
 * The host's side of one selection: what is known of each eligible rank.
 *
 * <p>Candidates are numbered from 0, sorted by rank. Every call computes what it is asked and no
 * more, so what no component reads is never computed. It gives the same answer throughout one
 * selection, but for the counters behind {@link #residentCounts}.
 */
public interface SelectionInputs extends CandidateRanks {

  /** How many ranks are eligible. */
  int candidateCount();

  @Override
  WorkerWithDpRank rank(int candidate);

  /** What this host can give at all; everything else is absent for every component. */
  default InputSet supplied() {
    return PartitionInputs.SUPPLIED;
  }

  /** Leading blocks on the device, as they were found. */
  int deviceBlocks(int candidate);

  /** Host-pinned blocks that continue them. */
  int hostBlocks(int candidate);

  /** Disk and external blocks that continue those. */
  int diskBlocks(int candidate);

  /** Blocks of all tiers by their weights. */
  double effectiveOverlap(int candidate);

  /** Tokens that the overlap is taken to save, not cut to the prompt. */
  long cachedTokens(int candidate);

  /** Whether any rank, eligible or not, has blocks on any tier. */
  boolean hasTierMatches();

  /** Null: the shared cache was not asked. */
  @Nullable SharedCacheHits sharedHits();

  /** Whether the request kept candidates to fetch from. */
  boolean hasFetchCandidates();

  /** Device blocks and the host-pinned blocks that continue them. */
  int frontier(int candidate);

  /** One past the last block that the stored source serves; the frontier without a source. */
  int creditedEnd(int candidate);

  /** Whether the load of the rank is known. */
  boolean loadAvailable(int candidate);

  long activePrefillTokens(int candidate);

  long activeDecodeBlocks(int candidate);

  /** Blocks that the request would add to them. */
  long additionalBlocks(int candidate);

  long activeRequests(int candidate);

  /** Taints of the worker. */
  Set<String> taints(int candidate);

  /** Active requests by the host's own count; a partition has none. */
  default OptionalLong occupancy(int candidate) {
    return OptionalLong.empty();
  }

  /**
   * The counters there are now; asked once in a selection, and only if the policy declared them.
   * Null: none can be read.
   */
  @Nullable ResidentCountsView residentCounts();
}
