package kvproof.events.routerevent;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;

/** What happened, in a router event. */
public sealed interface RouterEventData {

  /**
   * A chain of blocks that became resident; may be empty.
   *
   * @param parentHash external hash of the block before the first; absent: the root
   * @param startPosition unsigned 32-bit; for positional replay only, an index does not look at it
   */
  record Stored(OptionalLong parentHash, OptionalInt startPosition, List<StoredBlock> blocks)
      implements RouterEventData {
    public Stored {
      blocks = List.copyOf(blocks);
    }
  }

  /** Blocks that are resident no longer, by external hash; may be empty. */
  record Removed(BlockHashes blockHashes) implements RouterEventData {}

  /** Everything went away, on every tier. */
  record Cleared() implements RouterEventData {}

  /**
   * One block of a stored chain; hashes are unsigned 64-bit.
   *
   * @param blockHash external
   * @param tokensHash local
   * @param mmObjects empty: none
   */
  record StoredBlock(long blockHash, long tokensHash, List<MmObjectInfo> mmObjects) {
    public StoredBlock {
      mmObjects = List.copyOf(mmObjects);
    }

    /** A block without multimodal objects. */
    public static StoredBlock of(long blockHash, long tokensHash) {
      return new StoredBlock(blockHash, tokensHash, List.of());
    }
  }
}
