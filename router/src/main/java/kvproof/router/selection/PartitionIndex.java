package kvproof.router.selection;

import kvproof.model.BlockHashes;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.queue.OverlapIndex;

/** The index of a partition, with what else its partition tells it. */
public interface PartitionIndex extends OverlapIndex {

  /** What the workers of the partition published; replaces what was said before. */
  void replace(WorkerSnapshot published);

  /** Keeps the counters of resident blocks from now on; false: this index has none to keep. */
  boolean trackResidentBlocks();

  /** A booked request goes to a rank; for an index that goes by routing decisions. */
  void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes);
}
