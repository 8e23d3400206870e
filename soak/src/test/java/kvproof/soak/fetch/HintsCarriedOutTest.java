package kvproof.soak.fetch;

import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.SOURCE;
import static kvproof.soak.fetch.FetchCases.answers;
import static kvproof.soak.fetch.FetchCases.at;
import static kvproof.soak.fetch.FetchCases.soakCase;
import static kvproof.soak.fetch.FetchFixture.remove;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.ResidencySnapshot;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerSnapshot;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.HintsCarriedOut;
import kvproof.soak.run.Side;
import org.junit.jupiter.api.Test;

class HintsCarriedOutTest {
  private final HintsCarriedOut check = new HintsCarriedOut();
  private final Digest digest = new Digest();

  @Test
  void outcomeOfEachFetchIsFolded() {
    assertThat(check.check(finished(CONTINUATION, List.of(at())), digest)).isEmpty();

    Digest other = new Digest();
    check.check(finished(CONTINUATION, List.of(at(remove(SOURCE, HOST_PINNED, 6, 6)))), other);
    assertThat(digest.value()).isNotEqualTo(other.value());
  }

  @Test
  void caseWithoutFetchesIsLeftAlone() {
    assertThat(check.check(finished(CONTINUATION, List.of()), digest)).isEmpty();
    assertThat(digest.value()).isEqualTo(new Digest().value());
  }

  /** The answers are those of a router that did not hear of the eviction. */
  @Test
  void routerThatMissedAnEvictionIsFoundOut() {
    List<CaseStep> history = FetchCases.with(CONTINUATION, remove(SOURCE, HOST_PINNED, 6, 6));
    FinishedCase finished = finished(history, List.of(at()), CONTINUATION);

    assertThat(check.check(finished, digest))
        .singleElement()
        .returns("fetch", Difference::part)
        .returns(Kind.OVER_CREDIT, Difference::kind)
        .returns("q1 to 1/0 from 2/0", Difference::where);
  }

  private static FinishedCase finished(List<CaseStep> steps, List<FetchAttempt> attempts) {
    return finished(steps, attempts, steps);
  }

  private static FinishedCase finished(
      List<CaseStep> steps, List<FetchAttempt> attempts, List<CaseStep> heardByTheRouter) {
    return new FinishedCase(
        soakCase(steps, attempts),
        Side.referenceRouter(),
        new TreeMap<>(answers(heardByTheRouter)),
        ResidencySnapshot.empty(),
        WorkerSnapshot.unlisted(),
        List.of(),
        new TreeMap<>());
  }
}
