package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import kvproof.events.MalformedBatchException;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published payloads, read and written. */
class VectorsTest {
  private static final WorkerWithDpRank LISTENER = new WorkerWithDpRank(7, 5);

  static Stream<Vector> valid() {
    return Vector.all().stream().filter(vector -> !vector.isRefused());
  }

  static Stream<Vector> exact() {
    return valid().filter(Vector::isExact);
  }

  static Stream<Vector> refused() {
    return Vector.all().stream().filter(Vector::isRefused);
  }

  @ParameterizedTest
  @MethodSource("valid")
  void payloadHasItsOutcome(Vector vector) throws Exception {
    EngineBatch batch = KvEventCodec.decode(vector.payload());

    assertThat(new Outcomes(StreamConfig.of(LISTENER, vector.blockSize())).line(batch))
        .isEqualTo(vector.outcome());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void batchIsWrittenAsThePublishedBytes(Vector vector) throws Exception {
    EngineBatch batch = KvEventCodec.decode(vector.payload());

    assertThat(hex(KvEventCodec.encode(batch, vector.styles()))).isEqualTo(hex(vector.payload()));
  }

  /** Also where the payload is wider, longer or shorter than it had to be. */
  @ParameterizedTest
  @MethodSource("valid")
  void whatIsWrittenInAnotherWayReadsTheSame(Vector vector) throws Exception {
    EngineBatch batch = KvEventCodec.decode(vector.payload());
    List<EventStyle> shortest =
        batch.events().stream()
            .map(event -> EventStyle.ARRAY.carries(event) ? EventStyle.ARRAY : EventStyle.MAP)
            .toList();

    assertThat(KvEventCodec.decode(KvEventCodec.encode(batch, shortest))).isEqualTo(batch);
    assertThat(KvEventCodec.decode(KvEventCodec.encode(batch, EventStyle.MAP))).isEqualTo(batch);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void payloadIsRefusedAsAWhole(Vector vector) {
    assertThatThrownBy(() -> KvEventCodec.decode(vector.payload()))
        .isInstanceOf(MalformedBatchException.class)
        .message()
        .isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("valid")
  void bufferIsReadFromItsPositionAndLeftThere(Vector vector) throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(vector.payload().length + 3);
    buffer.position(2).put(vector.payload()).position(2).limit(2 + vector.payload().length);

    assertThat(KvEventCodec.decode(buffer)).isEqualTo(KvEventCodec.decode(vector.payload()));
    assertThat(buffer.position()).isEqualTo(2);
  }

  @Test
  void noRowIsMissing() {
    assertThat(Vector.all()).extracting(Vector::id).doesNotHaveDuplicates();
    assertThat(valid().filter(vector -> vector.id().startsWith("G"))).hasSize(16);
    assertThat(valid()).hasSize(16 + 49);
    assertThat(refused()).hasSize(43);
  }

  @Test
  void onlyToleratedPayloadsAreNotWrittenAgainByteForByte() {
    assertThat(valid().filter(vector -> !vector.isExact()))
        .extracting(Vector::id)
        .containsExactly(
            "T1",
            "T2",
            "T7",
            "T7b",
            "T8",
            "T9",
            "T13",
            "T18",
            "T20",
            "T22",
            "X1",
            "X10",
            "X12",
            "X15",
            "X30",
            "X31",
            "X32",
            "X33",
            "X34",
            "X38",
            "X39",
            "E16",
            "E17",
            "TRAILING");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
