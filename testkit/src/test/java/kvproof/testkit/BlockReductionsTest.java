package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

class BlockReductionsTest {

  @Test
  void blockGoesFromStoresRemovalsPromptsAndFetchesAndTheRestMovesUp() {
    List<String> smaller =
        without(
            Profile.FETCH,
            """
            store 1/0 device root 1:101 2:102
            store 2/0 host_pinned 102 3:103
            remove 2/0 disk 102 101
            ask q1 local 1 2 3 targets 1/0
            ask q2 local 1 9 3 targets 1/0
            fetch q1 target 1/0
              meanwhile remove 1/0 device 101 102
            """);

    assertThat(smaller)
        .containsExactly(
            """
            store 1/0 device root 2:102
            store 2/0 host_pinned 102 3:103
            remove 2/0 disk 102
            ask q1 local 2 3 targets 1/0
            ask q2 local 9 3 targets 1/0
            fetch q1 target 1/0
              meanwhile remove 1/0 device 102
            """,
            """
            store 1/0 device root 1:101
            store 2/0 host_pinned 101 3:103
            remove 2/0 disk 101
            ask q1 local 1 3 targets 1/0
            ask q2 local 1 9 3 targets 1/0
            fetch q1 target 1/0
              meanwhile remove 1/0 device 101
            """,
            """
            store 1/0 device root 1:101 2:102
            store 2/0 host_pinned 102
            remove 2/0 disk 102 101
            ask q1 local 1 2 targets 1/0
            ask q2 local 1 9 targets 1/0
            fetch q1 target 1/0
              meanwhile remove 1/0 device 101 102
            """);
  }

  /** Nobody stored 103, so nobody knows how many blocks are in front of 104. */
  @Test
  void promptStaysWhereThePositionIsNotKnown() {
    assertThat(
            without(
                Profile.IRREGULAR, "store 1/0 disk 103 4:104\nask q1 local 4 4 4 4 targets 1/0"))
        .containsExactly("store 1/0 disk 103\nask q1 local 4 4 4 4 targets 1/0\n");
  }

  @Test
  void cycleHasNoPositionEither() {
    assertThat(
            without(
                Profile.IRREGULAR,
                "store 1/0 disk 102 1:101\nstore 1/0 disk 101 2:102\nask q1 local 1 2 targets"))
        .containsExactly(
            "store 1/0 disk 102\nstore 1/0 disk 102 2:102\nask q1 local 1 2 targets\n",
            "store 1/0 disk 101 1:101\nstore 1/0 disk 101\nask q1 local 1 2 targets\n");
  }

  private static List<String> without(Profile profile, String lines) {
    return BlockReductions.withoutOneBlock(TestCases.of(profile, lines)).stream()
        .map(CaseText::print)
        .map(text -> text.lines().skip(3).filter(line -> !line.isEmpty()).toList())
        .map(text -> String.join("\n", text) + "\n")
        .toList();
  }
}
