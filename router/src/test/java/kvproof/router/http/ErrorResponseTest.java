package kvproof.router.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersFiltered;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.BadRequest;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.FilterFailed;
import kvproof.model.SelectionError.InvalidClassification;
import kvproof.model.SelectionError.InvalidPickerRow;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.NonFiniteCost;
import kvproof.model.SelectionError.NotReady;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.SelectionError.PolicyFailed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionError.SubscriberShutdown;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which status each failure of a selection gets. */
class ErrorResponseTest {
  private static final String SECRET = "secret";
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(7, 0);

  static Stream<Arguments> statuses() {
    return Stream.of(
        Arguments.of(400, new BadRequest("why")),
        Arguments.of(400, new PinnedWorkerNotAllowed(-1)),
        Arguments.of(409, new Conflict("id")),
        Arguments.of(409, new BookingFailure("why")),
        Arguments.of(429, new AllEligibleWorkersOverloaded()),
        Arguments.of(429, new PinnedWorkerOverloaded(7)),
        Arguments.of(429, new QueueRejected("class", LimitKind.REQUESTS, 2, 2)),
        Arguments.of(429, new DeadlineExceeded()),
        Arguments.of(500, new NonFiniteCost(0, 1)),
        Arguments.of(500, new InvalidPickerRow(3, 3)),
        Arguments.of(500, new FilterFailed(0, SECRET)),
        Arguments.of(500, new PolicyFailed(SECRET)),
        Arguments.of(500, new InvalidClassification(SECRET)),
        Arguments.of(500, new SelectedWorkerGone(RANK)),
        Arguments.of(503, new NoEndpoints()),
        Arguments.of(503, new NotReady()),
        Arguments.of(503, new AllEligibleWorkersFiltered()),
        Arguments.of(503, new SubscriberShutdown()));
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void failureHasItsStatus(int status, SelectionError error) {
    assertThat(ErrorResponse.of(error).status()).isEqualTo(status);
    assertThat(ErrorResponse.of(error).body()).doesNotContain(SECRET).startsWith("{\"");
  }

  @Test
  void everyFailureIsOnTheList() {
    List<Class<?>> listed = statuses().<Class<?>>map(row -> row.get()[1].getClass()).toList();

    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.asList(SelectionError.class.getPermittedSubclasses()));
  }

  @Test
  void fullQueueSaysWhichLimitWasReached() {
    assertThat(ErrorResponse.of(new QueueRejected("slow", LimitKind.RAW_ISL_TOKENS, 21, 20)).body())
        .isEqualTo(
            "{\"policy_class\":\"slow\",\"limit_kind\":\"raw_isl_tokens\",\"current\":21,"
                + "\"limit\":20}");
    assertThat(ErrorResponse.of(new PinnedWorkerNotAllowed(-1)).body())
        .isEqualTo("{\"error\":\"pinned worker 18446744073709551615 is not allowed\"}");
  }
}
