package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.KvRouter;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Fetches as they are drawn, on hints of the reference router. */
class DrawnFetchesTest {
  private static final int CASES = 300;

  @Test
  void everyFetchComesOutAsItMustAndEveryKindOfOutcomeOccurs() {
    Map<Status, Integer> counts = new EnumMap<>(Status.class);
    long first = run(CASES, counts);

    assertThat(counts.values())
        .hasSize(Status.values().length)
        .allMatch(count -> count > CASES / 100);
    assertThat(run(CASES, new EnumMap<>(Status.class))).isEqualTo(first);
  }

  private static long run(int cases, Map<Status, Integer> counts) {
    long digest = 0;
    for (int i = 0; i < cases; i++) {
      Case soakCase = Cases.draw(Profile.FETCH, SeededRandom.mix(7, i));
      FetchReport report = FetchCheck.check(soakCase, answers(soakCase));
      assertThat(report.differences()).as("case %d: %s", i, soakCase).isEmpty();
      report
          .fetches()
          .forEach(fetch -> counts.merge(fetch.result().outcome().status(), 1, Integer::sum));
      digest = Long.rotateLeft(digest, 1) ^ report.digest();
    }
    return digest;
  }

  private static Map<String, Answer> answers(Case soakCase) {
    KvRouter router = new ReferenceRouter();
    soakCase.indexSteps().forEach(router::take);
    Map<String, Answer> answers = new TreeMap<>();
    soakCase.requests().forEach(request -> answers.put(request.id(), router.answer(request)));
    return answers;
  }
}
