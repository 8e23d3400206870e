package kvproof.events.wire;

import java.util.OptionalInt;
import java.util.function.IntPredicate;
import kvproof.model.WorkerWithDpRank;

/**
 * What a listener knows of the stream that it listens to.
 *
 * @param listener the rank of events whose batch names none
 * @param blockSize of the router, in tokens; at least 1
 * @param pageSize tokens that the engine keeps and reports together, if that is less than a block:
 *     {@code blockSize} is a multiple of it; absent: it reports blocks
 * @param isRegistered whether a dp rank (unsigned) is one of the worker's; asked at each event
 * @param isStateAgent the stream also speaks for the persistent cache runtime
 * @param imageTokenId placeholder of images in prompts; absent: none configured
 * @param videoTokenId placeholder of videos; absent: none configured
 */
public record StreamConfig(
    WorkerWithDpRank listener,
    int blockSize,
    OptionalInt pageSize,
    IntPredicate isRegistered,
    boolean isStateAgent,
    OptionalInt imageTokenId,
    OptionalInt videoTokenId) {

  public StreamConfig {
    if (blockSize < 1) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    pageSize.ifPresent(tokens -> requirePages(tokens, blockSize, isStateAgent));
  }

  /** Throws {@link IllegalArgumentException} that names both sizes if pages make up no blocks. */
  public static void requirePages(int pageSize, int blockSize, boolean isStateAgent) {
    if (pageSize < 1 || pageSize >= blockSize || blockSize % pageSize != 0) {
      throw new IllegalArgumentException(
          "pages of %d tokens make up no blocks of %d: register a divisor of the block size"
              .formatted(pageSize, blockSize));
    }
    if (isStateAgent) {
      throw new IllegalArgumentException(
          "a state agent reports blocks, not pages of %d tokens".formatted(pageSize));
    }
  }

  /** A framework's stream, every rank of it welcome, no placeholders. */
  public static StreamConfig of(WorkerWithDpRank listener, int blockSize) {
    return new StreamConfig(
        listener,
        blockSize,
        OptionalInt.empty(),
        _ -> true,
        false,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** The engine reports pages, which are made into blocks. */
  public StreamConfig withPageSize(int tokens) {
    return new StreamConfig(
        listener,
        blockSize,
        OptionalInt.of(tokens),
        isRegistered,
        isStateAgent,
        imageTokenId,
        videoTokenId);
  }

  public StreamConfig withRegistered(IntPredicate newRegistered) {
    return new StreamConfig(
        listener, blockSize, pageSize, newRegistered, isStateAgent, imageTokenId, videoTokenId);
  }

  public StreamConfig withStateAgent(boolean newStateAgent) {
    return new StreamConfig(
        listener, blockSize, pageSize, isRegistered, newStateAgent, imageTokenId, videoTokenId);
  }

  public StreamConfig withPlaceholders(OptionalInt newImageTokenId, OptionalInt newVideoTokenId) {
    return new StreamConfig(
        listener,
        blockSize,
        pageSize,
        isRegistered,
        isStateAgent,
        newImageTokenId,
        newVideoTokenId);
  }
}
