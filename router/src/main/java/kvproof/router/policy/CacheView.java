package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalInt;
import kvproof.router.overlap.SharedCacheHits;

/** What of the request's prompt one rank holds, in blocks unless said otherwise. */
public interface CacheView {

  /** Leading device blocks as they were found, 0 if none. */
  int deviceBlocks();

  /** Host-pinned blocks that continue them. */
  int hostBlocks();

  /** Disk and external blocks that continue those. */
  int diskBlocks();

  /** Blocks of all tiers by their weights, so maybe no whole number; 0 if nothing is known. */
  double effectiveOverlapBlocks();

  /** Tokens that the overlap is taken to save; may exceed the prompt. */
  long cachedTokens();

  /** Whether any rank has blocks on any tier, judged before filters. */
  boolean hasTierMatches();

  /** Hits of the shared cache; absent: it was not asked, which differs from no hits. */
  Optional<SharedCacheHits> sharedHits();

  /**
   * Blocks past the rank's own that it would be told to fetch, 0 if no source qualifies; empty if
   * the request kept no candidates.
   */
  OptionalInt fetchableBlocks();

  /** As {@link #fetchableBlocks()}, {@code ifAbsent} where that is empty. */
  int fetchableBlocksOr(int ifAbsent);
}
