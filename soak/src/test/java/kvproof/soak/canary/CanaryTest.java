package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.canary.TrialResult.Rotted;
import kvproof.soak.canary.TrialResult.Survived;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import org.junit.jupiter.api.Test;

class CanaryTest {
  private static final long CASES = 30;

  private static List<TrialResult> run(int threads, List<Mutant> mutants) throws HarnessFailure {
    return new Canary(new Canary.Plan(7, CASES, threads), Contest.standard(), () -> false)
        .run(mutants, result -> {});
  }

  private static Caught caught(Mutant mutant) throws HarnessFailure {
    return (Caught) run(1, List.of(mutant)).getFirst();
  }

  @Test
  void faultyRouterIsCaughtAndItsCaseShrunk() throws HarnessFailure {
    Caught caught = caught(Mutants.TIE);

    assertThat(caught.divergence().first().part()).isEqualTo("choice");
    assertThat(caught.divergence().actualBy()).isEqualTo("ReferenceRouter");
    assertThat(caught.cases()).isBetween(1L, CASES);
    assertThat(caught.shrunkSteps()).isBetween(1, 6);
    assertThat(caught.profile())
        .isEqualTo(Trial.PROFILES.get((int) ((caught.cases() - 1) % Trial.PROFILES.size())));
  }

  @Test
  void brokenOracleIsCaughtAsSuch() throws HarnessFailure {
    assertThat(caught(Mutants.ORACLE).divergence().first().part()).startsWith("oracles ");
  }

  @Test
  void harmlessEditSurvivesAllCases() throws HarnessFailure {
    assertThat(run(1, List.of(Mutants.HARMLESS)))
        .containsExactly(new Survived(Mutants.HARMLESS, CASES));
  }

  @Test
  void editThatNoLongerFitsOrCompilesHasRotted() throws HarnessFailure {
    List<TrialResult> results = run(1, List.of(Mutants.ROTTEN, Mutants.BROKEN));

    assertThat(results)
        .first()
        .isEqualTo(
            new Rotted(Mutants.ROTTEN, "its piece is not in kvproof/router/fetch/BestTwo.java"));
    assertThat(((Rotted) results.getLast()).reason()).startsWith("it does not compile: line ");
  }

  @Test
  void resultsComeInTheOrderOfTheMutantsOnAnyNumberOfThreads() throws HarnessFailure {
    List<TrialResult> told = new ArrayList<>();

    List<TrialResult> many =
        new Canary(new Canary.Plan(7, CASES, 3), Contest.standard(), () -> false)
            .run(Mutants.all(), told::add);

    assertThat(many).isEqualTo(told).isEqualTo(run(1, Mutants.all()));
    assertThat(many).extracting(TrialResult::mutant).isEqualTo(Mutants.all());
  }

  @Test
  void whereACopyWithoutAFaultIsCaughtNothingIsTried() {
    CaseCheck neverContent =
        new CaseCheck() {
          @Override
          public String name() {
            return "nobody";
          }

          @Override
          public List<Difference> check(FinishedCase finished, Digest digest) {
            return List.of(new Difference("law", Kind.WRONG_VALUE, "q1", "a", "nobody", "b"));
          }
        };
    var canary =
        new Canary(
            new Canary.Plan(7, CASES, 1),
            Contest.standard().withChecks(List.of(neverContent)),
            () -> false);

    assertThatThrownBy(() -> canary.run(List.of(Mutants.TIE), result -> {}))
        .isInstanceOf(HarnessFailure.class)
        .hasMessageStartingWith("a copy without a fault is caught too, after 1 cases");
  }

  @Test
  void stoppedRunKeepsWhatItHas() throws HarnessFailure {
    var stopped = new AtomicBoolean();

    List<TrialResult> results =
        new Canary(new Canary.Plan(7, CASES, 1), Contest.standard(), stopped::get)
            .run(List.of(Mutants.TIE, Mutants.HARMLESS), result -> stopped.set(true));

    assertThat(results).extracting(TrialResult::mutant).containsExactly(Mutants.TIE);
  }
}
