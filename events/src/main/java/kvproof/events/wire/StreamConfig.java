package kvproof.events.wire;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import kvproof.model.WorkerWithDpRank;

/**
 * What a listener knows of the stream that it listens to.
 *
 * @param listener the rank of events whose batch names none
 * @param blockSize of the router, in tokens; at least 1
 * @param pages for an engine that reports pages smaller than a block; absent: it reports blocks
 * @param isRegistered whether a dp rank (unsigned) is one of the worker's; asked at each event
 * @param isStateAgent the stream also speaks for the persistent cache runtime
 * @param imageTokenId placeholder of images in prompts; absent: none configured
 * @param videoTokenId placeholder of videos; absent: none configured
 */
public record StreamConfig(
    WorkerWithDpRank listener,
    int blockSize,
    Optional<PageTerms> pages,
    IntPredicate isRegistered,
    boolean isStateAgent,
    OptionalInt imageTokenId,
    OptionalInt videoTokenId) {

  public StreamConfig {
    if (blockSize < 1) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    pages.ifPresent(terms -> terms.requireBlocks(blockSize, isStateAgent));
  }

  /** A framework's stream, every rank of it welcome, no placeholders. */
  public static StreamConfig of(WorkerWithDpRank listener, int blockSize) {
    return new StreamConfig(
        listener,
        blockSize,
        Optional.empty(),
        _ -> true,
        false,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** The engine reports pages, which are made into blocks. */
  public StreamConfig withPages(PageTerms terms) {
    return new StreamConfig(
        listener,
        blockSize,
        Optional.of(terms),
        isRegistered,
        isStateAgent,
        imageTokenId,
        videoTokenId);
  }

  public StreamConfig withRegistered(IntPredicate newRegistered) {
    return new StreamConfig(
        listener, blockSize, pages, newRegistered, isStateAgent, imageTokenId, videoTokenId);
  }

  public StreamConfig withStateAgent(boolean newStateAgent) {
    return new StreamConfig(
        listener, blockSize, pages, isRegistered, newStateAgent, imageTokenId, videoTokenId);
  }

  public StreamConfig withPlaceholders(OptionalInt newImageTokenId, OptionalInt newVideoTokenId) {
    return new StreamConfig(
        listener, blockSize, pages, isRegistered, isStateAgent, newImageTokenId, newVideoTokenId);
  }
}
