package kvproof.model;

/** A router that also counts what became of the stores it took, and what each rank holds. */
public interface CountingRouter extends KvRouter {

  /** What was counted on one tier since the start; zeros for a tier without events. */
  TierStatistics statistics(StorageTier tier);

  /**
   * Keeps a counter for each rank from now on, of what it holds already too, and reads {@link
   * #residentBlocks} from there; false if some are not kept. Harmless if repeated, and nothing to
   * do for a router that counts anew whenever it is asked.
   */
  default boolean trackResidentBlocks() {
    return true;
  }
}
