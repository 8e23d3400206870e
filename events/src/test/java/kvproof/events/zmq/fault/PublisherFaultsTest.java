package kvproof.events.zmq.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import kvproof.events.zmq.PublisherFault;
import org.junit.jupiter.api.Test;

class PublisherFaultsTest {
  private static final List<byte[]> FRAMES =
      List.of(new byte[] {1}, new byte[] {2, 2, 2, 2, 2, 2, 2, 2}, new byte[] {3});

  private static List<List<Integer>> sizes(List<List<byte[]>> messages) {
    return messages.stream()
        .map(frames -> frames.stream().map(frame -> frame.length).toList())
        .toList();
  }

  @Test
  void withoutOneEverythingLeavesAsItIs() {
    assertThat(PublisherFault.NONE.live(4, FRAMES)).containsExactly(FRAMES);
    assertThat(PublisherFault.NONE.reply(4, FRAMES)).containsExactly(FRAMES);
    assertThat(PublisherFault.NONE.answerFrom(4)).hasValue(4);
  }

  @Test
  void faultOfTheLiveStreamLeavesRepliesAlone() {
    PublisherFault fault = PublisherFaults.losing(sequence -> sequence == 4);

    assertThat(fault.live(4, FRAMES)).isEmpty();
    assertThat(fault.live(5, FRAMES)).containsExactly(FRAMES);
    assertThat(fault.reply(4, FRAMES)).containsExactly(FRAMES);
  }

  @Test
  void faultOfRepliesLeavesTheLiveStreamAlone() {
    PublisherFault fault = PublisherFaults.losingReplies(sequence -> sequence == -1);

    assertThat(fault.reply(-1, FRAMES)).isEmpty();
    assertThat(fault.reply(0, FRAMES)).containsExactly(FRAMES);
    assertThat(fault.live(-1, FRAMES)).containsExactly(FRAMES);
  }

  @Test
  void twoTogetherStrikeOneAfterTheOther() {
    PublisherFault live =
        PublisherFaults.repeating(sequence -> true)
            .and(PublisherFaults.reframing(sequence -> sequence == 1, Reframing.toFrames(2)));
    PublisherFault replies =
        PublisherFaults.reframingReplies(sequence -> sequence == 1, Reframing.toSequenceBytes(9))
            .and(PublisherFaults.losingReplies(sequence -> sequence == 2));

    assertThat(sizes(live.live(0, FRAMES))).containsExactly(List.of(1, 8, 1), List.of(1, 8, 1));
    assertThat(sizes(live.live(1, FRAMES))).containsExactly(List.of(1, 8), List.of(1, 8));
    assertThat(sizes(replies.reply(1, FRAMES))).containsExactly(List.of(1, 9, 1));
    assertThat(replies.reply(2, FRAMES)).isEmpty();
  }

  @Test
  void silenceLastsForSoManyRequestsAndThenTheOtherFaultAnswers() {
    PublisherFault fault = PublisherFaults.silentFor(2).and(PublisherFaults.answeringFrom(0));

    assertThat(fault.answerFrom(7)).isEqualTo(OptionalLong.empty());
    assertThat(fault.answerFrom(7)).isEqualTo(OptionalLong.empty());
    assertThat(fault.answerFrom(7)).hasValue(0);
  }

  @Test
  void framesAreCutOffOrRepeated() {
    assertThat(sizes(List.of(Reframing.toFrames(1).apply(FRAMES)))).containsExactly(List.of(1));
    assertThat(sizes(List.of(Reframing.toFrames(5).apply(FRAMES))))
        .containsExactly(List.of(1, 8, 1, 1, 1));
    assertThatThrownBy(() -> Reframing.toFrames(0)).hasMessageContaining("not 0");
  }
}
