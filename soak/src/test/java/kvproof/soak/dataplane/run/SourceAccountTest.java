package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import org.junit.jupiter.api.Test;

class SourceAccountTest {
  private static SourceAccount afterSteps(String... whats) {
    return SourceAccount.of(Arrays.stream(whats).map(what -> event(Kind.STEP, what, 0)).toList());
  }

  private static TimelineEvent event(Kind kind, String what, long bytes) {
    return new TimelineEvent(1, Side.SOURCE, kind, what, bytes);
  }

  @Test
  void aSourceThatWasNeverAskedIsOver() {
    assertThat(afterSteps().isOver()).isTrue();
    assertThat(afterSteps("refused: fenced").isOver()).isTrue();
  }

  @Test
  void aSourceIsOverOnceWhatItAcceptedHasEndedEitherWay() {
    assertThat(afterSteps("accepted", "posted 2 blocks").isOver()).isFalse();
    assertThat(afterSteps("accepted", "ended badly").isOver()).isTrue();
    assertThat(afterSteps("accepted", "ended badly").isSuccess()).isFalse();
    assertThat(afterSteps("accepted", "ended well").isOver()).isTrue();
    assertThat(afterSteps("accepted", "ended well").isSuccess()).isTrue();
  }

  @Test
  void doubtOnTheWayStays() {
    assertThat(afterSteps("accepted", "uncertain", "ended badly", "quiesced").isOver()).isFalse();
  }

  @Test
  void aWriteOfNothingIsNotPosted() {
    assertThat(SourceAccount.of(List.of(event(Kind.WRITE_POSTED, "write", 0))).hasPosted())
        .isFalse();
    assertThat(SourceAccount.of(List.of(event(Kind.WRITE_POSTED, "write", 1))).hasPosted())
        .isTrue();
  }

  @Test
  void aWriteThatFailedIsInDoubtUnlessItIsQuiet() {
    assertThat(
            SourceAccount.of(List.of(event(Kind.WRITE_ENDED, "write failed, not quiet", 1)))
                .isWriteInDoubt())
        .isTrue();
    assertThat(
            SourceAccount.of(List.of(event(Kind.WRITE_ENDED, "write failed, quiet", 1)))
                .isWriteInDoubt())
        .isFalse();
  }
}
