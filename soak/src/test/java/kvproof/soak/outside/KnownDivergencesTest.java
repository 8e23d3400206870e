package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.CRASHED;
import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.UNDER_CREDIT;
import static kvproof.model.Verdict.Kind.WRONG_SOURCE;
import static kvproof.model.Verdict.Kind.WRONG_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
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
  private static final String ASK = "ask q1 local 1 2 3 targets 2/0\n";

  private static final String REFUSED = "store 1/0 device 777 4:104\n";
  private static final String ASK_MORE =
      "ask q1 local 1 2 3 4 targets 2/0\nask q2 local 1 2 3 targets 2/0\n";

  private static KnownDivergences of(String lines) {
    return new KnownDivergences(CaseText.parse(lines));
  }

  private static KnownDivergences afterUnknownParent() {
    return of(REGULAR + REFUSED + ASK_MORE);
  }

  private static KnownDivergences afterHole() {
    return of(REGULAR + "remove 1/0 device 102\n" + ASK);
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
        of(REGULAR + "store 1/0 disk root 1:201\n" + ASK); // a variant of what the device has

    assertThat(isKnown(known, 2, difference("lower", OVER_CREDIT, "q1, disk, 1/0"))).isTrue();
    assertThat(isKnown(known, 2, difference("lower", OVER_CREDIT, "q1, host_pinned, 1/0")))
        .isFalse();
    assertThat(isKnown(known, 2, difference("device", OVER_CREDIT, "q1, 1/0"))).isFalse();
  }

  @Test
  void choiceIsKnownOnlyBesideAKnownOverlapOfTheSameRequest() {
    Difference overlap = difference("device", UNDER_CREDIT, "q1, 1/0");
    Difference choice = choice("q1, target 2/0", "fetch [0, 3) from 1/0");
    Difference elsewhere = choice("q2, target 2/0", "fetch [0, 3) from 1/0");
    Difference ofOthers = choice("q1, target 2/0", "fetch [0, 3) from 3/0");

    assertThat(afterUnknownParent().unexplained(2, List.of(overlap, choice))).isEmpty();
    assertThat(afterUnknownParent().unexplained(2, List.of(choice))).containsExactly(choice);
    assertThat(afterUnknownParent().unexplained(2, List.of(overlap, elsewhere)))
        .containsExactly(elsewhere);
    assertThat(afterUnknownParent().unexplained(2, List.of(overlap, ofOthers)))
        .containsExactly(ofOthers);
  }

  /** The block that was refused stands in no other prompt. */
  @Test
  void refusedStoreReachesNoPromptWithoutItsBlocks() {
    assertThat(isKnown(afterUnknownParent(), 2, difference("device", UNDER_CREDIT, "q2, 1/0")))
        .isFalse();
    assertThat(isKnown(afterUnknownParent(), 2, difference("lower", WRONG_VALUE, "q2, disk, 1/0")))
        .isFalse();
  }

  @Test
  void refusedStoreIsOverOnceItsOwnerHoldsNothing() {
    Difference lost = difference("device", UNDER_CREDIT, "q1, 1/0");
    for (String end : List.of("clear 1/0", "remove-rank 1/0", "remove-worker 1")) {
      KnownDivergences known = of(REGULAR + REFUSED + end + "\n" + ASK_MORE);

      assertThat(isKnown(known, 2, lost)).as(end).isTrue();
      assertThat(isKnown(known, 3, lost)).as(end).isFalse();
    }
    assertThat(isKnown(of(REGULAR + REFUSED + "clear 2/0\n" + ASK_MORE), 3, lost)).isTrue();
  }

  private static final String REHASHED =
      """
      kvproof-case 1
      profile irregular
      seed 1
      store 1/0 device root 1:101 2:102
      store 2/0 device root 1:101
      store 3/0 device root 9:109
      store 4/0 device root 1:111
      ask q1 local 1 2 targets 2/0 3/0
      ask q9 local 9 targets 2/0
      """;

  @Test
  void secondMeaningReachesWhoeverHasTheBlocksThatItMixesUp() {
    KnownDivergences known = of(REHASHED); // 4/0 gives the place of 101 a second hash

    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q1, 4/0"))).isTrue();
    assertThat(isKnown(known, 3, difference("device", WRONG_VALUE, "q1, 2/0"))).isTrue();
    assertThat(isKnown(known, 3, difference("device", UNDER_CREDIT, "q1, 1/0"))).isTrue();
  }

  @Test
  void secondMeaningReachesNobodyElseAndNoOtherPrompt() {
    KnownDivergences known = of(REHASHED);

    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q1, 3/0"))).isFalse();
    assertThat(isKnown(known, 3, difference("resident", OVER_CREDIT, "3/0"))).isFalse();
    assertThat(isKnown(known, 3, difference("candidates", OVER_CREDIT, "q1, 3/0"))).isFalse();
    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q9, 2/0"))).isFalse();
    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q9, 4/0")))
        .as("the owner of the second meaning")
        .isFalse();
    assertThat(isKnown(known, 3, difference("candidates", WRONG_VALUE, "q9, chain"))).isFalse();
    assertThat(isKnown(known, 3, difference("candidates", WRONG_VALUE, "q1, chain"))).isTrue();
  }

  private static Difference choice(String where, String expected) {
    return new Difference("choice", WRONG_SOURCE, where, expected, "an oracle", "no fetch at 0");
  }

  @Test
  void choiceAmongOwnersThatNothingReachesIsNew() {
    KnownDivergences known = of(REHASHED);
    Difference reached = choice("q1, target 3/0", "fetch [0, 2) from 1/0");
    Difference new3 = choice("q1, target 5/0", "fetch [0, 1) from 3/0");

    assertThat(known.unexplained(3, List.of(reached))).isEmpty();
    assertThat(known.unexplained(3, List.of(new3))).containsExactly(new3);
  }

  @Test
  void malformedStoreReachesWhoeverHasItsHashes() {
    KnownDivergences known =
        of(
            REGULAR
                + "store 3/0 device root 7:707\nstore 4/0 device root 1:101 1:101\n"
                + "ask q1 local 1 2 7 targets 2/0\n");

    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q1, 2/0"))).isTrue();
    assertThat(isKnown(known, 3, difference("device", OVER_CREDIT, "q1, 3/0"))).isFalse();
  }

  @Test
  void inventoryIsForgivenForMixedBlocksAlone() {
    KnownDivergences known = of(REHASHED);
    HeldBlock lost = block("1/0", 1, 101);
    HeldBlock new3 = block("3/0", 9, 109);

    assertThat(known.forgiven(List.of(lost, new3), List.of())).containsExactly(lost);
  }

  /** Neither a block that nobody stored nor one that has nothing to do with what was refused. */
  @Test
  void inventoryOfARefusedStoreLacksItsBlocksAndHasNoOther() {
    HeldBlock refused = block("1/0", 4, 104);
    HeldBlock held = block("1/0", 1, 101);
    HeldBlock invented = block("1/0", 4, 105);
    KnownDivergences known = afterUnknownParent();

    assertThat(known.forgiven(List.of(held, refused), List.of(held)))
        .containsExactly(held, refused);
    assertThat(known.forgiven(List.of(held, refused), List.of(refused))).containsExactly(refused);
    assertThat(known.forgiven(List.of(held), List.of(held, invented)))
        .containsExactly(held, invented);
  }

  private static HeldBlock block(String rank, long local, long external) {
    return new HeldBlock(
        StorageTier.DEVICE, WorkerWithDpRank.parse(rank), OptionalLong.empty(), local, external);
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
