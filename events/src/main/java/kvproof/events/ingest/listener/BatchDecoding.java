package kvproof.events.ingest.listener;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import kvproof.events.MalformedBatchException;
import kvproof.events.ingest.StreamBatch;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EventIntake;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.wire.PageTerms;
import kvproof.events.wire.StreamConfig;
import kvproof.model.KvCacheEvent;

/**
 * From the payloads of one stream to events of an index: what decoding, filter and conversion make
 * of them. Payloads may be decoded on any thread; batches are worked out one at a time.
 */
final class BatchDecoding {
  private final RouterEventBridge bridge;
  private final EventIntake intake;

  /**
   * @param isRegistered whether a dp rank is one of the worker's
   */
  BatchDecoding(ListenerSpec spec, IntPredicate isRegistered, RouterEventBridge bridge) {
    this.bridge = bridge;
    StreamConfig config =
        StreamConfig.of(spec.rank(), spec.blockSize())
            .withRegistered(isRegistered)
            .withStateAgent(spec.isStateAgent())
            .withPlaceholders(spec.imageTokenId(), spec.videoTokenId());
    this.intake =
        new EventIntake(
            spec.pageSize().isPresent()
                ? config.withPages(new PageTerms(spec.pageSize().getAsInt(), spec.countsCopies()))
                : config);
  }

  /** Empty if the payload is no batch. */
  Optional<StreamBatch> decode(long sequence, byte[] payload) {
    try {
      EngineBatch batch = KvEventCodec.decode(payload);
      return Optional.of(new StreamBatch(sequence, () -> events(batch, sequence)));
    } catch (MalformedBatchException malformed) {
      return Optional.empty();
    }
  }

  private List<KvCacheEvent> events(EngineBatch batch, long sequence) {
    return intake.convert(batch, sequence).stream()
        .flatMap(event -> bridge.toModel(event).stream())
        .toList();
  }

  /** What was filtered, and what conversion found wrong, by label. */
  SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>(intake.filtered().byLabel());
    counts.putAll(intake.converted().byLabel());
    return counts;
  }
}
