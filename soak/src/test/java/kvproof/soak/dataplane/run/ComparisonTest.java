package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchResult;
import org.junit.jupiter.api.Test;

/** What may be tried again, and what may not. */
class ComparisonTest {
  private static final FetchResult MUST =
      FetchResult.plain(new FetchOutcome(Status.DELIVERED, 3, 3, 0, 6, 6));

  /** As a timeout leaves it: the prefix of three blocks, and the hole computed. */
  private static FetchResult timedOut(FetchOutcome outcome, List<Long> wrong) {
    return new FetchResult(outcome, wrong, true, true, false, true);
  }

  private static FetchOutcome nothing(int asked, int credit) {
    return new FetchOutcome(Status.FAILED, asked, 0, asked, credit, 6);
  }

  @Test
  void aTimeoutThatWasNotToPassIsLate() {
    assertThat(Comparison.isLate(MUST, timedOut(nothing(3, 3), List.of()))).isTrue();
  }

  @Test
  void aQuarantineThatWasNotToBeIsLate() {
    FetchResult must = timedOut(nothing(3, 3), List.of());
    FetchResult is = new FetchResult(nothing(3, 3), List.of(), true, true, true, true);

    assertThat(Comparison.isLate(must, is)).isTrue();
  }

  @Test
  void aTimeoutThatWasToPassExcusesNothing() {
    FetchResult must = timedOut(nothing(3, 3), List.of());

    assertThat(Comparison.isLate(must, timedOut(nothing(3, 2), List.of()))).isFalse();
  }

  @Test
  void noTimeoutExcusesWrongBytesCreditOrOtherBlocks() {
    assertThat(Comparison.isLate(MUST, timedOut(nothing(3, 3), List.of(7L)))).isFalse();
    assertThat(Comparison.isLate(MUST, timedOut(nothing(4, 3), List.of()))).isFalse();
    FetchResult less = FetchResult.plain(new FetchOutcome(Status.DELIVERED, 3, 3, 0, 2, 2));
    assertThat(Comparison.isLate(less, timedOut(nothing(3, 3), List.of()))).isFalse();
    FetchOutcome some = new FetchOutcome(Status.PARTIAL, 3, 1, 2, 4, 6);
    assertThat(Comparison.isLate(MUST, timedOut(some, List.of()))).isFalse();
  }

  @Test
  void whatNoTimeoutEndedIsNotLate() {
    FetchResult failed = new FetchResult(nothing(3, 3), List.of(), true, false, false, true);

    assertThat(Comparison.isLate(MUST, failed)).isFalse();
  }
}
