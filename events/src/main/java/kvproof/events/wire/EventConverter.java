package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvproof.events.MalformedStores;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventData;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.Tokens;

/**
 * Makes router events of one listener's accepted events: tokens become local hashes.
 *
 * <p>Whether a parent is known plays no part here. Locality and medium need no second look: an
 * accepted event has a tier. Not for several threads, except for the counts.
 */
public final class EventConverter {
  private static final int MAX_WARNINGS = 3;

  private final long workerId;
  private final int blockSize;
  private final MmMapping mapping;
  private final ReasonCounts<ConversionCount> counts;
  private final List<String> warnings = new ArrayList<>();

  public EventConverter(StreamConfig config) {
    this(config, new ReasonCounts<>(ConversionCount.class));
  }

  /** {@code counts}: others may count there too. */
  EventConverter(StreamConfig config, ReasonCounts<ConversionCount> counts) {
    this.workerId = config.listener().workerId();
    this.blockSize = config.blockSize();
    this.counts = counts;
    this.mapping = new MmMapping(config.imageTokenId(), config.videoTokenId());
  }

  /** The router event; its id is the sequence of the batch, unsigned. */
  public RouterEvent convert(Accepted accepted, int dpRank, long sequence) {
    var rank = new WorkerWithDpRank(workerId, dpRank);
    return switch (accepted.event()) {
      case BlockStored stored -> {
        count(accepted.tier());
        RouterEventData data = stored(stored, accepted.cacheNamespace());
        yield RouterEvent.ofRank(rank, accepted.tier(), sequence, data)
            .withSessionId(stored.sessionId());
      }
      case BlockRemoved(var blockHashes, _, _) -> {
        count(accepted.tier());
        yield RouterEvent.ofRank(rank, accepted.tier(), sequence, new Removed(blockHashes));
      }
      case AllBlocksCleared _ -> {
        counts.add(ConversionCount.CLEAR);
        yield RouterEvent.ofRank(rank, StorageTier.DEVICE, sequence, new Cleared());
      }
      case Ignored _ -> throw new IllegalArgumentException("accepted, and to be ignored");
    };
  }

  /** Read by any thread. */
  public ReasonCounts<ConversionCount> counts() {
    return counts;
  }

  /** The first few stores whose tokens did not fit; more are only counted. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  private void count(StorageTier tier) {
    counts.add(
        switch (tier) {
          case DEVICE -> ConversionCount.DEVICE_EVENT;
          case HOST_PINNED -> ConversionCount.HOST_PINNED_EVENT;
          case DISK -> ConversionCount.DISK_EVENT;
          case EXTERNAL -> ConversionCount.EXTERNAL_EVENT;
        });
  }

  /** A malformed store removes nothing instead: harmless, and not even its good part is stored. */
  private RouterEventData stored(BlockStored event, String cacheNamespace) {
    if (MalformedStores.isMalformed(event.parentBlockHash(), event.blockHashes())) {
      counts.add(ConversionCount.MALFORMED);
      return new Removed(BlockHashes.empty());
    }
    return new Stored(event.parentBlockHash(), OptionalInt.empty(), blocks(event, cacheNamespace));
  }

  private List<StoredBlock> blocks(BlockStored event, String cacheNamespace) {
    if (event.blockSize() != blockSize) {
      if (!event.blockHashes().isEmpty()) {
        mismatch(ConversionCount.BLOCK_SIZE_MISMATCH, event);
      }
      return List.of();
    }
    BlockContent content = BlockContent.of(event, cacheNamespace, blockSize, mapping);
    int blocks = Math.min(event.blockHashes().size(), content.blockCount());
    if (blocks < event.blockHashes().size()) {
      mismatch(ConversionCount.TOKENS_RAN_OUT, event);
    } else if (blocks < content.blockCount()) {
      mismatch(ConversionCount.POSSIBLE_MISPAIRING, event);
    }
    BlockHashes localHashes = content.localHashes(blocks);
    List<StoredBlock> stored = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      stored.add(new StoredBlock(event.blockHashes().at(i), localHashes.at(i), content.objects(i)));
    }
    return stored;
  }

  private void mismatch(ConversionCount reason, BlockStored event) {
    counts.add(reason);
    if (warnings.size() < MAX_WARNINGS) {
      Tokens tokens = event.tokenIds().tokens();
      warnings.add(
          ReasonCounts.label(reason)
              + ": "
              + tokens
              + (event.tokenIds().isBigram() ? " (bigram)" : "")
              + " against "
              + event.blockHashes().size()
              + " hashes of "
              + Long.toUnsignedString(event.blockSize())
              + ", block size "
              + blockSize);
    }
  }
}
