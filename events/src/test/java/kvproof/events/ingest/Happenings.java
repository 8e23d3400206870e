package kvproof.events.ingest;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Events as the specification writes them: blocks 1, 2, 3 of a chain are 101, 102, 103. */
final class Happenings {
  static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank W1_1 = new WorkerWithDpRank(1, 1);
  static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private Happenings() {}

  /** Blocks {@code first} to {@code last} of the chain, on the device. */
  static Stored chain(WorkerWithDpRank rank, int first, int last) {
    return chain(rank, StorageTier.DEVICE, first, last);
  }

  static Stored chain(WorkerWithDpRank rank, StorageTier tier, int first, int last) {
    return new Stored(
        rank,
        tier,
        first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first),
        BlockHashes.of(LongStream.rangeClosed(first, last).toArray()),
        BlockHashes.of(LongStream.rangeClosed(100 + first, 100 + last).toArray()));
  }

  /** A store of one block that names itself as its parent. */
  static Stored malformed(WorkerWithDpRank rank, long hash) {
    return new Stored(
        rank,
        StorageTier.DEVICE,
        OptionalLong.of(hash),
        BlockHashes.of(hash - 100),
        BlockHashes.of(hash));
  }

  static Removed removal(WorkerWithDpRank rank, long... hashes) {
    return removal(rank, StorageTier.DEVICE, hashes);
  }

  static Removed removal(WorkerWithDpRank rank, StorageTier tier, long... hashes) {
    return new Removed(rank, tier, BlockHashes.of(hashes));
  }

  static Cleared clear(WorkerWithDpRank rank) {
    return Cleared.of(rank);
  }

  static StreamBatch batch(long sequence, KvCacheEvent... events) {
    return StreamBatch.of(sequence, List.of(events));
  }

  /** A batch that stores the block with its number: 101 in batch 0, 102 in batch 1. */
  static StreamBatch blockOf(WorkerWithDpRank rank, long sequence) {
    int position = (int) sequence + 1;
    return batch(sequence, chain(rank, position, position));
  }
}
