package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.CRASHED;
import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.UNDER_CREDIT;
import static kvproof.model.Verdict.Kind.WRONG_SOURCE;
import static kvproof.model.Verdict.Kind.WRONG_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

/** What is excused, and above all what is not. */
class KnownDivergencesTest {
  private static final String REGULAR =
      """
      kvproof-case 1
      profile irregular
      seed 1
      store 1/0 device root 1:101 2:102 3:103
      store 2/0 device root 1:101 2:102 3:103
      """;

  private static KnownDivergences of(String lines) {
    return new KnownDivergences(CaseText.parse(lines));
  }

  private static KnownDivergences afterUnknownParent() {
    return of(REGULAR + "store 1/0 device 777 4:104\n");
  }

  private static KnownDivergences afterHole() {
    return of(REGULAR + "remove 1/0 device 102\n");
  }

  private static Difference difference(String part, Kind kind, String where) {
    return new Difference(part, kind, where, "this", "an oracle", "that");
  }

  private static boolean isKnown(KnownDivergences known, int step, Difference difference) {
    return known.unexplained(step, List.of(difference)).isEmpty();
  }

  @Test
  void nothingIsKnownOfAnEngineHistory() {
    KnownDivergences known = of(REGULAR);

    assertThat(known.isRegular()).isTrue();
    assertThat(isKnown(known, 1, difference("device", UNDER_CREDIT, "q1, 1/0"))).isFalse();
  }

  @Test
  void refusedStoreUnderCreditsItsOwnRank() {
    Difference lost = difference("device", UNDER_CREDIT, "q1, 1/0");

    assertThat(isKnown(afterUnknownParent(), 2, lost)).isTrue();
    assertThat(isKnown(afterUnknownParent(), 1, lost)).as("before it").isFalse();
  }

  @Test
  void refusedStoreOverCreditsNobodyAndTouchesNoOtherRank() {
    KnownDivergences known = afterUnknownParent();

    assertThat(isKnown(known, 2, difference("device", OVER_CREDIT, "q1, 1/0"))).isFalse();
    assertThat(isKnown(known, 2, difference("device", UNDER_CREDIT, "q1, 2/0"))).isFalse();
    assertThat(isKnown(known, 2, difference("device", WRONG_VALUE, "q1, 1/0"))).isFalse();
    assertThat(isKnown(known, 2, difference("resident", OVER_CREDIT, "1/0"))).isFalse();
  }

  @Test
  void holeMayRaiseOtherRanksAndLowerItsOwn() {
    assertThat(isKnown(afterHole(), 2, difference("device", OVER_CREDIT, "q1, 2/0"))).isTrue();
    assertThat(isKnown(afterHole(), 2, difference("device", UNDER_CREDIT, "q1, 1/0"))).isTrue();
    assertThat(isKnown(afterHole(), 2, difference("device", UNDER_CREDIT, "q1, 2/0"))).isFalse();
    assertThat(isKnown(afterHole(), 2, difference("device", OVER_CREDIT, "q1, 1/0"))).isFalse();
  }

  @Test
  void irregularLowerTierExplainsNothingAboveIt() {
    KnownDivergences known =
        of(REGULAR + "store 1/0 disk root 1:201\n"); // a variant of what the device has

    assertThat(isKnown(known, 2, difference("lower", OVER_CREDIT, "q1, disk, 1/0"))).isTrue();
    assertThat(isKnown(known, 2, difference("lower", OVER_CREDIT, "q1, host_pinned, 1/0")))
        .isFalse();
    assertThat(isKnown(known, 2, difference("device", OVER_CREDIT, "q1, 1/0"))).isFalse();
  }

  @Test
  void choiceIsKnownOnlyBesideAKnownOverlapOfTheSameRequest() {
    Difference overlap = difference("device", UNDER_CREDIT, "q1, 1/0");
    Difference choice = difference("choice", WRONG_SOURCE, "q1, target 2/0");
    Difference elsewhere = difference("choice", WRONG_SOURCE, "q2, target 2/0");

    assertThat(afterUnknownParent().unexplained(2, List.of(overlap, choice))).isEmpty();
    assertThat(afterUnknownParent().unexplained(2, List.of(choice))).containsExactly(choice);
    assertThat(afterUnknownParent().unexplained(2, List.of(overlap, elsewhere)))
        .containsExactly(elsewhere);
  }

  @Test
  void noRuleExcusesARouterThatEnds() {
    assertThat(isKnown(afterHole(), 2, difference("answer", CRASHED, "q1"))).isFalse();
  }

  @Test
  void whatIsExcusedIsCounted() {
    KnownDivergences known = afterUnknownParent();

    known.unexplained(2, List.of(difference("device", UNDER_CREDIT, "q1, 1/0")));

    assertThat(known.counts()).containsEntry("device unknown_parent under_credit", 1L).hasSize(1);
  }
}
