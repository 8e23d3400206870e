package kvproof.soak.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingDecision;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseObserver;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.CaseTwice;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Finished;
import kvproof.soak.run.Side;
import kvproof.soak.scheduling.CountingScheduler.Fault;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingCheckTest {
  private static final String CONFIGURED =
      "configure block 4 class default fcfs quantum 1\nschedulable 1 start 0 size 1\n";
  private static final String TWO_REQUESTS =
      CONFIGURED + "submit r1 book tokens 4 local 1\nsubmit r2 book tokens 4 local 1\n";

  @Test
  void referenceSchedulerIsRight() {
    for (int i = 0; i < 300; i++) {
      Case drawn = Cases.draw(Profile.FULL, SeededRandom.mix(0x5c4e, i));
      assertThat(found(new SchedulingCheck(), drawn)).as("case %d", i).isEmpty();
    }
  }

  @Test
  void schedulerThatNobodyContradictsIsRight() {
    assertThat(found(countingWithout(Fault.NONE), parse(1, TWO_REQUESTS))).isEmpty();
  }

  @Test
  void schedulerThatThrowsIsFound() {
    Difference found = found(countingWithout(Fault.THROWS), parse(1, TWO_REQUESTS)).getFirst();

    assertThat(found.part()).isEqualTo("scheduler");
    assertThat(found.kind()).isEqualTo(Kind.FAILED);
    assertThat(found.where()).isEqualTo("step 3, submit r1 book tokens 4 local 1");
    assertThat(found.actual()).isEqualTo("java.lang.IllegalStateException: no room for r1");
  }

  @Test
  void schedulerThatNeverReturnsFromItsOwnCallsIsFound() {
    assertThat(found(countingWithout(Fault.OVERFLOWS_THE_STACK), parse(1, TWO_REQUESTS)))
        .singleElement()
        .satisfies(found -> assertThat(found.actual()).contains("StackOverflowError"));
  }

  /** With an even seed those who wait are cancelled first, with an odd one all is released. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void loadThatStaysIsFoundOnceEveryRequestIsOver(long seed) {
    assertThat(found(countingWithout(Fault.LEAKS), parse(seed, TWO_REQUESTS)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.part()).isEqualTo("rest");
              assertThat(found.actual()).contains("activeRequests=2");
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void idThatStaysReservedIsFoundOnceEveryRequestIsOver(long seed) {
    assertThat(found(countingWithout(Fault.KEEPS_IDS), parse(seed, TWO_REQUESTS)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.part()).isEqualTo("rest");
              assertThat(found.where()).startsWith("at rest, submit r1 book");
              assertThat(found.actual()).contains("Conflict");
            });
  }

  @Test
  void firstJudgeThatFindsSomethingIsHeardWithTheStep() {
    SchedulingJudge second =
        (step, decisions, state) ->
            decisions.isEmpty()
                ? List.of()
                : List.of(new Difference("mine", Kind.WRONG_VALUE, "r1", "less", "me", "more"));
    SchedulingCheck check =
        new SchedulingCheck(
            () -> new CountingScheduler(Fault.NONE),
            witness -> List.of((step, decisions, state) -> List.of(), second));

    assertThat(found(check, parse(1, TWO_REQUESTS)))
        .containsExactly(
            new Difference(
                "mine",
                Kind.WRONG_VALUE,
                "step 3, submit r1 book tokens 4 local 1: r1",
                "less",
                "me",
                "more"));
  }

  @Test
  void judgeThatThrowsIsFound() {
    SchedulingCheck check =
        countingWithout(Fault.NONE)
            .withJudges(
                witness ->
                    List.of(
                        (step, decisions, state) -> {
                          throw new AssertionError("lost count");
                        }));

    assertThat(found(check, parse(1, TWO_REQUESTS)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.part()).isEqualTo("judge");
              assertThat(found.actual()).contains("lost count");
            });
  }

  /** The oracle sees that nobody was chosen before the answer. */
  @Test
  void oracleContradictsASchedulerThatChoosesNobody() {
    SchedulingCheck check = new SchedulingCheck(() -> new CountingScheduler(Fault.NONE));

    assertThat(found(check, parse(1, TWO_REQUESTS))).isNotEmpty();
  }

  @Test
  void decisionsThatDifferFromRunToRunShowInTheDigest() {
    Contest contest =
        Contest.standard().withChecks(List.of(countingWithout(Fault.ANSWERS_BY_CHANCE)));

    assertThat(CaseTwice.run(new CaseRunner(contest), parse(1, TWO_REQUESTS)).divergence())
        .hasValueSatisfying(
            divergence -> assertThat(divergence.first().part()).isEqualTo("digest"));
  }

  @Test
  void everyStepOfTheCaseIsObserved() {
    List<CaseStep> seen = new ArrayList<>();
    CaseObserver observer =
        new CaseObserver() {
          @Override
          public void scheduled(
              CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {
            seen.add(step);
          }
        };
    Case drawn = parse(1, TWO_REQUESTS);

    new CaseRunner(Contest.standard().withChecks(List.of(countingWithout(Fault.NONE))), observer)
        .run(drawn);

    assertThat(seen).isEqualTo(drawn.steps());
  }

  @Test
  void caseWithoutASchedulerIsLeftAlone() {
    SchedulingCheck check = countingWithout(Fault.THROWS);

    assertThat(found(check, Cases.draw(Profile.ENGINE, 1))).isEmpty();
    assertThat(found(check, parse(1, "submit r1 book tokens 4 local 1\n"))).isEmpty();
  }

  @Test
  void storyTellsWhoWaitedWhoWasChosenAndWhatIsWrong() {
    String steps =
        """
        configure block 4 refresh 2s class default fcfs quantum 1 busy 0
        schedulable 1 start 0 size 1 ; 2 start 0 size 1
        store 2/0 device root 1:101
        submit r1 book tokens 8 local 8 9 pin 1/0
        submit r2 book tokens 8 local 8 9 pin 2/0
        submit r3 book tokens 8 local 1 2
        clock 2s
        prefilled r1
        """;

    var story = new SchedulingCheck().story(parse(1, steps));

    assertThat(story.differences()).isEmpty();
    assertThat(story.lines())
        .contains("      => r3 waits")
        .contains(
            "      => r3 after 2.0 s, looked up again, chose 1/0 at cost 5.25, cached 0, to"
                + " prefill 8, fetches [0, 1) from 2/0")
        .contains("      => r3 answered, hint of 1 at tcp://w2:9000");
  }

  private static SchedulingCheck countingWithout(Fault fault) {
    return new SchedulingCheck(() -> new CountingScheduler(fault), witness -> List.of());
  }

  private static Case parse(long seed, String steps) {
    return CaseText.parse("kvproof-case 1\nprofile full\nseed " + seed + "\n" + steps);
  }

  private static List<Difference> found(SchedulingCheck check, Case drawn) {
    return check.check(Finished.of(drawn, Side.referenceRouter()), new Digest());
  }
}
