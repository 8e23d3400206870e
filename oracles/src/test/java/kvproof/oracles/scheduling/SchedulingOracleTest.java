package kvproof.oracles.scheduling;

import static kvproof.model.Admission.ADVISORY;
import static kvproof.model.Admission.BOOK;
import static kvproof.model.Admission.LEASE;
import static kvproof.model.Admission.QUERY;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.oracles.scheduling.Decisions.and;
import static kvproof.oracles.scheduling.Decisions.answer;
import static kvproof.oracles.scheduling.Decisions.choice;
import static kvproof.oracles.scheduling.Decisions.refusal;
import static kvproof.oracles.scheduling.Scene.SECOND;
import static kvproof.oracles.scheduling.Scene.W1;
import static kvproof.oracles.scheduling.Scene.W2;
import static kvproof.oracles.scheduling.Scene.busyClass;
import static kvproof.oracles.scheduling.Scene.ids;
import static kvproof.oracles.scheduling.Scene.plain;
import static kvproof.oracles.scheduling.Scene.queueing;
import static kvproof.oracles.scheduling.Scene.request;
import static kvproof.oracles.scheduling.Scene.stored;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.AffinityTarget;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionRequest;
import kvproof.model.StreamState;
import kvproof.model.WorkerHealth;
import kvproof.oracles.scheduling.Decisions.Choice;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Histories that the oracle of scheduling must accept, and decisions that it must reject. */
class SchedulingOracleTest {
  private static final RequestConstraints ON_W1 = RequestConstraints.none().withPin(W1);
  private static final RequestConstraints ON_W2 = RequestConstraints.none().withPin(W2);

  /** W1 alone holds four blocks of the prompt, so it is the cheaper one. */
  @Nested
  class OneChoice {
    private final SelectionRequest query = request("q", QUERY, 4);
    private final Scene scene =
        Scene.with(plain(), 2).accepts(stored(W1, DEVICE, 0, 2)).counts(1, 0, 0, 0, 0);

    /** 4 blocks of prompt and 4 of decode, less 2 that are there. */
    private Choice right() {
      return choice(query, W1).cost(6).overlap(2, 2, 2, 32).frontier(2);
    }

    @Test
    void theCheapestIsAccepted() {
      scene.submits(query, and(right(), answer("q")));
    }

    @Test
    void aCostWithinTheToleranceIsAccepted() {
      scene.submits(query, and(right().cost(6 + 1e-11), answer("q")));
    }

    @Test
    void anotherCostIsNot() {
      scene.rejects("cost", query, and(right().cost(6.001), answer("q")));
    }

    @Test
    void nothingIsRejected() {
      scene.rejects("queue-order", new Submitted(query));
    }

    @Test
    void noAnswerIsRejected() {
      scene.rejects("queue-order", query, and(right()));
    }

    @Test
    void twoAnswersAreRejected() {
      scene.rejects("queue-order", query, and(right(), answer("q"), answer("q")));
    }

    @Test
    void twoChoicesAreRejected() {
      scene.rejects("answer", query, and(right(), right().made()));
    }

    @Test
    void theDearerRankIsRejected() {
      scene.rejects("selection", query, and(choice(query, W2), answer("q")));
    }

    @Test
    void anAnswerForSomebodyElseIsRejected() {
      scene.rejects("queue-order", query, and(right(), answer("p")));
    }

    @Test
    void aDrawForNothingIsRejected() {
      scene.rejects("draws", query, and(right().drew(2, 1), answer("q")));
    }

    @Test
    void everyNumberOfTheAccountingCounts() {
      for (Choice wrong :
          List.of(
              right().overlap(2.5, 2, 2, 32), right().overlap(2, 2, 2, 33), right().decode(5))) {
        var again = Scene.with(plain(), 2).accepts(stored(W1, DEVICE, 0, 2));
        again.counts(1, 0, 0, 0, 0).rejects("accounting", query, and(wrong, answer("q")));
      }
    }

    /** A query has no life to follow, so nobody wants to know what it could have saved. */
    @Test
    void rawCachedTokensOfAQueryAreRejected() {
      OptionalLong none = OptionalLong.empty();
      OptionalLong some = OptionalLong.of(32);

      for (Choice wrong : List.of(right().raw(some, none), right().raw(none, some))) {
        var again = Scene.with(plain(), 2).accepts(stored(W1, DEVICE, 0, 2));
        again.counts(1, 0, 0, 0, 0).rejects("accounting", query, and(wrong, answer("q")));
      }
    }

