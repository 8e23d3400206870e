package kvproof.model;

/**
 * Counters of one tier since the start.
 *
 * @param detached blocks stored anew whose parent the owner did not hold at that moment
 * @param malformed stores refused as a whole
 * @param duplicateStores stores with blocks that changed nothing
 */
public record TierStatistics(long detached, long malformed, long duplicateStores) {}
