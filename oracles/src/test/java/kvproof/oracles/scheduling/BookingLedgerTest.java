package kvproof.oracles.scheduling;

import static kvproof.model.Admission.BOOK;
import static kvproof.model.Admission.LEASE;
import static kvproof.model.Admission.QUERY;
import static kvproof.oracles.scheduling.Decisions.and;
import static kvproof.oracles.scheduling.Decisions.answer;
import static kvproof.oracles.scheduling.Decisions.choice;
import static kvproof.oracles.scheduling.Scene.SECOND;
import static kvproof.oracles.scheduling.Scene.W1;
import static kvproof.oracles.scheduling.Scene.W2;
import static kvproof.oracles.scheduling.Scene.plain;
import static kvproof.oracles.scheduling.Scene.request;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.oracles.scheduling.Decisions.Choice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Loads that do not come from the bookings; {@link Scene} has the ledger accept right ones. */
class BookingLedgerTest {
  private final SelectionRequest book = request("b", BOOK, 2);

  /** One booking of 32 tokens and 2 blocks on W1. */
  private Scene booked(SchedulerSettings settings) {
    return Scene.with(settings, 1)
        .counts(1, 0, 0, 0, 0)
        .load(W1, 32, 2, 1)
        .submits(book, and(choice(book, W1), answer("b")));
  }

  @Nested
  class ABooking {
    @Test
    void thatIsLostIsFound() {
      Scene.with(plain(), 1)
          .counts(1, 0, 0, 0, 0)
          .breaksConservation(new Submitted(book), and(choice(book, W1), answer("b")));
    }

    @Test
    void thatCountsTwiceIsFound() {
      booked(plain()).load(W1, 64, 4, 2).breaksConservation(new ClockAdvanced(1));
    }

    @Test
    void ofAQueryIsFound() {
      SelectionRequest query = request("q", QUERY, 2);

      Scene.with(plain(), 1)
          .counts(1, 0, 0, 0, 0)
          .load(W1, 32, 2, 1)
          .breaksConservation(new Submitted(query), and(choice(query, W1), answer("q")));
    }

    @Test
    void onAnotherRankIsFound() {
      Scene.with(plain(), 2)
          .counts(1, 0, 0, 0, 0)
          .load(W2, 32, 2, 1)
          .breaksConservation(new Submitted(book), and(choice(book, W1), answer("b")));
    }

    @Test
    void thatStaysAfterItsReleaseIsFound() {
      booked(plain()).breaksConservation(new Released("b"));
    }

    @Test
    void thatStaysAfterItsPrefillIsFound() {
      booked(plain()).breaksConservation(new PrefillCompleted("b"));
    }

    @Test
    void thatStaysAfterItsWorkerLeftIsFound() {
      booked(plain()).breaksConservation(new WorkersReplaced(List.of()));
    }

    @Test
    void ofACallerThatLeftIsFound() {
      Scene.with(plain(), 1)
          .accepts(new AnswersHeld(true))
          .counts(1, 0, 0, 0, 0)
          .load(W1, 32, 2, 1)
          .submits(book, choice(book, W1).made())
          .breaksConservation(new Cancelled("b"));
    }
  }

  @Nested
  class ALoad {
    @Test
    void belowZeroIsFound() {
      booked(plain()).load(W1, -32, 0, 0).breaksConservation(new Released("b"));
    }

    @Test
    void withoutItsOutputIsFound() {
      booked(plain()).breaksConservation(new OutputProduced("b", 2, 1));
    }

    @Test
    void whoseSharedBlocksCountTwiceIsFound() {
      SelectionRequest other = request("l", LEASE, 2);

      booked(plain())
          .counts(2, 0, 0, 0, 0)
          .load(W1, 64, 4, 2)
          .breaksConservation(
              new Submitted(other), and(choice(other, W1).cost(6).decode(2), answer("l")));
    }

    @Test
    void whoseBlocksAreSharedThoughTheyMustNotBeIsFound() {
      SelectionRequest alone = alone("l");
      Choice right = choice(alone, W1).cost(8).decode(4);

      booked(plain())
          .counts(2, 0, 0, 0, 0)
          .load(W1, 64, 4, 2)
          .submits(alone, and(right, answer("l")));
      booked(plain())
          .counts(2, 0, 0, 0, 0)
          .load(W1, 64, 2, 2)
          .breaksConservation(new Submitted(alone), and(right, answer("l")));
    }

    private SelectionRequest alone(String id) {
      return request(id, LEASE, 2)
          .with(
              new RequestOverride(
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  Optional.of(false),
                  Optional.empty()));
    }

    @Test
    void thatMayDecayIsBoundedFromAboveOnly() {
      booked(with(OptionalLong.empty(), OptionalLong.of(SECOND)))
          .load(W1, 31, 2, 1)
          .accepts(new ClockAdvanced(SECOND))
          .load(W1, 33, 2, 1)
          .breaksConservation(new ClockAdvanced(2 * SECOND));
    }

    @Test
    void thatMustHaveExpiredIsFound() {
      booked(with(OptionalLong.of(20 * SECOND), OptionalLong.empty()))
          .breaksConservation(new ClockAdvanced(60 * SECOND));
    }

    @Test
    void thatMayNotHaveExpiredYetIsMissed() {
      booked(with(OptionalLong.of(20 * SECOND), OptionalLong.empty()))
          .load(W1, 0, 0, 0)
          .breaksConservation(new ClockAdvanced(20 * SECOND));
    }

    private SchedulerSettings with(OptionalLong expiry, OptionalLong perToken) {
      SchedulerSettings plain = plain();
      return new SchedulerSettings(
          16,
          false,
          plain.weights(),
          0,
          true,
          plain.queue(),
          OptionalLong.empty(),
          expiry,
          perToken,
          1);
    }
  }
}