    @Test
    void wrongRawCachedTokensOfABookingAreRejected() {
      for (var admission : List.of(BOOK, LEASE)) {
        SelectionRequest booked = request("b", admission, 4);
        Choice right = choice(booked, W1).cost(6).overlap(2, 2, 2, 32).frontier(2);
        Choice unsaid = right.raw(OptionalLong.empty(), OptionalLong.empty());

        for (Choice wrong :
            List.of(right.overlap(2, 3, 2, 32), right.overlap(2, 2, 4, 32), unsaid)) {
          Scene.with(plain(), 2)
              .accepts(stored(W1, DEVICE, 0, 2))
              .counts(1, 0, 0, 0, 0)
              .load(W1, 32, 4, 1)
              .rejects("accounting", booked, and(wrong, answer("b")));
        }
      }
    }

    @Test
    void aWrongFrontierIsRejected() {
      scene.rejects("frontier", query, and(right().frontier(3), answer("q")));
    }

    @Test
    void aRefusalIsRejected() {
      scene.rejects("error", query, refusal("q", new NoEndpoints()));
    }

    @Test
    void anotherAdmissionIsRejected() {
      Choice booked = choice(request("q", BOOK, 4), W1).cost(6).overlap(2, 2, 2, 32).frontier(2);

      scene.rejects("admission", query, and(booked, answer("q")));
    }

    @Test
    void wrongCountersAreRejected() {
      scene.counts(2, 0, 0, 0, 0).rejects("counters", query, and(right(), answer("q")));
    }

    @Test
    void loadThatAQueryLeavesBehindIsRejected() {
      scene.load(W1, 0, 0, 1).rejects("booking", query, and(right(), answer("q")));
    }
  }

  /** Two idle ranks cost the same; the first number of seed 1 below 2 is 1, the third is 0. */
  @Nested
  class Ties {
    private final SelectionRequest query = request("q", QUERY, 1);
    private final Scene scene = Scene.with(plain(), 2).counts(1, 0, 0, 0, 0);

    @Test
    void followTheStream() {
      scene.submits(query, and(choice(query, W1).drew(2, 1), answer("q")));
    }

    @Test
    void withoutADrawAreRejected() {
      scene.rejects("draws", query, and(choice(query, W1), answer("q")));
    }

    @Test
    void withAnotherNumberAreRejected() {
      scene.rejects("draws", query, and(choice(query, W2).drew(2, 0), answer("q")));
    }

    @Test
    void withARankThatDoesNotFollowFromTheDrawAreRejected() {
      scene.rejects("selection", query, and(choice(query, W2).drew(2, 1), answer("q")));
    }

    @Test
    void nobodyDrawsForAPin() {
      SelectionRequest pinned = query.with(ON_W2);

      scene.submits(pinned, and(choice(pinned, W2), answer("q")));
    }

    @Test
    void aBookingThatFailsHasUsedItsNumbers() {
      SelectionRequest first = request("b", LEASE, 1).with(ON_W1);
      SelectionRequest free = request("b", LEASE, 1);
      SelectionRequest next = request("c", QUERY, 0);
      SelectionRequest other = request("d", QUERY, 0);
      scene
          .load(W1, 16, 1, 1)
          .submits(first, and(choice(first, W1), answer("b")))
          .counts(2, 0, 0, 0, 0)
          .submits(free, refusal("b", new BookingFailure("it is there")))
          .counts(3, 0, 0, 0, 0)
          .submits(next, and(choice(next, W2), answer("c")));

      // W1 costs more than W2 now, so nobody has drawn yet
      scene
          .load(W1, 0, 0, 0)
          .accepts(new Released("b"))
          .counts(4, 0, 0, 0, 0)
          .submits(other, and(choice(other, W1).drew(2, 1), answer("d")));
    }
  }

  @Nested
  class AtATemperature {
    private final SelectionRequest query = request("q", QUERY, 1);

