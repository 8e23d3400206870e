package kvproof.events.wire;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;

/** One event as an engine reports it: tokens instead of local hashes, nothing filtered yet. */
public sealed interface EngineEvent {

  /**
   * Blocks that the engine stored, as a chain.
   *
   * @param blockHashes external
   * @param parentBlockHash external; absent: the root
   * @param blockSize tokens per block; unsigned 64-bit
   * @param medium empty: the device
   * @param content what enters the local hashes besides the tokens
   */
  record BlockStored(
      BlockHashes blockHashes,
      OptionalLong parentBlockHash,
      TokenIds tokenIds,
      long blockSize,
      String medium,
      ContentKeys content,
      EventTail tail,
      Optional<String> sessionId)
      implements EngineEvent {

    /** Plain text on the device. */
    public static BlockStored of(
        BlockHashes blockHashes, OptionalLong parentBlockHash, TokenIds tokenIds, long blockSize) {
      return new BlockStored(
          blockHashes,
          parentBlockHash,
          tokenIds,
          blockSize,
          "",
          ContentKeys.NONE,
          EventTail.NONE,
          Optional.empty());
    }

    public BlockStored withMedium(String newMedium) {
      return new BlockStored(
          blockHashes, parentBlockHash, tokenIds, blockSize, newMedium, content, tail, sessionId);
    }

    public BlockStored withContent(ContentKeys newContent) {
      return new BlockStored(
          blockHashes, parentBlockHash, tokenIds, blockSize, medium, newContent, tail, sessionId);
    }

    public BlockStored withTail(EventTail newTail) {
      return new BlockStored(
          blockHashes, parentBlockHash, tokenIds, blockSize, medium, content, newTail, sessionId);
    }

    public BlockStored withSessionId(String newSessionId) {
      return new BlockStored(
          blockHashes,
          parentBlockHash,
          tokenIds,
          blockSize,
          medium,
          content,
          tail,
          Optional.of(newSessionId));
    }
  }

  /** Blocks that the engine dropped; external hashes. */
  record BlockRemoved(BlockHashes blockHashes, String medium, EventTail tail)
      implements EngineEvent {

    /** From the device. */
    public static BlockRemoved of(BlockHashes blockHashes) {
      return new BlockRemoved(blockHashes, "", EventTail.NONE);
    }
  }

  /** The rank dropped everything. */
  record AllBlocksCleared(Optional<Ownership> ownership) implements EngineEvent {

    public static AllBlocksCleared ofFramework() {
      return new AllBlocksCleared(Optional.empty());
    }
  }

  /** Nothing that concerns a router. */
  record Ignored() implements EngineEvent {}
}
