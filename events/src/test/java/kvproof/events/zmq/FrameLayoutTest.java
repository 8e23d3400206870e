package kvproof.events.zmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import kvproof.events.FrameProblem;
import kvproof.events.LiveMessage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames are written as hex, with a space between them and a dot for an empty one. */
class FrameLayoutTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] TOPIC = "kv-events".getBytes(UTF_8);
  private static final byte[] PAYLOAD = {(byte) 0x93};

  private static Frames frames(String text) {
    return Frames.of(
        Arrays.stream(text.split(" "))
            .map(frame -> frame.equals(".") ? new byte[0] : HEX.parseHex(frame))
            .toList());
  }

  private static String text(List<byte[]> frames) {
    return String.join(
        " ", frames.stream().map(f -> f.length == 0 ? "." : HEX.formatHex(f)).toList());
  }

  @Nested
  class LiveStream {
    @Test
    void messageIsTopicSequenceAndPayload() {
      assertThat(text(FrameLayout.live(new LiveMessage(TOPIC, 42, PAYLOAD))))
          .isEqualTo("6b762d6576656e7473 000000000000002a 93");
    }

    @Test
    void sequenceIsUnsignedAndBigEndian() {
      assertThat(FrameLayout.readLive(frames(". ffffffffffffffff 93")))
          .isEqualTo(new FrameLayout.Live.Good(new LiveMessage(new byte[0], -1, PAYLOAD)));
      assertThat(FrameLayout.readLive(frames("61 0102030405060708 93")))
          .isEqualTo(
              new FrameLayout.Live.Good(
                  new LiveMessage(new byte[] {'a'}, 0x0102030405060708L, PAYLOAD)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"61", "61 0000000000000001", "61 0000000000000001 93 93", "1 2 3 4 5"})
    @Tag("FS-16")
    void anotherNumberOfFramesIsMalformed(String text) {
      Frames frames = frames(text.replace("1 2 3 4 5", "01 02 03 04 05"));

      assertThat(FrameLayout.readLive(frames))
          .isEqualTo(new FrameLayout.Live.Bad(new FrameProblem.FrameCount(frames.count())));
    }

    @ParameterizedTest
    @CsvSource({"61 . 93, 0", "61 00000000000001 93, 7", "61 000000000000000001 93, 9"})
    void anotherSequenceLengthIsMalformed(String text, int sizeBytes) {
      assertThat(FrameLayout.readLive(frames(text)))
          .isEqualTo(new FrameLayout.Live.Bad(new FrameProblem.SequenceLength(sizeBytes)));
    }
  }

  @Nested
  class Replies {
    @Test
    void requestIsADelimiterAndTheStart() {
      assertThat(text(FrameLayout.request(7))).isEqualTo(". 0000000000000007");
    }

    @Test
    @DisplayName("FS-16 both layouts of a reply give the same batch")
    void bothLayoutsGiveTheSameBatch() {
      List<byte[]> vllm = FrameLayout.reply(ReplayStyle.VLLM, TOPIC, 42, PAYLOAD);
      List<byte[]> sglang = FrameLayout.reply(ReplayStyle.SGLANG, TOPIC, 42, PAYLOAD);

      assertThat(text(vllm)).isEqualTo(". 6b762d6576656e7473 000000000000002a 93");
      assertThat(text(sglang)).isEqualTo(". 000000000000002a 93");
      assertThat(FrameLayout.readReply(Frames.of(vllm)))
          .isEqualTo(new ReplayReply.Batch(new LiveMessage(new byte[0], 42, PAYLOAD)))
          .isEqualTo(FrameLayout.readReply(Frames.of(sglang)));
    }

    @Test
    @DisplayName("FS-16 the end marker of both layouts ends the replay")
    void endMarkerOfBothLayoutsIsNoBatch() {
      List<byte[]> vllm = FrameLayout.endMarker(ReplayStyle.VLLM, TOPIC);
      List<byte[]> sglang = FrameLayout.endMarker(ReplayStyle.SGLANG, TOPIC);

      assertThat(text(vllm)).isEqualTo(". 6b762d6576656e7473 ffffffffffffffff .");
      assertThat(text(sglang)).isEqualTo(". ffffffffffffffff .");
      assertThat(FrameLayout.readReply(Frames.of(vllm))).isEqualTo(new ReplayReply.End());
      assertThat(FrameLayout.readReply(Frames.of(sglang))).isEqualTo(new ReplayReply.End());
    }

    @ParameterizedTest
    @ValueSource(strings = {". 0000000000000003 .", ". 61 .", ". 61 00 .", ". . . ."})
    void emptyPayloadIsTheEndWhateverTheSequence(String text) {
      assertThat(FrameLayout.readReply(frames(text))).isEqualTo(new ReplayReply.End());
    }

    @ParameterizedTest
    @CsvSource({". 61 93, 1", ". 61 000000000000000001 93, 9"})
    void anotherSequenceLengthIsMalformed(String text, int sizeBytes) {
      assertThat(FrameLayout.readReply(frames(text)))
          .isEqualTo(new ReplayReply.Malformed(new FrameProblem.SequenceLength(sizeBytes)));
    }

    @ParameterizedTest
    @DisplayName("FS-16 another number of frames is an error naming the number")
    @CsvSource({".,1 frame", ". 0000000000000001,2 frames", ". 01 02 03 04,5 frames"})
    void anotherNumberOfFramesIsMalformed(String text, String named) {
      assertThat(FrameLayout.readReply(frames(text)))
          .isInstanceOfSatisfying(
              ReplayReply.Malformed.class, reply -> assertThat(reply.problem()).hasToString(named));
    }
  }
}