    private Scene scene() {
      SchedulerSettings hot =
          new SchedulerSettings(
              16,
              false,
              plain().weights(),
              0.7,
              true,
              plain().queue(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              1);
      return Scene.with(hot, 2).counts(1, 0, 0, 0, 0);
    }

    @Test
    void theRealSelects() {
      double real = new RandomStream(1).realAt(0); // 0.567

      scene().submits(query, and(choice(query, W2).drew(real), answer("q")));
      scene().rejects("selection", query, and(choice(query, W1).drew(real), answer("q")));
      scene().rejects("draws", query, and(choice(query, W1).drew(real / 2), answer("q")));
      scene().rejects("draws", query, and(choice(query, W1), answer("q")));
    }
  }

  @Nested
  class Errors {
    private final Scene scene = Scene.with(plain(), 1).counts(1, 0, 0, 0, 0);

    @Test
    void overloadIsTold() {
      scene.counts(0, 0, 0, 0, 0);
      scene.accepts(new HealthReplaced(new WorkerHealth(Optional.empty(), ids(1))));
      scene.counts(1, 0, 0, 0, 0);
      SelectionRequest query = request("q", QUERY, 1);

      scene.submits(query, refusal("q", new AllEligibleWorkersOverloaded()));
      scene.counts(2, 0, 0, 0, 0);
      scene.rejects("error", query, refusal("q", new NoEndpoints()));
    }

    @Test
    void aPinOutsideTheAllowListIsNotEvenReceived() {
      SelectionRequest pinned = request("q", QUERY, 1).with(ON_W1.withAllowedWorkers(ids(2)));

      scene
          .counts(0, 0, 0, 0, 0)
          .submits(pinned, refusal("q", new PinnedWorkerNotAllowed(1)))
          .rejects("error", pinned, refusal("q", new NoEndpoints()));
    }

    @Test
    void aLiveIdIsAConflict() {
      SelectionRequest booked = request("b", BOOK, 1);
      scene.load(W1, 16, 1, 1).submits(booked, and(choice(booked, W1), answer("b")));

      scene
          .submits(booked, refusal("b", new Conflict("b")))
          .rejects("error", booked, refusal("b", new BookingFailure("")));
    }

    @Test
    void withoutWorkersThereAreNoEndpoints() {
      SelectionRequest query = request("q", QUERY, 1);

      scene
          .counts(0, 0, 0, 0, 0)
          .gone(W1)
          .accepts(new WorkersReplaced(List.of()))
          .counts(1, 0, 0, 0, 0)
          .submits(query, refusal("q", new NoEndpoints()));
    }

    @Test
    void aDeadlineThatHasPassedIsCounted() {
      SelectionRequest late =
          request("q", QUERY, 1).with(new QueueWishes("", 0, 0, OptionalLong.of(0)));

      scene.counts(1, 1, 0, 0, 0).submits(late, refusal("q", new DeadlineExceeded()));
    }

    @Test
    void anAdvisoryGoesPastTheQueue() {
      SelectionRequest advisory = request("a", ADVISORY, 1);

      scene
          .counts(0, 0, 0, 0, 0)
          .submits(advisory, and(choice(advisory, W1), answer("a")))
          .counts(1, 0, 0, 0, 0)
          .rejects("counters", advisory, and(choice(advisory, W1), answer("a")));
    }
  }

  /** W1 holds the first two of four blocks, W2 the two that follow on the host. */
  @Nested
  class Sources {
    private final SelectionRequest book = request("b", BOOK, 4).with(ON_W1);
    private final Scene scene =
        Scene.with(plain(), 2)
            .accepts(stored(W1, DEVICE, 0, 2))
            .accepts(stored(W2, HOST_PINNED, 2, 4))
            .counts(1, 0, 0, 0, 0)
            .load(W1, 32, 4, 1);

    /** 8 blocks, less 2 on the device and 2 fetched at 0.75. */
    private Choice right() {
      return choice(book, W1).cost(4.5).overlap(2, 2, 2, 32).fetch(2, W2, 4);
    }

    @Test
    void countInTheCostAndStandInTheHint() {
      scene.submits(book, and(right(), answer("b", 4, "tcp://w2:9000")));
    }

    @Test
    void noFetchCreditIsRejected() {
      scene.rejects("cost", book, and(right().cost(6), answer("b", 4, "tcp://w2:9000")));
    }

    @Test
    void creditThatLowersTheBookedPrefillIsRejected() {
      scene
          .load(W1, 0, 4, 1)
          .rejects("booking", book, and(right(), answer("b", 4, "tcp://w2:9000")));
    }

