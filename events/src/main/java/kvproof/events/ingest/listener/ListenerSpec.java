package kvproof.events.ingest.listener;

import java.util.Optional;
import java.util.OptionalInt;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.wire.PageTerms;
import kvproof.events.zmq.Endpoint;
import kvproof.model.WorkerWithDpRank;

/**
 * One rank to listen to.
 *
 * @param blockSize of the partition, in tokens; at least 1
 * @param pageSize tokens that the engine reports together, if that is less than a block; absent: it
 *     reports blocks
 * @param live where its engine publishes
 * @param replay where its engine can be asked again; absent: nowhere
 * @param countsCopies the engine announces each physical copy of a block
 * @param isStateAgent the stream also speaks for the persistent cache runtime
 * @param imageTokenId placeholder of images in prompts, if one is configured
 * @param videoTokenId placeholder of videos, if one is configured
 */
public record ListenerSpec(
    WorkerWithDpRank rank,
    PartitionName partition,
    int blockSize,
    OptionalInt pageSize,
    Endpoint live,
    Optional<Endpoint> replay,
    boolean countsCopies,
    boolean isStateAgent,
    OptionalInt imageTokenId,
    OptionalInt videoTokenId) {

  public ListenerSpec {
    if (blockSize < 1) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    pageSize.ifPresent(
        tokens -> new PageTerms(tokens, countsCopies).requireBlocks(blockSize, isStateAgent));
  }

  /** A framework's stream of plain text without replay and without copies. */
  public static ListenerSpec of(
      WorkerWithDpRank rank, PartitionName partition, int blockSize, Endpoint live) {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        OptionalInt.empty(),
        live,
        Optional.empty(),
        false,
        false,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** The engine reports pages, which are made into blocks; refused where they do not fit. */
  public ListenerSpec withPageSize(int tokens) {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        OptionalInt.of(tokens),
        live,
        replay,
        countsCopies,
        isStateAgent,
        imageTokenId,
        videoTokenId);
  }

  public ListenerSpec withReplay(Endpoint endpoint) {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        pageSize,
        live,
        Optional.of(endpoint),
        countsCopies,
        isStateAgent,
        imageTokenId,
        videoTokenId);
  }

  public ListenerSpec withCopies() {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        pageSize,
        live,
        replay,
        true,
        isStateAgent,
        imageTokenId,
        videoTokenId);
  }

  public ListenerSpec withStateAgent() {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        pageSize,
        live,
        replay,
        countsCopies,
        true,
        imageTokenId,
        videoTokenId);
  }

  public ListenerSpec withPlaceholders(OptionalInt newImageTokenId, OptionalInt newVideoTokenId) {
    return new ListenerSpec(
        rank,
        partition,
        blockSize,
        pageSize,
        live,
        replay,
        countsCopies,
        isStateAgent,
        newImageTokenId,
        newVideoTokenId);
  }
}
