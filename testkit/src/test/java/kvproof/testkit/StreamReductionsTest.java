package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

class StreamReductionsTest {

  private static final Case TWO_STREAMS =
      TestCases.of(
          Profile.IRREGULAR,
          """
          open 1/0 none
          open 2/0 replay
          publish 1/0 0 arrives
            event store 1/0 device root 1:101
            event clear 1/0
          publish 2/0 0 lost
          store 3/0 device root 1:101
          close 1/0
          """);

  private static List<String> texts(List<Case> cases) {
    return cases.stream()
        .map(CaseText::print)
        .map(text -> text.lines().skip(3).map(String::strip).toList())
        .map(lines -> String.join("\n", lines))
        .toList();
  }

  @Test
  void streamGoesAsAWholeOrItsEventsAreTakenAsTheyAre() {
    assertThat(texts(StreamReductions.withoutOneStream(TWO_STREAMS)))
        .startsWith(
            """
            open 2/0 replay
            publish 2/0 0 lost
            store 3/0 device root 1:101""",
            """
            open 2/0 replay
            store 1/0 device root 1:101
            clear 1/0
            publish 2/0 0 lost
            store 3/0 device root 1:101""")
        .hasSize(4);
  }

  @Test
  void incarnationGoesAndLaterOnesMoveUp() {
    Case failing =
        TestCases.of(
            Profile.IRREGULAR,
            """
            open 1/0 none
            close 1/0
            open 1/0 none
            arrive 1/0 incarnation 2 sequence 0
            """);

    assertThat(texts(StreamReductions.withoutOneIncarnation(failing)))
        .containsExactly(
            """
            open 1/0 none
            arrive 1/0 incarnation 1 sequence 0""",
            """
            open 1/0 none
            arrive 1/0 incarnation 2 sequence 0""");
  }

  @Test
  void sequencesMoveTogetherAndAGapStaysAGap() {
    Case failing =
        TestCases.of(
            Profile.IRREGULAR,
            """
            replay 1/0 oldest 9 early 0
            publish 1/0 5 arrives
            publish 1/0 6 lost
            publish 1/0 9 arrives
            publish 2/0 7 arrives
            """);

    assertThat(texts(ArrivalRenumbering.withSmallerNumbers(failing)))
        .startsWith(
            """
            replay 1/0 oldest 4 early 0
            publish 1/0 0 arrives
            publish 1/0 1 lost
            publish 1/0 4 arrives
            publish 2/0 7 arrives""",
            """
            replay 1/0 oldest 8 early 0
            publish 1/0 5 arrives
            publish 1/0 6 lost
            publish 1/0 8 arrives
            publish 2/0 7 arrives""");
  }

  @Test
  void incarnationsAndAttemptsGetSmallNumbers() {
    Case failing =
        TestCases.of(
            Profile.IRREGULAR,
            """
            capacity 1/0 incarnation 7 blocks 3
            admit 1/0 incarnation 7 attempt a9 private 0 blocks 1:101
            capacity 1/0 incarnation 9 blocks 3
            finish 1/0 incarnation 7 attempt a9
            """);

    assertThat(texts(ArrivalRenumbering.withSmallerNumbers(failing)))
        .containsExactly(
            """
            capacity 1/0 incarnation 1 blocks 3
            admit 1/0 incarnation 1 attempt a1 private 0 blocks 1:101
            capacity 1/0 incarnation 2 blocks 3
            finish 1/0 incarnation 1 attempt a1""");
  }

  @Test
  void caseWithoutStreamsHasNothingToLeaveOut() {
    Case plain = TestCases.of(Profile.IRREGULAR, "store 1/0 device root 1:101\n");

    assertThat(StreamReductions.withoutOneStream(plain)).isEmpty();
    assertThat(StreamReductions.withoutOneIncarnation(plain)).isEmpty();
  }
}