    @Test
    void anotherSourceIsRejected() {
      Choice wrong = right().fetch(2, W1, 4);

      scene.rejects("source", book, and(wrong, answer("b", 4, "tcp://w2:9000")));
    }

    @Test
    void anotherEndIsRejected() {
      scene.rejects(
          "credited-end", book, and(right().fetch(2, W2, 3), answer("b", 4, "tcp://w2:9000")));
    }

    @Test
    void noHintIsRejected() {
      scene.rejects("hint", book, and(right(), answer("b")));
    }

    @Test
    void anotherEndpointIsRejected() {
      scene.rejects("hint", book, and(right(), answer("b", 4, "tcp://w1:9000")));
    }

    @Test
    void aQueryHasNone() {
      SelectionRequest query = request("q", QUERY, 4).with(ON_W1);
      Choice choice = choice(query, W1).cost(6).overlap(2, 2, 2, 32).frontier(2);

      scene.load(W1, 0, 0, 0).submits(query, and(choice, answer("q")));
      scene.counts(2, 0, 0, 0, 0);
      scene.rejects("source", query, and(choice.fetch(2, W2, 4), answer("q")));
    }

    @Test
    void aSourceWithAGapBeforeTheAnswerLeavesNoHint() {
      scene
          .counts(0, 0, 0, 0, 0)
          .load(W1, 0, 0, 0)
          .accepts(new AnswersHeld(true))
          .counts(1, 0, 0, 0, 0)
          .load(W1, 32, 4, 1)
          .submits(book, right().made())
          .accepts(new StreamState(W2, true))
          .rejects("hint", new AnswersHeld(false), answer("b", 4, "tcp://w2:9000"));
    }

    @Test
    void anEvictionAfterTheLookUpDoesNotShow() {
      scene
          .counts(0, 0, 0, 0, 0)
          .load(W1, 0, 0, 0)
          .accepts(new AnswersHeld(true))
          .counts(1, 0, 0, 0, 0)
          .load(W1, 32, 4, 1)
          .submits(book, right().made())
          .accepts(Cleared.of(W2))
          .accepts(new AnswersHeld(false), answer("b", 4, "tcp://w2:9000"));
    }
  }

  /** One worker, busy above 0 tokens. */
  @Nested
  class Waiting {
    private final SelectionRequest first = request("b", BOOK, 1);
    private final SelectionRequest second = request("c", BOOK, 2);
    private final Scene scene =
        Scene.with(queueing(OptionalDouble.of(0)), 1)
            .counts(1, 0, 0, 0, 0)
            .load(W1, 16, 1, 1)
            .submits(first, and(choice(first, W1), answer("b")))
            .counts(2, 0, 1, 32, 0)
            .submits(second);

    @Test
    void endsWithThePrefill() {
      scene
          .counts(2, 0, 0, 0, 0)
          .load(W1, 32, 2, 2)
          .accepts(
              new PrefillCompleted("b"), and(choice(second, W1).cost(4).decode(2), answer("c")));
    }

    @Test
    void doesNotEndByItself() {
      scene
          .counts(2, 0, 0, 0, 0)
          .load(W1, 48, 2, 2)
          .rejects(
              "queue-order",
              new ClockAdvanced(61 * SECOND),
              and(choice(second, W1).cost(5), answer("c")));
    }

    @Test
    void endsWithTheDeadline() {
      SelectionRequest due =
          request("d", QUERY, 1).with(new QueueWishes("", 0, 0, OptionalLong.of(5 * SECOND)));
      scene.counts(3, 0, 2, 48, 0).submits(due);

      scene
          .counts(3, 0, 2, 48, 0)
          .accepts(new ClockAdvanced(5 * SECOND - 1))
          .counts(3, 1, 1, 32, 0)
          .accepts(new ClockAdvanced(5 * SECOND), refusal("d", new DeadlineExceeded()));
    }

    @Test
    void endsUntoldWhenTheCallerLeaves() {
      scene
          .counts(2, 0, 0, 0, 0)
          .accepts(new Cancelled("c"))
          .counts(3, 0, 1, 32, 0)
          .submits(second); // its id is free again
    }

    @Test
    void aRequestChosenTooEarlyIsRejected() {
      SelectionRequest third = request("d", BOOK, 1);

      scene
          .counts(3, 0, 1, 32, 0)
          .rejects("queue-order", third, and(choice(third, W1), answer("d")));
    }

