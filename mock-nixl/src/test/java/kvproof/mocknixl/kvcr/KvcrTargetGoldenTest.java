package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.REQUEST;
import static kvproof.mocknixl.kvcr.TargetBench.hint;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.GoldenVectors;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import org.junit.jupiter.api.Test;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

/**
 * A target in the place of the one that was listened to says the same, field by field: no field
 * more, none less, of the same type and value. The time that is left differs, as it must.
 */
class KvcrTargetGoldenTest {
  private static final String SOURCE_LIFE = "acb5d7590ab4464a8c42e50f8b2442e9";
  private static final Introduction.Given INTRODUCTION =
      (Introduction.Given) ((KvcrFrame.TargetMetadata) golden("V1")).introduction();

  private final RecordingChannel channel = new RecordingChannel();
  private long nowNanos;

  private static KvcrFrame golden(String name) {
    return KvcrCodec.decode(GoldenVectors.vector(name)).orElseThrow();
  }

  /** The target that sent the vector; its next handle is the one in there. */
  private KvcrTarget targetOf(Envelope envelope, long handle, Introduction.Given introduction) {
    nowNanos = handle;
    Identity self =
        new Identity(
            envelope.agent().orElseThrow(),
            envelope.incarnation().orElseThrow(),
            envelope.senderEndpoint().orElseThrow());
    return new KvcrTarget(
        self,
        KvcrSettings.defaults(),
        channel,
        () -> nowNanos,
        introduction.metadata(),
        introduction.catalogue());
  }

  private void assertSame(String name) {
    Map<String, Value> expected = new TreeMap<>(fields(GoldenVectors.vector(name)));
    List<RecordingChannel.Sent> sent = channel.take();
    Map<String, Value> actual = new TreeMap<>(fields(sent.getLast().bytes()));

    assertThat(sent).hasSize(1);
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    if (expected.containsKey("remaining_timeout_ms")) {
      assertThat(actual.remove("remaining_timeout_ms").isFloatValue()).isTrue();
      assertThat(expected.remove("remaining_timeout_ms").isFloatValue()).isTrue();
    }
    assertThat(actual).isEqualTo(expected);
  }

  private static Map<String, Value> fields(byte[] frame) {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(frame)) {
      return unpacker.unpackValue().asMapValue().map().entrySet().stream()
          .collect(
              Collectors.toMap(
                  field -> field.getKey().asStringValue().asString(), Map.Entry::getValue));
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading from memory", impossible);
    }
  }

  private static String sourceOf(KvcrFrame frame) {
    return frame.envelope().sourceEndpoint().orElseThrow();
  }

  private static List<WantedBlock> blocks(WriteOrder order) {
    List<WantedBlock> blocks = new ArrayList<>();
    IntStream.range(0, order.keys().size())
        .forEach(
            i -> blocks.add(new WantedBlock(order.keys().get(i), order.destinations().get(i))));
    return blocks;
  }

  private static FetchHint hintFor(KvcrFrame.StartWrite frame) {
    return hint(
        sourceOf(frame),
        frame.order().orElseThrow().keys().stream().mapToLong(BlockKey::toHash).toArray());
  }

  private static KvcrFrame.TargetMetadataAck acknowledgement(String endpoint) {
    Envelope reflecting =
        new Envelope(
            Optional.of("src"), Optional.of(SOURCE_LIFE), Optional.of(endpoint), Optional.empty());
    return new KvcrFrame.TargetMetadataAck(reflecting, OptionalLong.empty());
  }

  @Test
  void introductionOfAnEagerHint() {
    KvcrFrame frame = golden("V1");
    KvcrTarget target = targetOf(frame.envelope(), 0, INTRODUCTION);

    target.submitHint(REQUEST, hint(sourceOf(frame), 1));

    assertSame("V1");
  }

  @Test
  void fetchOfAnAcknowledgedTarget() {
    fetchAsIn("V3");

    assertSame("V3");
  }

  @Test
  void deliverOfAnAcknowledgedTarget() {
    fetchAsIn("V4");

    assertSame("V4");
  }

  private KvcrTarget fetchAsIn(String name) {
    KvcrFrame.StartWrite frame = (KvcrFrame.StartWrite) golden(name);
    WriteOrder order = frame.order().orElseThrow();
    KvcrTarget target = targetOf(frame.envelope(), frame.operation(), INTRODUCTION);
    target.receive(acknowledgement(sourceOf(frame)));
    target.submitHint(REQUEST, hintFor(frame));
    if (order.allowLayoutSubset()) {
      target.deliver(REQUEST, blocks(order));
    } else {
      target.fetch(REQUEST, blocks(order));
    }
    nowNanos += 630_526;
    target.advance();
    return target;
  }

  @Test
  void fetchFromASourceThatWasNeverHeardOf() {
    KvcrFrame.StartWrite frame = (KvcrFrame.StartWrite) golden("V5");
    KvcrTarget target =
        targetOf(frame.envelope(), frame.operation(), (Introduction.Given) frame.introduction());
    target.submitHint(REQUEST, hintFor(frame));
    channel.take();
    target.fetch(REQUEST, blocks(frame.order().orElseThrow()));

    target.advance();

    assertSame("V5");
  }

  /** A request that was acknowledged long ago, and no report: the deadline forgets it. */
  @Test
  void probeAtTheDeadline() {
    KvcrFrame.WriteProbe probe = (KvcrFrame.WriteProbe) golden("V7");
    KvcrTarget target =
        targetOf(probe.envelope(), probe.operation(), (Introduction.Given) probe.introduction());
    target.receive(acknowledgement(sourceOf(probe)));
    target.submitHint(REQUEST, hint(sourceOf(probe), 1));
    target.fetch(REQUEST, List.of(TargetBench.wanted(1, 0, false)));
    target.advance();
    channel.take();
    nowNanos += 1_000_000_000;

    target.advance();

    assertSame("V7");
  }
}
