package kvproof.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.events.FrameProblem;
import kvproof.events.LiveMessage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class FrameLayoutPropertyTest {
  @Property
  void whatIsSentLiveIsRead(@ForAll byte[] topic, @ForAll long sequence, @ForAll byte[] payload) {
    var message = new LiveMessage(topic, sequence, payload);

    assertThat(FrameLayout.readLive(Frames.of(FrameLayout.live(message))))
        .isEqualTo(new FrameLayout.Live.Good(message));
  }

  @Property
  void whatIsRepliedIsRead(
      @ForAll ReplayStyle style, @ForAll long sequence, @ForAll @Size(min = 1) byte[] payload) {
    assertThat(
            FrameLayout.readReply(
                Frames.of(FrameLayout.reply(style, new byte[] {7}, sequence, payload))))
        .isEqualTo(new ReplayReply.Batch(new LiveMessage(new byte[0], sequence, payload)));
  }

  /**
   * Every message is one of the cases, told apart by nothing but the number and length of frames.
   */
  @Property
  void anyFramesAreReadWithoutAnException(@ForAll("messages") List<byte[]> message) {
    int count = message.size();
    FrameLayout.Live live = FrameLayout.readLive(Frames.of(message));
    ReplayReply reply = FrameLayout.readReply(Frames.of(message));

    assertThat(live instanceof FrameLayout.Live.Good)
        .isEqualTo(count == 3 && message.get(1).length == 8);
    if (live instanceof FrameLayout.Live.Bad(FrameProblem.SequenceLength _)) {
      assertThat(count).isEqualTo(3);
    }
    boolean hasLayout = count == 3 || count == 4;
    assertThat(reply instanceof ReplayReply.End)
        .isEqualTo(hasLayout && message.get(count - 1).length == 0);
    assertThat(reply instanceof ReplayReply.Batch)
        .isEqualTo(
            hasLayout && message.get(count - 1).length > 0 && message.get(count - 2).length == 8);
  }

  @Provide
  Arbitrary<List<byte[]>> messages() {
    Arbitrary<byte[]> frame = Arbitraries.of(0, 1, 7, 8, 8, 8, 9).map(length -> new byte[length]);
    return frame.list().ofMinSize(1).ofMaxSize(6);
  }
}