    @Test
    void aWakeUpThatIsLostIsRejected() {
      scene.load(W1, 0, 1, 1).rejects("queue-order", new PrefillCompleted("b"));
    }

    @Test
    void requestsThatOvertakeAreRejected() {
      SelectionRequest third = request("d", BOOK, 2);
      scene.counts(3, 0, 2, 64, 0).submits(third);

      scene.rejects(
          "queue-order",
          new PrefillCompleted("b"),
          and(choice(third, W1).cost(4).decode(2), answer("d")));
    }
  }

  @Nested
  class Refreshed {
    private final SelectionRequest first = request("b", BOOK, 1);
    private final SelectionRequest second = request("c", QUERY, 2);

    private Scene scene(long refreshAfter) {
      SchedulerSettings settings =
          new SchedulerSettings(
              16,
              false,
              plain().weights(),
              0,
              true,
              queueing(OptionalDouble.of(0)).queue(),
              OptionalLong.of(refreshAfter),
              OptionalLong.empty(),
              OptionalLong.empty(),
              1);
      return Scene.with(settings, 1)
          .counts(1, 0, 0, 0, 0)
          .load(W1, 16, 1, 1)
          .submits(first, and(choice(first, W1), answer("b")))
          .counts(2, 0, 1, 32, 0)
          .submits(second)
          .accepts(stored(W1, DEVICE, 0, 2))
          .accepts(new ClockAdvanced(10 * SECOND))
          .counts(2, 0, 0, 0, 0)
          .load(W1, 0, 1, 1);
    }

    @Test
    void afterTheThresholdTheNewOverlapCounts() {
      Choice refreshed = choice(second, W1).cost(2).overlap(2, 2, 2, 0).frontier(2);

      scene(10 * SECOND).accepts(new PrefillCompleted("b"), and(refreshed, answer("c")));
      scene(10 * SECOND + 1)
          .rejects("cost", new PrefillCompleted("b"), and(refreshed, answer("c")));
    }

    @Test
    void beforeItTheOldOneDoes() {
      Choice stale = choice(second, W1).cost(4);

      scene(10 * SECOND + 1).accepts(new PrefillCompleted("b"), and(stale, answer("c")));
      scene(10 * SECOND).rejects("cost", new PrefillCompleted("b"), and(stale, answer("c")));
    }
  }

  @Nested
  class Classes {
    @Test
    void limitsRejectByName() {
      var only =
          new QueueClass(
              "a",
              Optional.empty(),
              QueueOrder.FCFS,
              1,
              OptionalLong.of(0),
              OptionalDouble.empty(),
              OptionalLong.of(1),
              OptionalLong.empty(),
              OptionalLong.empty());
      SelectionRequest first = request("b", BOOK, 1);
      SelectionRequest second = request("c", QUERY, 2);
      SelectionRequest third = request("d", QUERY, 1);
      Scene scene =
          Scene.with(queueing(new QueueProfile(List.of(only), List.of(), Optional.empty())), 1)
              .counts("a", 1, 0, 0, 0, 0)
              .load(W1, 16, 1, 1)
              .submits(first, and(choice(first, W1), answer("b")))
              .counts("a", 2, 0, 1, 32, 0)
              .submits(second);

      scene
          .counts("a", 3, 0, 1, 32, 0)
          .submits(third, refusal("d", new QueueRejected("a", LimitKind.REQUESTS, 1, 1)))
          .counts("a", 4, 0, 1, 32, 0)
          .rejects("error", third, refusal("d", new QueueRejected("a", LimitKind.REQUESTS, 1, 2)));
    }

