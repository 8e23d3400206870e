package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

/** While nobody changes a router, any number of threads may ask it. */
class ConcurrentAnswersTest {
  private static final int THREADS = 4;

  /** Nothing was asked before, so the threads meet on whatever a first question makes. */
  @Test
  void threadsThatAskAtOnceGetTheAnswersOfOne() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (long seed = 1; seed <= 60; seed++) {
        Case drawn = Cases.drawPlain(Profile.IRREGULAR, seed);
        ReferenceRouter asked = taken(drawn);
        List<Answer> expected = answers(taken(drawn), drawn);

        List<Future<List<Answer>>> answers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          answers.add(threads.submit(() -> answers(asked, drawn)));
        }

        for (Future<List<Answer>> ofThread : answers) {
          assertThat(ofThread.get()).as("case seed %s", seed).isEqualTo(expected);
        }
      }
    }
  }

  private static ReferenceRouter taken(Case drawn) {
    ReferenceRouter router = new ReferenceRouter();
    for (IndexStep step : drawn.indexSteps()) {
      router.take(step);
    }
    drawn.requests().forEach(request -> request.targets().forEach(router::numberOf));
    return router;
  }

  private static List<Answer> answers(ReferenceRouter router, Case drawn) {
    Selection scratch = router.newSelection();
    List<Answer> answers = new ArrayList<>();
    for (Request request : drawn.requests()) {
      answers.add(router.answer(request, scratch));
    }
    return answers;
  }
}
