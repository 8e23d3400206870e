package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.soak.canary.TrialResult.Caught;
import kvproof.soak.canary.TrialResult.Rotted;
import kvproof.soak.canary.TrialResult.Survived;
import kvproof.soak.report.Divergence;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

class CanarySummaryTest {
  private static Caught caught(long cases, int shrunkSteps) {
    return caught(Mutants.TIE, cases, shrunkSteps);
  }

  private static Caught caught(Mutant mutant, long cases, int shrunkSteps) {
    var difference =
        new Difference("choice", Kind.WRONG_SOURCE, "q1, 1/0", "2/0", "the oracle", "3/0");
    var divergence = new Divergence(4, List.of(difference), "the router", Optional.empty());
    return new Caught(mutant, cases, Profile.CONSISTENT, divergence, shrunkSteps);
  }

  @Test
  void lineCountsWhatBecameOfTheMutants() {
    var summary =
        new CanarySummary(
            7,
            List.of(
                caught(10, 2),
                caught(Mutants.ORACLE, 400, 1),
                caught(11, 5),
                caught(300, 3),
                new Survived(Mutants.HARMLESS, 20_000),
                new Rotted(Mutants.ROTTEN, "gone")));

    assertThat(summary.line())
        .isEqualTo("CANARY mutants=7 caught=4 survived=1 rotted=1 subtle=2 median_shrunk=3");
  }

  @Test
  void ofTwoMiddleSizesTheLargerIsTold() {
    assertThat(new CanarySummary(2, List.of(caught(1, 2), caught(1, 5))).line())
        .endsWith("median_shrunk=5");
    assertThat(new CanarySummary(1, List.of()).line()).endsWith("median_shrunk=-");
  }

  @Test
  void goodIsOnlyIfAllAreCaught() {
    assertThat(new CanarySummary(1, List.of(caught(1, 1))).isGood()).isTrue();
    assertThat(new CanarySummary(1, List.of(new Survived(Mutants.TIE, 9))).isGood()).isFalse();
    assertThat(new CanarySummary(1, List.of(new Rotted(Mutants.TIE, "gone"))).isGood()).isFalse();
    assertThat(new CanarySummary(2, List.of(caught(1, 1))).isGood()).isFalse();
  }

  @Test
  void caughtMutantIsOneLine() {
    assertThat(TrialText.of(caught(123, 4)).replaceAll(" +", " "))
        .isEqualTo("caught tie 123 cases consistent choice WRONG_SOURCE 4 steps");
  }

  @Test
  void survivorSaysWhatItsFaultIs() {
    assertThat(TrialText.of(new Survived(Mutants.HARMLESS, 20_000)).replaceAll(" +", " "))
        .isEqualTo(
            "SURVIVED harmless 20000 cases\n a fault of the choice\n"
                + " in kvproof/router/fetch/BestTwo.java");
  }
}