    @Test
    void takeTurns() {
      var profile =
          new QueueProfile(
              List.of(busyClass("a", 16), busyClass("b", 16)), List.of(), Optional.empty());
      SelectionRequest first = request("x", BOOK, 1);
      SelectionRequest a1 = inClass("a1", "a");
      SelectionRequest a2 = inClass("a2", "a");
      SelectionRequest b1 = inClass("b1", "b");
      Scene scene =
          Scene.with(queueing(profile), 1)
              .counts("a", 1, 0, 0, 0, 0)
              .load(W1, 16, 1, 1)
              .submits(first, and(choice(first, W1), answer("x")))
              .counts("a", 2, 0, 1, 16, 0)
              .submits(a1)
              .counts("a", 3, 0, 2, 32, 0)
              .submits(a2)
              .counts("b", 1, 0, 1, 16, 0)
              .submits(b1);

      // The turn is the second class's: the first one had it last.
      scene
          .counts("a", 3, 0, 0, 0, 0)
          .counts("b", 1, 0, 0, 0, 0)
          .load(W1, 0, 1, 1)
          .accepts(
              new PrefillCompleted("x"),
              choice(b1, W1).cost(2).decode(1).made(),
              answer("b1"),
              choice(a1, W1).cost(2).decode(1).made(),
              answer("a1"),
              choice(a2, W1).cost(2).decode(1).made(),
              answer("a2"));
    }

    private SelectionRequest inClass(String id, String name) {
      return request(id, QUERY, 1).with(new QueueWishes(name, 0, 0, OptionalLong.empty()));
    }
  }

  @Nested
  class HeldAnswers {
    private final SelectionRequest book = request("b", BOOK, 1);
    private final Scene scene =
        Scene.with(plain(), 1)
            .accepts(new AnswersHeld(true))
            .counts(1, 0, 0, 0, 0)
            .load(W1, 16, 1, 1)
            .submits(book, choice(book, W1).made());

    @Test
    void comeInTheEnd() {
      scene.accepts(new AnswersHeld(false), answer("b")).accepts(new AnswersHeld(false));
    }

    @Test
    void doNotComeEarlier() {
      scene.rejects("queue-order", new ClockAdvanced(1), answer("b"));
    }

    @Test
    void neverComeToACallerThatLeft() {
      scene
          .load(W1, 0, 0, 0)
          .accepts(new Cancelled("b"))
          .accepts(new AnswersHeld(false))
          .load(W1, 16, 1, 1)
          .counts(2, 0, 0, 0, 0)
          .submits(book, choice(book, W1).made(), answer("b"));
    }

    @Test
    void areRefusalsIfTheRankIsGone() {
      scene
          .gone(W1)
          .accepts(new WorkersReplaced(List.of()))
          .accepts(new AnswersHeld(false), refusal("b", new SelectedWorkerGone(W1)));
    }

    @Test
    void areNoRefusalsForALease() {
      SelectionRequest lease = request("l", LEASE, 1);
      scene
          .counts(2, 0, 0, 0, 0)
          .load(W1, 32, 1, 2)
          .submits(lease, choice(lease, W1).cost(3).decode(1).made())
          .gone(W1)
          .accepts(new WorkersReplaced(List.of()))
          .accepts(new AnswersHeld(false), refusal("b", new SelectedWorkerGone(W1)), answer("l"));
    }

    /** Two bookings of one id, one after the other, whose answers both wait. */
    @Nested
    class OfAnIdThatCameBack {
      private final SelectionRequest onW1 = request("r1", BOOK, 1).with(ON_W1);
      private final SelectionRequest onW2 = request("r1", BOOK, 1).with(ON_W2);
      private final Scene twice =
          Scene.with(plain(), 2)
              .accepts(new AnswersHeld(true))
              .counts(1, 0, 0, 0, 0)
              .load(W1, 16, 1, 1)
              .submits(onW1, choice(onW1, W1).made())
              .load(W1, 0, 0, 0)
              .accepts(new Released("r1"))
              .counts(2, 0, 0, 0, 0)
              .load(W2, 16, 1, 1)
              .submits(onW2, choice(onW2, W2).made());

      @Test
      void theRefusalOfTheFirstLeavesTheSecondItsClaimAndItsBooking() {
        twice
            .gone(W1)
            .accepts(new WorkersReplaced(List.of(SchedulableWorker.of(2))))
            .accepts(
                new AnswersHeld(false), refusal("r1", new SelectedWorkerGone(W1)), answer("r1"))
            .submits(onW2, refusal("r1", new Conflict("r1")));
      }

      @Test
      void theRefusalOfTheSecondFreesTheId() {
        twice
            .gone(W2)
            .accepts(new WorkersReplaced(List.of(SchedulableWorker.of(1))))
            .accepts(
                new AnswersHeld(false), answer("r1"), refusal("r1", new SelectedWorkerGone(W2)))
            .counts(3, 0, 0, 0, 0)
            .load(W1, 16, 1, 1)
            .submits(onW1, choice(onW1, W1).made(), answer("r1"));
      }

