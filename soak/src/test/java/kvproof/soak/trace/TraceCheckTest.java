package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker 1 holds blocks 0 and 1, worker 0 nothing. */
class TraceCheckTest {
  private static final long[] PROMPT = {1, 2};
  private static final WorkerWithDpRank HOLDER = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank OTHER = new WorkerWithDpRank(0, 0);

  private final Request request =
      new Request("line-1", TraceHashes.locals(PROMPT, 0, 2), List.of(OTHER, HOLDER));

  private Answer answer() {
    var router = new ReferenceRouter();
    router.apply(
        new Stored(
            HOLDER,
            StorageTier.DEVICE,
            OptionalLong.empty(),
            TraceHashes.locals(PROMPT, 0, 2),
            TraceHashes.externals(PROMPT, 0, 2)));
    return router.answer(request);
  }

  private List<Difference> differences(WorkerChoice forOther) {
    List<WorkerChoice> selected = new ArrayList<>();
    selected.add(forOther);
    selected.add(new WorkerChoice(2, Optional.empty(), 2));
    return TraceCheck.selectionDifferences(request, answer(), selected);
  }

  @Test
  void theSameChoicesDoNotDiffer() {
    assertThat(differences(new WorkerChoice(0, Optional.of(HOLDER), 2))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 2", "0, 0, 2", "0, 1, 1", "0, , 0"})
  void anotherFrontierSourceOrEndIsFound(int frontier, @Nullable Long source, int end) {
    var selected =
        new WorkerChoice(
            frontier, Optional.ofNullable(source).map(id -> new WorkerWithDpRank(id, 0)), end);

    assertThat(differences(selected))
        .containsExactly(
            new Difference(
                "selection",
                Kind.WRONG_VALUE,
                "line-1, target 0/0",
                "fetch [0, 2) from 1/0",
                "ReferenceRouter.answer",
                selected.toString()));
  }
}
