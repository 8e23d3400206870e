package kvproof.testkit;

import static kvproof.testkit.Irregularity.MALFORMED;
import static kvproof.testkit.Irregularity.MOVE;
import static kvproof.testkit.Irregularity.REHASH;
import static kvproof.testkit.Irregularity.REMOVAL_WITH_SURVIVORS;
import static kvproof.testkit.Irregularity.UNKNOWN_PARENT;
import static kvproof.testkit.Irregularity.VARIANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import kvproof.model.CaseStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryJudgeTest {
  private static final String BASE = "store 1/0 device root 1:101 2:102 3:103 4:104\n";

  /** History, then what is irregular about its last step. */
  static Stream<Arguments> lastSteps() {
    return Stream.of(
        arguments(BASE, Set.of()),
        arguments(BASE + "store 2/0 device root 1:101 2:102", Set.of()),
        arguments(BASE + "store 1/0 device 104 5:105", Set.of()),
        arguments(BASE + "store 1/0 device 102 3:103", Set.of()),
        arguments(BASE + "store 1/0 device 104", Set.of()),
        arguments(BASE + "remove 1/0 device 104", Set.of()),
        arguments(BASE + "remove 1/0 device 103 104", Set.of()),
        arguments(BASE + "remove 1/0 device 999 104", Set.of()),
        arguments(BASE + "clear 1/0", Set.of()),
        arguments(BASE + "remove-rank 1/0", Set.of()),
        arguments(BASE + "remove-worker 1", Set.of()),
        // the parent is not held on the device by the same rank
        arguments(BASE + "store 2/0 device 104 5:105", Set.of(UNKNOWN_PARENT)),
        arguments(BASE + "store 1/1 device 104 5:105", Set.of(UNKNOWN_PARENT)),
        arguments(BASE + "store 1/0 device 555", Set.of(UNKNOWN_PARENT)),
        arguments(BASE + "clear 1/0\nstore 1/0 device 102 3:103", Set.of(UNKNOWN_PARENT)),
        arguments(
            "store 1/0 host_pinned root 1:101\nstore 1/0 device 101 2:102", Set.of(UNKNOWN_PARENT)),
        arguments(BASE + "store 2/0 host_pinned 104 5:105", Set.of()),
        // something stays behind what is removed
        arguments(BASE + "remove 1/0 device 102", Set.of(REMOVAL_WITH_SURVIVORS)),
        arguments(BASE + "remove 1/0 device 104 102", Set.of(REMOVAL_WITH_SURVIVORS)),
        arguments(
            BASE + "remove 1/0 device 102\nremove 1/0 device 103", Set.of(REMOVAL_WITH_SURVIVORS)),
        arguments(BASE + "store 1/0 device 102 9:109\nremove 1/0 device 103 104", Set.of()),
        arguments(
            BASE + "remove 1/0 device 102\nremove 1/0 device 102", Set.of(REMOVAL_WITH_SURVIVORS)),
        arguments(BASE + "remove 2/0 device 102", Set.of()),
        arguments("store 1/0 disk root 1:101 2:102\nremove 1/0 disk 101", Set.of()),
        // another hash for a held place, another place for a held hash
        arguments(BASE + "store 1/0 device 101 2:202", Set.of(REHASH, VARIANT)),
        arguments(BASE + "store 1/0 device root 7:102", Set.of(MOVE, VARIANT)),
        arguments(BASE + "store 1/0 device root 1:104", Set.of(MOVE, REHASH, VARIANT)),
        arguments(BASE + "store 1/0 device 104 1:101", Set.of(MOVE, VARIANT)),
        // the same, of another owner or tier, or of the past
        arguments(BASE + "store 2/0 device root 1:201", Set.of(VARIANT)),
        arguments(BASE + "store K1 disk root 7:102", Set.of(VARIANT)),
        arguments(BASE + "store 1/0 host_pinned 101 2:202", Set.of(VARIANT)),
        arguments(BASE + "clear 1/0\nstore 1/0 device root 1:201", Set.of(VARIANT)),
        arguments(BASE + "store 1/0 device 101 2:202\nstore 1/0 device 101 2:102", Set.of(REHASH)),
        // refused as a whole, and so nothing else
        arguments(BASE + "store 1/0 device 104 5:104", Set.of(MALFORMED)),
        arguments(BASE + "store 1/0 device 104 5:105 6:105", Set.of(MALFORMED)),
        arguments("store 1/0 disk 101 1:101", Set.of(MALFORMED)),
        arguments("store 1/0 device 555 1:101 2:101", Set.of(MALFORMED)),
        arguments(BASE + "store 1/0 device 104 5:105 6:105\nstore 1/0 device root 5:105", Set.of()),
        // refused for its domain, and so forgotten
        arguments(BASE + "store K1 device 555 1:201", Set.of()),
        arguments("store K1 device root 1:201\nstore 1/0 device root 1:101", Set.of()));
  }

  @ParameterizedTest
  @MethodSource("lastSteps")
  void lastStepIs(String history, Set<Irregularity> expected) {
    List<CaseStep> steps = TestCases.steps(history);

    var irregular = HistoryJudge.irregularSteps(steps);

    assertThat(irregular.getOrDefault(steps.size() - 1, Set.of())).isEqualTo(expected);
  }

  @Test
  void everyIrregularStepIsListed() {
    List<CaseStep> steps =
        TestCases.steps(
            BASE
                + """
                owners none
                remove 1/0 device 102
                store 1/0 device 103 5:105
                store 1/0 device 101 2:202
                """);

    assertThat(HistoryJudge.irregularSteps(steps)).containsOnlyKeys(2, 4);
  }

  @Test
  void historyIsWithinTheProfilesThatAllowItsWorstStep() {
    List<CaseStep> gap = TestCases.steps(BASE + "remove 1/0 device 102");
    List<CaseStep> variant = TestCases.steps(BASE + "store 2/0 device root 1:201");

    assertThat(HistoryJudge.isWithin(Profile.ENGINE, TestCases.steps(BASE))).isTrue();
    assertThat(HistoryJudge.isWithin(Profile.ENGINE, gap)).isFalse();
    assertThat(HistoryJudge.isWithin(Profile.CONSISTENT, gap)).isTrue();
    assertThat(HistoryJudge.isWithin(Profile.CONSISTENT, variant)).isFalse();
    assertThat(HistoryJudge.isWithin(Profile.IRREGULAR, variant)).isTrue();
  }

  @Test
  void judgingTakesNothing() {
    HistoryJudge judge = new HistoryJudge();
    var store = TestCases.events(BASE).getFirst();

    judge.judge(store);
    judge.judge(store);

    assertThat(judge.inventories().owners()).isEmpty();
  }
}
