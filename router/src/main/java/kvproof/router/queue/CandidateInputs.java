package kvproof.router.queue;

import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.SourceChooser;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.load.ActiveSequences;
import kvproof.router.load.LoadProjection;
import kvproof.router.load.LoadTracking;
import kvproof.router.overlap.OverlapAccounting;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.SelectionInputs;
import org.jspecify.annotations.Nullable;

/**
 * What a policy may read of the ranks that one request may get, sorted by rank.
 *
 * <p>The source of every row, and how far it reaches, is chosen before anything is scored, whether
 * or not anybody looks at it: it stays with the row until the hint is made. Used again for each
 * selection, so that a warm one allocates nothing. For one thread at a time.
 */
final class CandidateInputs implements SelectionInputs {
  private static final int NONE = -1;

  private final Members members;
  private final OverlapIndex index;
  private final OverlapAccounting accounting;
  private final LoadTracking tracking;
  private final SourceChooser sources = new SourceChooser();
  private final LoadProjection loads = new LoadProjection();
  private int[] rows = new int[0];
  private int[] numbers = new int[0];
  private int count;
  private @Nullable RetainedLookup lookup;
  private @Nullable SharedCacheHits sharedHits;
  private boolean hasSources;

  /** Blocks that a request adds to every rank; -1: as many as the projection says. */
  private int unsharedBlocks;

  CandidateInputs(
      Members members, OverlapIndex index, OverlapAccounting accounting, LoadTracking tracking) {
    this.members = members;
    this.index = index;
    this.accounting = accounting;
    this.tracking = tracking;
  }

  /** Space for the rows of all members; {@link #begin} says how many of them count. */
  int[] rows() {
    int size = members.table().size();
    if (rows.length < size) {
      rows = new int[size];
      numbers = new int[size];
    }
    return rows;
  }

  /**
   * Makes these the inputs of a request, whose eligible rows are in {@link #rows()}.
   *
   * @param found its look-up; only candidates in it give sources
   * @param shared null: the shared cache was not asked
   */
  void begin(
      SelectionRequest request,
      RetainedLookup found,
      @Nullable SharedCacheHits shared,
      int rowCount,
      ActiveSequences sequences,
      long nowNanos) {
    lookup = found;
    sharedHits = shared;
    count = rowCount;
    for (int candidate = 0; candidate < count; candidate++) {
      numbers[candidate] = members.number(rows[candidate]);
    }
    hasSources = found.hasCandidates();
    if (hasSources) {
      found.chooseSources(index.directoryFor(found), numbers, count, sources);
    }
    BlockHashes tracked = tracking.trackedBlocks(request);
    sequences.project(tracked, nowNanos, loads);
    unsharedBlocks = tracking.shares(request) ? NONE : tracked.size();
  }

  private RetainedLookup lookup() {
    if (lookup == null) {
      throw new IllegalStateException("no selection has begun");
    }
    return lookup;
  }

  /** Row of a candidate in the table of members. */
  int row(int candidate) {
    return rows[candidate];
  }

  /** Owner number of a candidate. */
  int number(int candidate) {
    return numbers[candidate];
  }

  /** Owner number of the source stored with a candidate; -1 without one. */
  int source(int candidate) {
    return hasSources ? sources.source(candidate) : NONE;
  }

  @Override
  public int candidateCount() {
    return count;
  }

  @Override
  public WorkerWithDpRank rank(int candidate) {
    return members.table().rank(rows[candidate]);
  }

  @Override
  public int deviceBlocks(int candidate) {
    return lookup().deviceBlocks(numbers[candidate]);
  }

  @Override
  public int hostBlocks(int candidate) {
    return lookup().hostBlocks(numbers[candidate]);
  }

  @Override
  public int diskBlocks(int candidate) {
    RetainedLookup found = lookup();
    return found.diskBlocks(numbers[candidate]) + found.externalBlocks(numbers[candidate]);
  }

  @Override
  public double effectiveOverlap(int candidate) {
    return effective(lookup(), numbers[candidate], accounting);
  }

  static double effective(RetainedLookup found, int number, OverlapAccounting accounting) {
    return accounting.effective(
        found.deviceBlocks(number),
        found.hostBlocks(number),
        found.diskBlocks(number),
        found.externalBlocks(number));
  }

  @Override
  public long cachedTokens(int candidate) {
    return accounting.cachedTokens(effectiveOverlap(candidate));
  }

  @Override
  public boolean hasTierMatches() {
    return lookup().hasTierMatches();
  }

  @Override
  public @Nullable SharedCacheHits sharedHits() {
    return sharedHits;
  }

  @Override
  public boolean hasFetchCandidates() {
    return hasSources;
  }

  @Override
  public int frontier(int candidate) {
    return lookup().frontier(numbers[candidate]);
  }

  @Override
  public int creditedEnd(int candidate) {
    return hasSources ? sources.end(candidate) : frontier(candidate);
  }

  @Override
  public boolean loadAvailable(int candidate) {
    return slot(candidate) >= 0;
  }

  private int slot(int candidate) {
    return members.slot(rows[candidate]);
  }

  @Override
  public long activePrefillTokens(int candidate) {
    int slot = slot(candidate);
    return slot < 0 ? 0 : loads.activePrefillTokens(slot);
  }

  @Override
  public long activeDecodeBlocks(int candidate) {
    int slot = slot(candidate);
    return slot < 0 ? 0 : loads.activeBlocks(slot);
  }

  @Override
  public long additionalBlocks(int candidate) {
    int slot = slot(candidate);
    if (slot < 0) {
      return 0;
    }
    return unsharedBlocks >= 0 ? unsharedBlocks : loads.additionalBlocks(slot);
  }

  @Override
  public long activeRequests(int candidate) {
    int slot = slot(candidate);
    return slot < 0 ? 0 : loads.activeRequests(slot);
  }

  @Override
  public Set<String> taints(int candidate) {
    return members.table().worker(rows[candidate]).taints();
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return index.residentCounts();
  }
}
