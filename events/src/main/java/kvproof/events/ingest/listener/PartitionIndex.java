package kvproof.events.ingest.listener;

import java.util.function.Consumer;
import kvproof.events.ingest.IndexUnavailableException;
import kvproof.model.IndexStep;
import kvproof.model.WorkerWithDpRank;

/** The index of one partition, for any thread. */
public interface PartitionIndex extends Consumer<IndexStep> {

  /**
   * Takes a step, now or later, in the order of the calls of one thread. May wait while it has too
   * many; throws {@link IndexUnavailableException} if it takes nothing any more.
   */
  @Override
  void accept(IndexStep step);

  /** Whether it holds any block of the rank, on any tier, after all that was accepted. */
  boolean holdsBlocks(WorkerWithDpRank rank);
}
