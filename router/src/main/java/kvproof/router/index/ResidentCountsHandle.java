package kvproof.router.index;

import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * Reads the resident counts of one index, which all its handles share. For any thread.
 *
 * <p>A selection takes the {@link #view} once and reads every rank from it, live: two reads of one
 * rank may differ.
 */
public final class ResidentCountsHandle {
  private final ResidentCounts counts;

  public ResidentCountsHandle(ResidentCounts counts) {
    this.counts = counts;
  }

  /** The counters there are now; a rank that appears later is not in it. */
  public ResidentCountsView view() {
    return counts.view();
  }

  /**
   * Device blocks of the rank as of the last event applied to it; empty if it is not tracked, was
   * never seen, was removed, or if the thread that applies its events has ended.
   */
  public OptionalLong blocks(WorkerWithDpRank rank) {
    return counts.blocks(rank);
  }
}
