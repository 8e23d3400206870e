package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingReductionsTest {

  @Test
  void workersBecomeFewerWithFewerRanksTaintsAndNoBatch() {
    assertThat(smaller("schedulable 1 start 0 size 2 batch 8 taint a ; 2 start 0 size 1"))
        .containsExactly(
            "schedulable 2 start 0 size 1",
            "schedulable 1 start 0 size 1 batch 8 taint a ; 2 start 0 size 1",
            "schedulable 1 start 1 size 1 batch 8 taint a ; 2 start 0 size 1",
            "schedulable 1 start 0 size 2 taint a ; 2 start 0 size 1",
            "schedulable 1 start 0 size 2 batch 8 ; 2 start 0 size 1",
            "schedulable 1 start 0 size 2 batch 8 taint a");
    assertThat(smaller("schedulable none")).isEmpty();
  }

  @Test
  void healthGetsBetter() {
    assertThat(smaller("health available 1 2 overloaded 1"))
        .containsExactly(
            "health overloaded 1",
            "health available 2 overloaded 1",
            "health available 1 overloaded 1",
            "health available 1 2");
    assertThat(smaller("health good")).isEmpty();
  }

  @Test
  void timesGetRounder() {
    assertThat(smaller("clock 61234567891ns"))
        .containsExactly("clock 60s", "clock 61s", "clock 61200ms", "clock 61234ms");
    assertThat(smaller("clock 60s")).isEmpty();
  }

  @Test
  void outputBecomesOneBlockThatCountsInFull() {
    assertThat(smaller("produce r1 blocks 3 fraction 0.7"))
        .containsExactly(
            "produce r1 blocks 1 fraction 0.7",
            "produce r1 blocks 3 fraction 0.5",
            "produce r1 blocks 3 fraction 1.0");
    assertThat(smaller("produce r1 blocks 1 fraction 1.0")).isEmpty();
  }

  @Test
  void settingsGetCloserToTheDefaults() {
    assertThat(
            smaller(
                "configure block 4 decode temperature 0.5 credit 2.0 refresh 1s seed 7 class a"
                    + " wspt quantum 3 busy 0"))
        .contains(
            "configure block 4 decode temperature 0.5 credit 2.0 refresh 1s seed 7 class a wspt"
                + " quantum 3",
            "configure block 4 decode temperature 0.5 credit 2.0 refresh 1s seed 7 class a fcfs"
                + " quantum 3 busy 0",
            "configure block 4 decode temperature 0.5 refresh 1s seed 7 class a wspt quantum 3"
                + " busy 0",
            "configure block 4 temperature 0.5 credit 2.0 refresh 1s seed 7 class a wspt quantum 3"
                + " busy 0",
            "configure block 4 decode credit 2.0 refresh 1s seed 7 class a wspt quantum 3 busy 0",
            "configure block 4 decode temperature 0.5 credit 2.0 seed 7 class a wspt quantum 3"
                + " busy 0",
            "configure block 4 decode temperature 0.5 credit 2.0 refresh 1s class a wspt quantum 3"
                + " busy 0");
    assertThat(smaller("configure block 4 class default fcfs quantum 1")).isEmpty();
  }

  /** Each family keeps a class for each bucket, or there is no family left. */
  @Test
  void familiesBecomeOneClass() {
    assertThat(
            smaller(
                "configure block 4 family f bucket b 0 bucket c 8 class f_b cell f b fcfs quantum 1"
                    + " class f_c cell f c fcfs quantum 1 class e fcfs quantum 1"))
        .contains(
            "configure block 4 class default fcfs quantum 1",
            "configure block 4 family f bucket b 0 bucket c 8 class f_b cell f b fcfs quantum 1"
                + " class f_c cell f c fcfs quantum 1")
        .noneMatch(line -> line.contains("f_b cell") && !line.contains("f_c cell"));
  }

  @Test
  void requestsWantLess() {
    assertThat(
            smaller(
                "submit r1 lease tokens 9 local 1 2 sequence 11 12 allow 1 2 pin 1/0 strict 2"
                    + " deadline 1500ms track no shared 0-1 output 3"))
        .contains(
            "submit r1 lease tokens 9 local 1 2 sequence 11 12 strict 2 deadline 1500ms track no"
                + " shared 0-1 output 3",
            "submit r1 lease tokens 9 local 1 2 sequence 11 12 allow 1 2 pin 1/0 track no shared"
                + " 0-1 output 3",
            "submit r1 lease tokens 9 local 1 2 sequence 11 12 allow 1 2 pin 1/0 strict 2 deadline"
                + " 1s track no shared 0-1 output 3",
            "submit r1 book tokens 9 local 1 2 sequence 11 12 allow 1 2 pin 1/0 strict 2 deadline"
                + " 1500ms track no shared 0-1 output 3",
            "submit r1 lease tokens 9 local 1 sequence 11 allow 1 2 pin 1/0 strict 2 deadline"
                + " 1500ms track no shared 0-1 output 3",
            "submit r1 lease tokens 9 local 1 2 allow 1 2 pin 1/0 strict 2 deadline 1500ms track no"
                + " shared 0-1 output 3");
    assertThat(smaller("submit r1 book tokens 0 local")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"prefilled r1", "release r1", "cancel r1", "answers held"})
  void stepsThatOnlyNameARequestStay(String line) {
    assertThat(smaller(line)).isEmpty();
  }

  @Test
  void tokensNeverGetFewerThanTheBlocksNeed() {
    Case larger =
        TestCases.of(
            Profile.FULL,
            """
            configure block 4 class default fcfs quantum 1
            submit r1 book tokens 14 local 1 2
            submit r2 book tokens 8 local 1 2
            """);

    assertThat(SubmissionReductions.withFewerTokens(larger))
        .extracting(smaller -> CaseText.printStep(smaller.steps().get(1)))
        .containsExactly("submit r1 book tokens 8 local 1 2", "submit r1 book tokens 10 local 1 2");
  }

  @Test
  void scheduledCaseShrinksToWhatFails() {
    Case drawn = Cases.draw(Profile.FULL, 7);

    Case smallest =
        CaseShrinker.shrink(drawn, SchedulingReductionsTest::submitsAfterBeingConfigured, 5_000)
            .smallest();

    assertThat(smallest.steps()).hasSize(2);
    assertThat(CaseText.printStep(smallest.steps().get(0)))
        .matches("configure block \\d+ class \\w+ fcfs quantum 1");
    assertThat(CaseText.printStep(smallest.steps().get(1)))
        .matches("submit r\\d+ book tokens 0 local");
  }

  private static boolean submitsAfterBeingConfigured(Case some) {
    List<CaseStep> steps = some.steps();
    return !steps.isEmpty()
        && steps.stream().anyMatch(Submitted.class::isInstance)
        && steps.stream().anyMatch(Configured.class::isInstance);
  }

  private static List<String> smaller(String line) {
    CaseStep step = TestCases.of(Profile.FULL, line + "\n").steps().getFirst();
    return StepReductions.smallerSteps(step).stream().map(CaseText::printStep).toList();
  }
}
