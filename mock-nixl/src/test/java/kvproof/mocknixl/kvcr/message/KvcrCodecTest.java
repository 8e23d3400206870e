package kvproof.mocknixl.kvcr.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** What is read, what is answered as a failure, and what is dropped. */
class KvcrCodecTest {
  private static final Value NIL = ValueFactory.newNil();

  private static Value text(String text) {
    return ValueFactory.newString(text);
  }

  private static Value key(int... bytes) {
    byte[] key = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      key[i] = (byte) bytes[i];
    }
    return ValueFactory.newBinary(key);
  }

  private static Value array(Value... items) {
    return ValueFactory.newArray(items);
  }

  private static Value reference() {
    return new FrameMap().put("end_point_name", "t").put("element_index", 3).toValue();
  }

  private static FrameMap startWrite() {
    return FrameMap.ofType("start_write")
        .put("op_handle", 5)
        .put("remaining_timeout_ms", ValueFactory.newFloat(12.5))
        .put("keys", array(key(1)))
        .put("dst_descriptors", array(array(reference())));
  }

  private static Optional<KvcrFrame> decode(FrameMap map) {
    return KvcrCodec.decode(map.toBytes(new byte[0]));
  }

  private static Optional<WriteOrder> order(FrameMap map) {
    return ((StartWrite) decode(map).orElseThrow()).order();
  }

  @Test
  void fieldsThatMayBeLeftOutHaveTheirDefaults() {
    WriteOrder order = order(startWrite()).orElseThrow();

    assertThat(order.sourceIncarnation()).isEmpty();
    assertThat(order.allowLayoutSubset()).isFalse();
    assertThat(order.destinations()).containsExactly(List.of(new Reference("t", 3, "", true)));
  }

  @Test
  void unknownFieldsAreIgnoredAtEveryLevel() {
    Value known =
        new FrameMap().put("end_point_name", "t").put("element_index", 3).put("shard", 9).toValue();
    FrameMap map =
        FrameMap.ofType("start_write")
            .put("op_handle", 5)
            .put("priority", "high")
            .put("remaining_timeout_ms", 7)
            .put("keys", array(key(1)))
            .put("dst_descriptors", array(array(known)));

    assertThat(order(map)).isPresent();
  }

  @Test
  void wholeNumberIsATimeToo() {
    FrameMap map = startWrite().put("remaining_timeout_ms", 250);

    assertThat(order(map).orElseThrow().remainingMillis()).isEqualTo(250.0);
  }

  static Stream<Arguments> spoilt() {
    List<Arguments> rows = new ArrayList<>();
    for (Value time :
        List.of(
            NIL,
            text("5"),
            ValueFactory.newBoolean(true),
            ValueFactory.newInteger(0),
            ValueFactory.newInteger(-1),
            ValueFactory.newFloat(Double.NaN),
            ValueFactory.newFloat(Double.POSITIVE_INFINITY))) {
      rows.add(Arguments.of("remaining_timeout_ms", time));
    }
    for (Value keys :
        List.of(
            NIL,
            array(),
            array(text("k")),
            array(key(1), key(2)),
            array(key(1), key(1)),
            array(ValueFactory.newInteger(1)))) {
      rows.add(Arguments.of("keys", keys));
    }
    for (Value destinations :
        List.of(
            NIL,
            array(),
            array(array()),
            array(reference()),
            array(array(text("t"))),
            array(array(new FrameMap().put("element_index", 3).toValue())),
            array(array(new FrameMap().put("end_point_name", "t").toValue())),
            array(
                array(
                    new FrameMap().put("end_point_name", "t").put("element_index", -1).toValue())),
            array(
                array(
                    new FrameMap()
                        .put("end_point_name", "t")
                        .put("element_index", true)
                        .toValue())),
            array(
                array(
                    new FrameMap()
                        .put("end_point_name", "t")
                        .put("element_index", 1)
                        .put("framework", 1)
                        .toValue())),
            array(
                array(
                    new FrameMap()
                        .put("end_point_name", "t")
                        .put("element_index", 1)
                        .put("label", key(1))
                        .toValue())))) {
      rows.add(Arguments.of("dst_descriptors", destinations));
    }
    rows.add(Arguments.of("allow_layout_subset", ValueFactory.newInteger(1)));
    rows.add(Arguments.of("allow_layout_subset", NIL));
    return rows.stream();
  }

  /** The last field of a name stands. */
  @ParameterizedTest
  @MethodSource("spoilt")
  void requestWithAFieldThatCannotBeUsedIsARequestWithoutAnOrder(String field, Value value) {
    assertThat(order(startWrite())).isPresent();

    assertThat(order(startWrite().put(field, value))).isEmpty();
  }

  @Test
  void incarnationThatIsNoTextIsNobodys() {
    FrameMap map = startWrite().put("source_incarnation", 7);

    assertThat(order(map).orElseThrow().sourceIncarnation()).contains("");
  }

  @Test
  void agentThatIsMissingIsToldFromOneThatCannotBeUsed() {
    assertThat(decode(startWrite()).orElseThrow().envelope().agent()).isEmpty();
    assertThat(decode(startWrite().put("target_agent", 7)).orElseThrow().envelope().agent())
        .contains("");
  }

  @Test
  void endpointsThatAreEmptyOrNoTextAreAbsent() {
    Envelope envelope =
        decode(startWrite().put("sender_control_endpoint", "").put("source_control_endpoint", 5))
            .orElseThrow()
            .envelope();

    assertThat(envelope.senderEndpoint()).isEmpty();
    assertThat(envelope.sourceEndpoint()).isEmpty();
  }

  static Stream<FrameMap> dropped() {
    Value huge = ValueFactory.newInteger(new BigInteger("18446744073709551615"));
    return Stream.of(
        new FrameMap(),
        new FrameMap().put("type", 1),
        FrameMap.ofType("start_read").put("op_handle", 5),
        FrameMap.ofType("start_write"),
        startWrite().put("op_handle", true),
        startWrite().put("op_handle", huge),
        startWrite().put("op_handle", ValueFactory.newFloat(5)),
        FrameMap.ofType("write_refused"),
        FrameMap.ofType("write_probe_ack").put("terminal", true),
        probe().put("target_agent", ""),
        probe().put("op_handle", "5"),
        probe().put("sender_control_endpoint", ""),
        probe().put("source_control_endpoint", 1),
        probe().put("source_incarnation", 1));
  }

  private static FrameMap probe() {
    return FrameMap.ofType("write_probe")
        .put("op_handle", 5)
        .put("target_agent", "t")
        .put("sender_control_endpoint", "tcp://t:1")
        .put("source_control_endpoint", "tcp://s:1");
  }

  @ParameterizedTest
  @MethodSource("dropped")
  void frameThatCannotBeAnsweredIsNone(FrameMap map) {
    assertThat(decode(map)).isEmpty();
  }

  @Test
  void probeForWhoeverItIs() {
    assertThat(decode(probe())).isPresent();
    assertThat(decode(probe().put("source_incarnation", NIL))).isPresent();
  }

  @Test
  void answerToAProbeIsTerminalOnlyIfItSaysSo() {
    FrameMap ack = FrameMap.ofType("write_probe_ack").put("op_handle", 5);

    assertThat(((KvcrFrame.WriteProbeAck) decode(ack).orElseThrow()).terminal()).isFalse();
    assertThat(((KvcrFrame.WriteProbeAck) decode(ack.put("terminal", 1)).orElseThrow()).terminal())
        .isFalse();
  }

  @Test
  void acknowledgementWithoutAUsableHandleAnswersAnIntroduction() {
    FrameMap ack = FrameMap.ofType("target_metadata_ack").put("op_handle", "5");

    assertThat(((KvcrFrame.TargetMetadataAck) decode(ack).orElseThrow()).operation())
        .isEqualTo(OptionalLong.empty());
  }

  @Test
  void metadataThatAreNoBytesAreNone() {
    assertThat(introduction("no bytes", array(array(), array())))
        .isEqualTo(new Introduction.Absent());
  }

  private static Introduction introduction(String metadata, Value regions) {
    FrameMap map =
        FrameMap.ofType("target_metadata")
            .put("target_agent_metadata", metadata)
            .put("target_regions", regions);
    return ((KvcrFrame.TargetMetadata) decode(map).orElseThrow()).introduction();
  }

  static Stream<Value> unreadableCatalogues() {
    Value noMap = array(NIL, NIL);
    return Stream.of(
        NIL,
        array(),
        noMap,
        catalogue("", new FrameMap().put("size", 8)),
        catalogue("", new FrameMap().put("addr", 8)),
        catalogue("", region().put("size", 0)),
        catalogue("", region().put("count", 0)),
        catalogue("", region().put("stride", 7)),
        catalogue("", region().put("mem_type", "TAPE")),
        catalogue("", region().put("addr", ValueFactory.newInteger(-1))),
        catalogue("", region().put("count", ValueFactory.newInteger(1L << 32))),
        catalogue("other", region()),
        catalogue("", region().put("addr", maximum()).put("size", 2)));
  }

  private static Value maximum() {
    return ValueFactory.newInteger(new BigInteger("18446744073709551615"));
  }

  private static FrameMap region() {
    return new FrameMap().put("addr", 4096).put("size", 8);
  }

  private static Value catalogue(String label, FrameMap region) {
    return array(new FrameMap().put(label, region.toValue()).toValue(), new FrameMap().toValue());
  }

  @ParameterizedTest
  @MethodSource("unreadableCatalogues")
  void catalogueThatCannotBeReadMakesTheIntroductionUnreadable(Value regions) {
    FrameMap map =
        FrameMap.ofType("target_metadata")
            .put("target_agent_metadata", key(1, 2))
            .put("target_regions", regions);

    assertThat(((KvcrFrame.TargetMetadata) decode(map).orElseThrow()).introduction())
        .isInstanceOf(Introduction.Unreadable.class);
  }

  @Test
  void regionHasDefaultsForAllButAddressAndSize() {
    FrameMap map =
        FrameMap.ofType("target_metadata")
            .put("target_agent_metadata", key(1, 2))
            .put("target_regions", catalogue("", region()));

    Introduction.Given given =
        (Introduction.Given) ((KvcrFrame.TargetMetadata) decode(map).orElseThrow()).introduction();
    CatalogueRegion region = given.catalogue().framework().get("");

    assertThat(region.count()).isEqualTo(1);
    assertThat(region.strideBytes()).isZero();
    assertThat(region.extent().sizeBytes()).isEqualTo(8);
  }

  @Test
  void fewBytesThatPromiseMuchTakeNoRoom() {
    byte[] hugeMap = {(byte) 0xdf, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    byte[] hugeArray = {(byte) 0x81, (byte) 0xa1, 'a', (byte) 0xdd, 0x7f, (byte) 0xff, 0, 0};
    byte[] hugeText = {(byte) 0x81, (byte) 0xdb, 0x7f, (byte) 0xff, 0, 0};

    assertThat(KvcrCodec.decode(hugeMap)).isEmpty();
    assertThat(KvcrCodec.decode(hugeArray)).isEmpty();
    assertThat(KvcrCodec.decode(hugeText)).isEmpty();
  }

  @Test
  void nestingWithoutEndIsNone() {
    byte[] deep = new byte[1_000_000];
    Arrays.fill(deep, (byte) 0x91);
    deep[0] = (byte) 0x81;
    deep[1] = (byte) 0xa0;

    assertThat(KvcrCodec.decode(deep)).isEmpty();
  }

  @Test
  void reportOfAnotherKindOrPrefixIsNone() {
    byte[] report = WriteDoneCodec.encode(WriteDone.failed(1));
    byte[] otherPrefix = report.clone();
    otherPrefix[0] = 'k';

    assertThat(WriteDoneCodec.decode(report)).isPresent();
    assertThat(WriteDoneCodec.decode(otherPrefix)).isEmpty();
    assertThat(WriteDoneCodec.decode(new byte[0])).isEmpty();
    assertThat(WriteDoneCodec.decode("KVCR:".getBytes(US_ASCII))).isEmpty();
    assertThat(report(FrameMap.ofType("write_undone").put("op_handle", 1))).isEmpty();
    assertThat(report(FrameMap.ofType("write_done").put("op_handle", "1"))).isEmpty();
  }

  private static Optional<WriteDone> report(FrameMap map) {
    return WriteDoneCodec.decode(map.toBytes("KVCR:".getBytes(US_ASCII)));
  }

  @Test
  void successIsExactlyTrueAndIndicesAreIntegers() {
    FrameMap done = FrameMap.ofType("write_done").put("op_handle", 1);

    assertThat(report(done.put("success", 1)).orElseThrow().success()).isFalse();
    assertThat(report(done.put("success", true)).orElseThrow().success()).isTrue();
    assertThat(report(done).orElseThrow().completed()).isEmpty();
    assertThat(
            report(done.put("completed_indices", array(ValueFactory.newBoolean(true))))
                .orElseThrow()
                .completed())
        .isEmpty();
    assertThat(
            report(done.put("completed_indices", array(ValueFactory.newFloat(1))))
                .orElseThrow()
                .completed())
        .isEmpty();
    assertThat(report(done.put("completed_indices", NIL)).orElseThrow().completed()).isEmpty();
  }

  @Test
  void reportIsTerminalUnlessItSaysOtherwise() {
    FrameMap done = FrameMap.ofType("write_done").put("op_handle", 1);

    assertThat(report(done).orElseThrow().terminal()).isTrue();
    assertThat(report(done.put("terminal", false)).orElseThrow().terminal()).isFalse();
  }
}
