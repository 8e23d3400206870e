package kvproof.oracles.scheduling;

import java.util.Optional;
import java.util.SortedMap;

/**
 * Everything that the cost of one rank depends on. Ranks with equal inputs cost the same in any
 * arithmetic.
 *
 * @param sharedBeyond blocks of the shared cache at positions that the rank lacks on device
 * @param activeTokens A
 * @param decodeBlocks active blocks and additional ones
 * @param creditedEnd the frontier without a source
 * @param taints the preferred taints that the worker carries, with their weights; absent if none
 *     are asked for, or the request is pinned
 */
record CostInputs(
    RankOverlap overlap,
    long sharedBeyond,
    long activeTokens,
    long cachedTokens,
    long decodeBlocks,
    long activeRequests,
    int creditedEnd,
    Optional<SortedMap<String, Double>> taints) {}
