package kvproof.mocknixl.kvcr.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static kvproof.mocknixl.kvcr.message.GoldenVectors.vector;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadata;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbeAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteRefused;
import kvproof.model.transfer.MemoryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

/** What running KVCR 0.1.1 services said to each other, read and written again. */
class KvcrGoldenTest {
  private static final String SOURCE = "acb5d7590ab4464a8c42e50f8b2442e9";
  private static final String TARGET = "5688d75a43dd496da1876534f43f893b";
  private static final String AT_SOURCE = "tcp://127.0.0.1:29101";
  private static final String AT_TARGET = "tcp://127.0.0.1:29102";

  private static KvcrFrame frame(String name) {
    return KvcrCodec.decode(vector(name)).orElseThrow();
  }

  private static Envelope fromTarget() {
    return Envelope.of("tgt", TARGET, AT_TARGET, AT_SOURCE);
  }

  @Test
  void targetIntroducesItself() {
    TargetMetadata frame = (TargetMetadata) frame("V1");

    assertThat(frame.envelope()).isEqualTo(fromTarget());
    Introduction.Given given = (Introduction.Given) frame.introduction();
    assertThat(given.metadata().toBytes())
        .hasSize(468)
        .startsWith("nixlSerDes|".getBytes(US_ASCII));
    assertThat(given.catalogue())
        .isEqualTo(new Catalogue(region(140408773066752L), region(140408767057920L)));
  }

  private static SortedMap<String, CatalogueRegion> region(long address) {
    CatalogueRegion region = new CatalogueRegion("", MemoryKind.DRAM, 0, address, 0, 4, 4096);
    return new TreeMap<>(Map.of("", region));
  }

  @Test
  void sourceAcknowledgesAnIntroductionAndARequest() {
    Envelope fromSource =
        new Envelope(
            Optional.of("src"), Optional.of(SOURCE), Optional.of(AT_SOURCE), Optional.empty());

    assertThat(frame("V2")).isEqualTo(new TargetMetadataAck(fromSource, OptionalLong.empty()));
    assertThat(frame("V6"))
        .isEqualTo(new TargetMetadataAck(fromSource, OptionalLong.of(-2471345505545L)));
  }

  @Test
  void targetAsksForBlocksIntoOwnedMemory() {
    WriteOrder order =
        new WriteOrder(
            999.3694740001047,
            List.of(BlockKey.ofHash(0x1122334455667788L), BlockKey.ofHash(0x1122334455667789L)),
            List.of(
                List.of(new Reference("tgt", 0, "", false)),
                List.of(new Reference("tgt", 1, "", false))),
            Optional.of(SOURCE),
            false);

    assertThat(frame("V3"))
        .isEqualTo(
            new StartWrite(
                fromTarget(), new Introduction.Absent(), -2468843693898L, Optional.of(order)));
  }

  @Test
  void targetAsksForABlockIntoTheFrameworksMemory() {
    WriteOrder order =
        new WriteOrder(
            999.3662430001677,
            List.of(BlockKey.ofHash(1)),
            List.of(List.of(new Reference("tgt", 2, "", true))),
            Optional.of(SOURCE),
            true);

    assertThat(frame("V4"))
        .isEqualTo(
            new StartWrite(
                fromTarget(), new Introduction.Absent(), 2468843693899L, Optional.of(order)));
  }

  @Test
  void targetThatIsNotAcknowledgedSendsItsMetadataAndExpectsAnybody() {
    StartWrite frame = (StartWrite) frame("V5");

    assertThat(frame.introduction()).isInstanceOf(Introduction.Given.class);
    assertThat(frame.operation()).isEqualTo(-2471345505545L);
    assertThat(frame.order().orElseThrow().sourceIncarnation()).isEmpty();
    assertThat(frame.order().orElseThrow().keys())
        .containsExactly(
            BlockKey.ofHash(7), BlockKey.ofHash(0x1122334455667789L), BlockKey.ofHash(9));
  }

  @Test
  void probeAndItsAnswer() {
    WriteProbe probe = (WriteProbe) frame("V7");
    WriteProbeAck ack = (WriteProbeAck) frame("V8");

    assertThat(probe.envelope()).isEqualTo(fromTarget());
    assertThat(probe.operation()).isEqualTo(2468843693901L);
    assertThat(probe.sourceIncarnation()).contains(SOURCE);
    assertThat(probe.introduction()).isInstanceOf(Introduction.Given.class);
    assertThat(ack)
        .isEqualTo(
            new WriteProbeAck(
                Envelope.of("src", SOURCE, AT_SOURCE, AT_TARGET),
                2468843693901L,
                true,
                Optional.empty()));
  }

  @Test
  void sourceWithoutARouteRefuses() {
    assertThat(frame("V9"))
        .isEqualTo(
            new WriteRefused(
                Envelope.of("sr3", "b5bc192f04704fbe960f6819929e7a24", AT_SOURCE, AT_TARGET),
                2468843693902L));
  }

  @Test
  void reports() {
    assertThat(report("V10")).isEqualTo(WriteDone.written(-2468843693898L, List.of(0L, 1L)));
    assertThat(report("V11")).isEqualTo(WriteDone.written(-2471345505545L, List.of(1L)));
    assertThat(report("V12")).isEqualTo(WriteDone.written(2468843693899L, List.of()));
    assertThat(report("V13")).isEqualTo(WriteDone.failed(2468843693903L));
    assertThat(report("V14")).isEqualTo(WriteDone.cancelling(70));
    assertThat(report("V15")).isEqualTo(WriteDone.written(70, List.of(0L, 1L)));
    assertThat(report("V16")).isEqualTo(WriteDone.failed(70));
  }

  private static WriteDone report(String name) {
    return WriteDoneCodec.decode(vector(name)).orElseThrow();
  }

  /** V8 is left out: its metadata are a side effect, which is not read and not written. */
  @ParameterizedTest
  @ValueSource(strings = {"V1", "V2", "V3", "V4", "V5", "V6", "V7", "V9"})
  void framesAreWrittenWithTheSameFieldsAndValues(String name) throws IOException {
    assertThat(value(KvcrCodec.encode(frame(name)))).isEqualTo(value(vector(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"V10", "V11", "V12", "V13", "V14", "V15", "V16"})
  void reportsAreWrittenByteForByte(String name) {
    assertThat(WriteDoneCodec.encode(report(name))).isEqualTo(vector(name));
  }

  /** Maps are equal whatever the order of their fields. */
  private static Value value(byte[] bytes) throws IOException {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
      return unpacker.unpackValue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9"})
  void frameThatIsCutOffAnywhereIsNone(String name) {
    byte[] whole = vector(name);
    for (int length = 0; length < whole.length; length++) {
      assertThat(KvcrCodec.decode(Arrays.copyOf(whole, length))).isEmpty();
    }
    assertThat(KvcrCodec.decode(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
  }
}
