package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.OUT_OF_ORDER;
import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import kvproof.model.Verdict.Kind;
import kvproof.soak.outside.LyingProgram.Lie;
import kvproof.soak.run.CaseResult;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a trouble while many cases are on their way, if it does not come again. */
@Timeout(180)
class BatchTroubleTest {
  private static final int CASES = 6;

  private static Conversation conversation(Lie lie) {
    return new Conversation(new RouterProcess(new LiarOnAThread(lie)), Duration.ofSeconds(60));
  }

  /** The first process of the trial lies in one way, all others in another. */
  private static List<CaseResult> results(Lie first, Lie others) {
    Capabilities capabilities;
    try (Conversation greeting = conversation(Lie.NONE)) {
      capabilities = OutsideRouter.greet(greeting);
    }
    Deque<Lie> processes = new ArrayDeque<>(List.of(first));
    List<CaseResult> results = new ArrayList<>();
    try (var trial =
        new OutsideTrial(
            () -> conversation(processes.isEmpty() ? others : processes.remove()), capabilities)) {
      for (int i = 0; i < CASES; i++) {
        trial.begin(Cases.draw(Profile.ENGINE, SeededRandom.mix(11, i)));
      }
      while (results.size() < CASES) {
        results.addAll(trial.settle());
      }
    }
    return results;
  }

  private static List<Kind> kinds(List<CaseResult> results) {
    return results.stream()
        .flatMap(result -> result.divergence().stream())
        .map(divergence -> divergence.first().kind())
        .toList();
  }

  @Test
  void troubleThatDoesNotComeAgainStaysAFinding() {
    assertThat(kinds(results(Lie.UNASKED_ANSWER, Lie.NONE))).containsExactly(OUT_OF_ORDER);
  }

  /** An over-credit in a case after it is another finding, and takes nothing away from it. */
  @Test
  void differenceOfAnotherCaseDoesNotHideIt() {
    assertThat(kinds(results(Lie.UNASKED_ANSWER, Lie.OVERLAP))).contains(OUT_OF_ORDER, OVER_CREDIT);
  }
}
