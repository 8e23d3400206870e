package kvproof.model;

import java.util.OptionalLong;

/** A router that also counts what became of the stores it took, and what each rank holds. */
public interface CountingRouter extends KvRouter {

  /** What was counted on one tier since the start; zeros for a tier without events. */
  TierStatistics statistics(StorageTier tier);

  /**
   * Pieces of its memory that clears have looked at since the start, and the tidying that goes with
   * them: what a clear costs, whatever the machine. In units of its own, none larger than a block;
   * empty: not counted.
   */
  default OptionalLong clearingWork() {
    return OptionalLong.empty();
  }

  /**
   * Keeps a counter for each rank from now on, of what it holds already too, and reads {@link
   * #residentBlocks} from there; false if some are not kept. Harmless if repeated, and nothing to
   * do for a router that counts anew whenever it is asked.
   */
  default boolean trackResidentBlocks() {
    return true;
  }
}
