package kvproof.model;

/** A router that also counts what became of the stores it took. */
public interface CountingRouter extends KvRouter {

  /** What was counted on one tier since the start; zeros for a tier without events. */
  TierStatistics statistics(StorageTier tier);
}