      @Test
      void bothAreUndoneWhenTheirCallerLeaves() {
        twice
            .load(W2, 0, 0, 0)
            .accepts(new Cancelled("r1"))
            .accepts(new AnswersHeld(false))
            .counts(3, 0, 0, 0, 0)
            .load(W1, 16, 1, 1)
            .submits(onW1, choice(onW1, W1).made(), answer("r1"));
      }
    }

    @Test
    void areAnsweredThoughReleased() {
      scene
          .load(W1, 0, 0, 0)
          .accepts(new Released("b"))
          .accepts(new AnswersHeld(false), answer("b"));
    }
  }

  @Nested
  class Expired {
    private final SelectionRequest book = request("b", BOOK, 1);

    private Scene scene() {
      return scene(20 * SECOND);
    }

    private Scene scene(long expiryNanos) {
      SchedulerSettings settings =
          new SchedulerSettings(
              16,
              false,
              plain().weights(),
              0,
              true,
              plain().queue(),
              OptionalLong.empty(),
              OptionalLong.of(expiryNanos),
              OptionalLong.empty(),
              1);
      return Scene.with(settings, 2)
          .counts(1, 0, 0, 0, 0)
          .load(W1, 16, 1, 1)
          .submits(book.with(ON_W1), and(choice(book, W1), answer("b")));
    }

    @Test
    void bookingsGoWithTheSweep() {
      scene()
          .accepts(new ClockAdvanced(60 * SECOND - 1))
          .load(W1, 0, 0, 0)
          .accepts(new ClockAdvanced(60 * SECOND))
          .load(W1, 16, 1, 1)
          .counts(2, 0, 0, 0, 0)
          .submits(book.with(ON_W1), and(choice(book, W1), answer("b")));
    }

    @Test
    void bookingsThatStayAreRejected() {
      scene().rejects("booking", new ClockAdvanced(60 * SECOND));
    }

    @Test
    void anAddLooksForThemOnItsOwnRank() {
      SelectionRequest next = request("c", LEASE, 1);
      scene()
          .accepts(new ClockAdvanced(30 * SECOND))
          .counts(2, 0, 0, 0, 0)
          .load(W1, 16, 1, 1)
          .submits(next.with(ON_W1), and(choice(next, W1).cost(3).decode(1), answer("c")))
          .counts(2, 0, 0, 0, 0)
          .submits(book, refusal("b", new Conflict("b"))); // the claim outlives the booking
    }

    /** A lease of the same id is no reason to keep the claim of a booking that is gone. */
    @Test
    void theSweepLooksForTheBookingThatTheClaimIsOf() {
      SelectionRequest other = request("c", LEASE, 1).with(ON_W1);
      SelectionRequest lease = request("b", LEASE, 1).with(ON_W1);

      scene(35 * SECOND)
          .accepts(new ClockAdvanced(36 * SECOND))
          .counts(2, 0, 0, 0, 0)
          .submits(other, and(choice(other, W1).cost(3).decode(1), answer("c")))
          .counts(3, 0, 0, 0, 0)
          .load(W1, 32, 1, 2)
          .submits(lease, and(choice(lease, W1).cost(3).decode(1), answer("b")))
          .submits(book, refusal("b", new Conflict("b")))
          .accepts(new ClockAdvanced(60 * SECOND))
          .counts(4, 0, 0, 0, 0)
          .submits(book.with(ON_W1), refusal("b", new BookingFailure("a lease has the id")));
    }

    /** The one lane that is blocked is looked at again, since its rank lost a booking. */
    @Test
    void wakeWhoWaitsForTheRank() {
      SchedulerSettings settings =
          new SchedulerSettings(
              16,
              false,
              plain().weights(),
              0,
              true,
              queueing(OptionalDouble.of(0)).queue(),
              OptionalLong.empty(),
              OptionalLong.of(9 * SECOND),
              OptionalLong.empty(),
              1);
      SelectionRequest lease = request("l", LEASE, 1);
      SelectionRequest waiting = request("w", QUERY, 1).with(ON_W1);
      SelectionRequest wishes =
          request("x", LEASE, 0)
              .with(
                  RequestConstraints.none()
                      .withAffinity(new AffinityTarget(1, OptionalInt.empty())));

      Scene.with(settings, 2)
          .counts(1, 0, 0, 0, 0)
          .load(W1, 16, 1, 1)
          .submits(lease.with(ON_W1), and(choice(lease, W1), answer("l")))
          .counts(2, 0, 1, 16, 0)
          .submits(waiting)
          .accepts(new ClockAdvanced(31 * SECOND))
          .counts(3, 0, 0, 0, 0)
          .load(W1, 0, 0, 1)
          .submits(
              wishes,
              choice(wishes, W1).cost(2).decode(1).made(),
              answer("x"),
              choice(waiting, W1).made(),
              answer("w"));
    }

