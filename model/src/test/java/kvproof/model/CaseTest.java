package kvproof.model;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseTest {
  private static final WorkerWithDpRank ONE = new WorkerWithDpRank(1, 0);
  private static final Request Q1 = new Request("q1", BlockHashes.of(1), List.of(ONE));

  @Test
  void twoRequestsOfOneIdAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Case("p", 1, List.of(), List.of(Q1, Q1), List.of()))
        .withMessage("two requests are named q1");
  }

  @Test
  void fetchOfNoRequestIsRefused() {
    assertFetchRefused(new FetchAttempt("q2", ONE, List.of(), Optional.empty()));
  }

  @Test
  void fetchForNoTargetOfItsRequestIsRefused() {
    assertFetchRefused(
        new FetchAttempt("q1", new WorkerWithDpRank(2, 0), List.of(), Optional.empty()));
  }

  private static void assertFetchRefused(FetchAttempt fetch) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Case("p", 1, List.of(), List.of(Q1), List.of(fetch)))
        .withMessage("no request " + fetch.requestId() + " with target " + fetch.target());
  }
}
