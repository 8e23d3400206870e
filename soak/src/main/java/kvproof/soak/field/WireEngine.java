package kvproof.soak.field;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import kvproof.events.MalformedBatchException;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.wire.ConversionCount;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EngineEvent;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventIntake;
import kvproof.events.wire.EventStyle;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.wire.StreamConfig;
import kvproof.events.wire.TokenIds;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;

/** An engine that publishes to a router: as bytes, which are decoded, filtered and converted. */
final class WireEngine {
  /** Tokens per block at the router. */
  static final int BLOCK_SIZE = 16;

  private final KvRouter router;
  private final EventIntake intake;
  private final RouterEventBridge bridge = new RouterEventBridge();
  private long sequence;

  WireEngine(long workerId, KvRouter router) {
    this(StreamConfig.of(new WorkerWithDpRank(workerId, 0), BLOCK_SIZE), router);
  }

  WireEngine(StreamConfig config, KvRouter router) {
    this.router = router;
    this.intake = new EventIntake(config);
  }

  /** One batch; throws {@link IllegalStateException} if it cannot be read back. */
  void publish(EngineEvent... events) {
    EngineBatch batch = new EngineBatch(1.5, List.of(events), OptionalInt.of(0));
    try {
      byte[] payload = KvEventCodec.encode(batch, EventStyle.ARRAY);
      for (RouterEvent event : intake.convert(KvEventCodec.decode(payload), sequence++)) {
        Optional<KvCacheEvent> came = bridge.toModel(event);
        came.ifPresent(router::apply);
      }
    } catch (MalformedBatchException unreadable) {
      throw new IllegalStateException("a batch of one's own", unreadable);
    }
  }

  ReasonCounts<ConversionCount> counts() {
    return intake.converted();
  }

  List<String> warnings() {
    return intake.warnings();
  }

  /** A store of plain text below the root, tokens {@code [first, first + tokens)}. */
  static BlockStored stored(int firstToken, int tokens, int blockSize, long... hashes) {
    return BlockStored.of(
        BlockHashes.of(hashes),
        OptionalLong.empty(),
        TokenIds.plain(run(firstToken, tokens)),
        blockSize);
  }

  /** A plain prompt of tokens {@code [first, first + tokens)}. */
  static RequestContent prompt(int firstToken, int tokens) {
    return RequestContent.of(Tokens.of(run(firstToken, tokens)), BLOCK_SIZE);
  }

  static int[] run(int firstToken, int tokens) {
    return IntStream.range(firstToken, firstToken + tokens).toArray();
  }
}
