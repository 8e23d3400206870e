package kvproof.benchmarks.selection;

import java.util.Set;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.SelectionInputs;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of the crate's own selection bench: overlap and load by the worker's number.
 *
 * <p>An overlap is known, and not of which tiers it is; nothing can be fetched.
 */
final class ArrayInputs implements SelectionInputs {
  static final int BLOCK_TOKENS = 16;

  private final WorkerWithDpRank[] ranks;
  private final long[] cachedTokens;
  private final double[] overlaps;
  private final long[] prefillTokens;
  private final long[] decodeBlocks;
  private final long[] requests;
  private final @Nullable ResidentCountsView counts;

  /**
   * @param counts null: none can be read
   */
  ArrayInputs(int workers, @Nullable ResidentCountsView counts) {
    this.counts = counts;
    ranks = new WorkerWithDpRank[workers];
    cachedTokens = new long[workers];
    overlaps = new double[workers];
    prefillTokens = new long[workers];
    decodeBlocks = new long[workers];
    requests = new long[workers];
    for (int worker = 0; worker < workers; worker++) {
      ranks[worker] = new WorkerWithDpRank(worker, 0);
      cachedTokens[worker] = worker % 32 * 64;
      overlaps[worker] = cachedTokens[worker] / (double) BLOCK_TOKENS;
      prefillTokens[worker] = worker * 16L;
      decodeBlocks[worker] = worker % 127;
      requests[worker] = worker % 17;
    }
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
    return overlaps[candidate];
  }

  @Override
  public long cachedTokens(int candidate) {
    return cachedTokens[candidate];
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
    return true;
  }

  @Override
  public long activePrefillTokens(int candidate) {
    return prefillTokens[candidate];
  }

  @Override
  public long activeDecodeBlocks(int candidate) {
    return decodeBlocks[candidate];
  }

  @Override
  public long additionalBlocks(int candidate) {
    return 0;
  }

  @Override
  public long activeRequests(int candidate) {
    return requests[candidate];
  }

  @Override
  public Set<String> taints(int candidate) {
    return Set.of();
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return counts;
  }
}