    @Test
    void anotherRanksStay() {
      SelectionRequest next = request("c", LEASE, 1);
      scene()
          .accepts(new ClockAdvanced(30 * SECOND))
          .counts(2, 0, 0, 0, 0)
          .load(W2, 16, 1, 1)
          .submits(next.with(ON_W2), and(choice(next, W2), answer("c")));
    }
  }

  @Nested
  class Load {
    private final SelectionRequest book = request("b", BOOK, 3).with(ON_W1);
    private final Scene scene =
        Scene.with(plain(), 1)
            .counts(1, 0, 0, 0, 0)
            .load(W1, 48, 3, 1)
            .submits(book, and(choice(book, W1), answer("b")));

    @Test
    void outputCountsByItsFraction() {
      scene
          .load(W1, 48, 3, 1)
          .accepts(new OutputProduced("b", 3, 0.5))
          .load(W1, 48, 6, 1)
          .rejects("booking", new OutputProduced("b", 1, 0.5));
    }

    @Test
    void releaseTakesEverything() {
      scene
          .load(W1, 0, 0, 0)
          .accepts(new Released("b"))
          .accepts(new Released("b"))
          .accepts(new PrefillCompleted("b"));
    }

    @Test
    void anUntrackedPrefillIsNotBookedButItsRawCachedTokensAreTold() {
      SchedulerSettings untracked =
          new SchedulerSettings(
              16,
              false,
              plain().weights(),
              0,
              false,
              plain().queue(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              1);

      Scene.with(untracked, 1)
          .counts(1, 0, 0, 0, 0)
          .load(W1, 0, 3, 1)
          .submits(book, and(choice(book, W1).cost(3), answer("b")));
    }

    @Test
    void aWorkerThatComesBackStartsEmpty() {
      scene
          .gone(W1)
          .accepts(new WorkersReplaced(List.of()))
          .load(W1, 0, 0, 0)
          .accepts(new WorkersReplaced(List.of(SchedulableWorker.of(1))));
    }
  }

  @Test
  void aPreferredTaintMultiplies() {
    var tainted =
        new SchedulableWorker(1, 0, 1, OptionalLong.empty(), new TreeSet<>(List.of("zone")));
    var wished = new TreeMap<String, Double>();
    wished.put("zone", -0.25);
    SelectionRequest query =
        request("q", QUERY, 1).with(RequestConstraints.none().withPreferredTaints(wished));
    Scene scene = Scene.with(plain(), 1).accepts(new WorkersReplaced(List.of(tainted)));

    scene
        .counts(1, 0, 0, 0, 0)
        .submits(query, and(choice(query, W1).cost(2 * Math.exp(Math.tanh(0.25))), answer("q")));
    scene.counts(2, 0, 0, 0, 0).rejects("cost", query, and(choice(query, W1), answer("q")));
  }

  @Test
  void configuredAgainBeginsAnew() {
    SelectionRequest book = request("b", BOOK, 1);
    Scene.with(plain(), 1)
        .counts(1, 0, 0, 0, 0)
        .load(W1, 16, 1, 1)
        .submits(book, and(choice(book, W1), answer("b")))
        .counts(0, 0, 0, 0, 0)
        .gone(W1)
        .accepts(new Configured(plain()));
  }

  @Test
  void nothingIsFollowedBeforeTheFirstConfiguration() {
    var oracle = new SchedulingOracle();
    var nothing = new SchedulerState(new TreeMap<>(), new TreeMap<>());

    oracle.judge(stored(W1, DEVICE, 0, 1), List.of(), nothing);
    assertThatThrownBy(() -> oracle.judge(new Released("b"), List.of(), nothing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("before any scheduler was configured");
  }
}
