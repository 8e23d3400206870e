package kvproof.benchmarks.events;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.SequenceHashes;

/** One prompt of a stream: local hash and sequence hash of each block, from the root. */
public final class StreamPrompt {
  private final BlockHashes local;
  private final BlockHashes sequence;

  private StreamPrompt(BlockHashes local, BlockHashes sequence) {
    this.local = local;
    this.sequence = sequence;
  }

  /** The first {@code longest} blocks of these local hashes. */
  static StreamPrompt of(long[] local, int longest) {
    BlockHashes kept =
        BlockHashes.of(local.length <= longest ? local : Arrays.copyOf(local, longest));
    return new StreamPrompt(kept, SequenceHashes.of(kept));
  }

  int size() {
    return local.size();
  }

  /** A fresh copy of the local hashes. */
  long[] local() {
    return local.toArray();
  }

  long sequence(int position) {
    return sequence.at(position);
  }

  /** The blocks from {@code start} on became resident, behind those before them. */
  Stored storedFrom(int start, WorkerWithDpRank rank) {
    OptionalLong parent =
        start == 0 ? OptionalLong.empty() : OptionalLong.of(sequence.at(start - 1));
    return new Stored(
        rank,
        StorageTier.DEVICE,
        parent,
        local.slice(start, size()),
        sequence.slice(start, size()));
  }
}
