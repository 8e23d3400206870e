package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;

/** A target alone with a clock that a test turns, and a source whose words a test speaks. */
final class TargetBench {
  static final String TARGET = "tcp://127.0.0.1:29102";
  static final String SOURCE = "tcp://127.0.0.1:29101";
  static final String OTHER_SOURCE = "tcp://127.0.0.1:29109";
  static final String LIFE = "acb5d7590ab4464a8c42e50f8b2442e9";
  static final String NEXT_LIFE = "b5bc192f04704fbe960f6819929e7a24";
  static final String REQUEST = "request";
  static final AgentMetadata METADATA = AgentMetadata.of(new byte[] {1, 2, 3});
  static final Identity SELF = new Identity("tgt", "5688d75a43dd496da1876534f43f893b", TARGET);

  /** Operation 1 s, abandon 5 s, metadata again after 100 ms. */
  static final KvcrSettings SETTINGS = KvcrSettings.defaults();

  final RecordingChannel channel = new RecordingChannel();
  final KvcrTarget target;
  private final long startNanos;
  private long nowNanos;

  TargetBench() {
    this(SETTINGS);
  }

  TargetBench(KvcrSettings settings) {
    this(settings, 7_000_000_000L);
  }

  TargetBench(KvcrSettings settings, long startNanos) {
    this.startNanos = startNanos;
    this.nowNanos = startNanos;
    this.target =
        new KvcrTarget(SELF, settings, channel, () -> nowNanos, METADATA, catalogue("", 16));
  }

  /** As many elements of the framework as of the service. */
  static Catalogue catalogue(String label, long count) {
    return new Catalogue(
        new TreeMap<>(
            Map.of(label, new CatalogueRegion(label, MemoryKind.DRAM, 0, 0x10000, 0, count, 4096))),
        new TreeMap<>(
            Map.of(
                label, new CatalogueRegion(label, MemoryKind.DRAM, 0, 0x90000, 0, count, 4096))));
  }

  // Time

  /** Milliseconds since the start. */
  void at(double millis) {
    nowNanos = startNanos + Math.round(millis * 1e6);
  }

  long nanosAt(double millis) {
    return startNanos + Math.round(millis * 1e6);
  }

  // What the worker does

  static FetchHint hint(String endpoint, long... hashes) {
    return new FetchHint(endpoint, new TreeSet<>(LongStream.of(hashes).boxed().toList()));
  }

  static List<BlockKey> keys(long... hashes) {
    return LongStream.of(hashes).mapToObj(BlockKey::ofHash).toList();
  }

  static WantedBlock wanted(long hash, long element, boolean framework) {
    return new WantedBlock(
        BlockKey.ofHash(hash), List.of(new Reference(SELF.agent(), element, "", framework)));
  }

  private static List<WantedBlock> wanted(boolean framework, long... hashes) {
    List<WantedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < hashes.length; i++) {
      blocks.add(wanted(hashes[i], i, framework));
    }
    return blocks;
  }

  void hint(long... hashes) {
    target.submitHint(REQUEST, hint(SOURCE, hashes));
  }

  long fetch(long... hashes) {
    return target.fetch(REQUEST, wanted(false, hashes));
  }

  long deliver(long... hashes) {
    return target.deliver(REQUEST, wanted(true, hashes));
  }

  /** A fetch of these blocks that has been sent, to a source whose life is known. */
  long asked(long... hashes) {
    introduced();
    hint(hashes);
    long operation = fetch(hashes);
    target.advance();
    forget();
    return operation;
  }

  /** As {@link #asked}, a deliver. */
  long askedToDeliver(long... hashes) {
    introduced();
    hint(hashes);
    long operation = deliver(hashes);
    target.advance();
    forget();
    return operation;
  }

  /** As if a source had acknowledged the target's metadata some time ago. */
  void introduced() {
    ack(SOURCE, LIFE, OptionalLong.empty());
  }

  // What sources say

  private static Envelope from(String endpoint, String life) {
    return new Envelope(
        Optional.of("src"), Optional.of(life), Optional.of(endpoint), Optional.empty());
  }

  void ack(String endpoint, String life, OptionalLong operation) {
    target.receive(new KvcrFrame.TargetMetadataAck(from(endpoint, life), operation));
  }

  void refuse(String endpoint, long operation) {
    target.receive(new KvcrFrame.WriteRefused(from(endpoint, NEXT_LIFE), operation));
  }

  void answerProbe(String endpoint, String life, long operation, boolean terminal) {
    target.receive(
        new KvcrFrame.WriteProbeAck(from(endpoint, life), operation, terminal, Optional.empty()));
  }

  void vouch(String endpoint, long operation, String deadLife) {
    target.receive(
        new KvcrFrame.WriteProbeAck(
            from(endpoint, NEXT_LIFE), operation, false, Optional.of(deadLife)));
  }

  void written(long operation, Long... indices) {
    target.receive(WriteDone.written(operation, List.of(indices)));
  }

  void failed(long operation) {
    target.receive(WriteDone.failed(operation));
  }

  void cancelling(long operation) {
    target.receive(WriteDone.cancelling(operation));
  }

  // What can be seen

  void forget() {
    target.takeEvents();
    channel.take();
  }

  List<TargetEvent> events() {
    return target.takeEvents();
  }

  List<TargetEvent> advanced() {
    target.advance();
    return target.takeEvents();
  }

  List<KvcrFrame> frames() {
    return channel.take().stream().map(RecordingChannel.Sent::frame).toList();
  }

  <F extends KvcrFrame> F onlyFrame(Class<F> type) {
    List<KvcrFrame> frames = frames();
    if (frames.size() != 1) {
      throw new AssertionError("not one frame: " + frames);
    }
    return type.cast(frames.getFirst());
  }

  static Stream<TargetState> states(List<TargetEvent> events) {
    return events.stream()
        .filter(TargetEvent.Entered.class::isInstance)
        .map(event -> ((TargetEvent.Entered) event).state());
  }

  static TargetEvent.Completed completed(List<TargetEvent> events) {
    List<TargetEvent.Completed> told =
        events.stream()
            .filter(TargetEvent.Completed.class::isInstance)
            .map(TargetEvent.Completed.class::cast)
            .toList();
    if (told.size() != 1) {
      throw new AssertionError("not told once: " + events);
    }
    return told.getFirst();
  }

  static TargetEvent.Completed success(long operation, List<BlockKey> delivered, long... failed) {
    return new TargetEvent.Completed(
        operation, REQUEST, true, delivered, keys(failed), false, false);
  }

  static TargetEvent.Completed failure(long operation, long... failed) {
    return new TargetEvent.Completed(
        operation, REQUEST, false, List.of(), keys(failed), false, false);
  }

  static TargetEvent.Completed timedOut(long operation, long... failed) {
    return new TargetEvent.Completed(
        operation, REQUEST, false, List.of(), keys(failed), true, false);
  }

  static TargetEvent.Completed refused(long operation, long... failed) {
    return new TargetEvent.Completed(
        operation, REQUEST, false, List.of(), keys(failed), false, true);
  }

  TargetEvent.Entered entered(long operation, TargetState state, double atMillis) {
    return new TargetEvent.Entered(operation, state, nanosAt(atMillis));
  }
}
