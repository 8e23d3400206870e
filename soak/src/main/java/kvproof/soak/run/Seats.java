package kvproof.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Arrival;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.Divergence.Exhibit;

/**
 * Everybody who takes part in one case. Each question goes to all of them, and what they say is
 * held against what the reference says.
 *
 * <p>Once somebody is wrong, {@link #divergence} says so, the oracles first: while they disagree
 * nobody knows whether the router is to blame.
 */
final class Seats {
  /** What the reference and the router under test said; empty if it failed. */
  record Replies<T>(Optional<T> expected, Optional<T> actual) {}

  private interface Judge<T> {
    void compare(T expected, T actual, Differences differences);
  }

  private final Seat reference;
  private final List<Seat> otherOracles = new ArrayList<>();
  private final Seat router;
  private final Excuse excuse;

  Seats(Contest contest) {
    excuse = contest.excuse();
    String expectedBy = contest.oracles().getFirst().name();
    reference = Seat.ofOracle(contest.oracles().getFirst(), expectedBy);
    for (Side oracle : contest.oracles().subList(1, contest.oracles().size())) {
      otherOracles.add(Seat.ofOracle(oracle, expectedBy));
    }
    router = Seat.ofRouter(contest.router(), expectedBy);
  }

  KvRouter reference() {
    return reference.router();
  }

  /** {@code text} names the step where a side fails or differs. */
  Replies<ApplyStatus> take(IndexStep step, String text) {
    return compareWithFront(
        "apply",
        text,
        side -> take(side, step),
        (expected, actual, differences) ->
            differences.addText("status", text, expected.name(), actual.name()));
  }

  /** Fronts pass an index step on as it is. */
  private static ApplyStatus take(FrontedRouter side, IndexStep step) {
    List<IndexStep> passedOn = side.steps(step);
    if (!passedOn.equals(List.of(step))) {
      throw new AssertionError("the front makes " + passedOn + " of " + step);
    }
    return side.router().take(step);
  }

  /** Every side takes what its own front makes of the arrival; the observer sees the reference. */
  Replies<List<IndexStep>> take(int index, Arrival arrival, String text, CaseObserver observer) {
    Optional<List<IndexStep>> expected =
        reference.askWithFront("arrival", text, side -> take(side, index, arrival, observer));
    for (Seat oracle : otherOracles) {
      oracle.askWithFront("arrival", text, side -> side.take(arrival));
    }
    return new Replies<>(
        expected, router.askWithFront("arrival", text, side -> side.take(arrival)));
  }

  private static List<IndexStep> take(
      FrontedRouter side, int index, Arrival arrival, CaseObserver observer) {
    List<IndexStep> steps = side.steps(arrival);
    for (IndexStep step : steps) {
      observer.applying(index, step);
      observer.applied(index, step, side.router().take(step));
    }
    return steps;
  }

  /** What the fronts counted; a count that is missing is 0. */
  Replies<SortedMap<String, Long>> frontCounts() {
    return compareWithFront(
        "front",
        "counts",
        FrontedRouter::counts,
        (expected, actual, differences) -> {
          for (String name : Differences.eitherKey(expected, actual)) {
            differences.addText(
                "front",
                name,
                Long.toString(expected.getOrDefault(name, 0L)),
                Long.toString(actual.getOrDefault(name, 0L)));
          }
        });
  }

  Replies<OptionalLong> resident(WorkerWithDpRank rank) {
    return compare(
        "resident",
        rank.toString(),
        side -> side.residentBlocks(rank),
        (expected, actual, differences) ->
            StateComparison.compareResident(rank, expected, actual, differences));
  }

  Replies<List<HeldBlock>> held() {
    return compare("inventory", "all tiers", KvRouter::heldBlocks, StateComparison::compareHeld);
  }

  /** A side that does not count is not compared. */
  Replies<Optional<TierStatistics>> statistics(StorageTier tier) {
    return compare(
        "statistics",
        tier.wireName(),
        side -> statistics(side, tier),
        (expected, actual, differences) -> {
          if (expected.isPresent() && actual.isPresent()) {
            StateComparison.compareStatistics(tier, expected.get(), actual.get(), differences);
          }
        });
  }

  private static Optional<TierStatistics> statistics(KvRouter side, StorageTier tier) {
    return side instanceof CountingRouter counting
        ? Optional.of(counting.statistics(tier))
        : Optional.empty();
  }

  Replies<Answer> answer(Request request) {
    Function<KvRouter, Answer> question = side -> side.answer(request);
    Optional<Answer> expected = reference.ask("answer", request.id(), question);
    for (Seat oracle : otherOracles) {
      compareAnswer(oracle, request, expected);
    }
    return new Replies<>(expected, compareAnswer(router, request, expected));
  }

  private static Optional<Answer> compareAnswer(
      Seat seat, Request request, Optional<Answer> expected) {
    Optional<Answer> actual = seat.ask("answer", request.id(), side -> side.answer(request));
    if (expected.isPresent() && actual.isPresent()) {
      List<Difference> found =
          AnswerComparison.differences(request, expected.get(), seat.expectedBy(), actual.get());
      seat.add(found, new Exhibit(request, expected.get(), actual.get()));
    }
    return actual;
  }

  private <T> Replies<T> compare(
      String part, String where, Function<KvRouter, T> question, Judge<T> judge) {
    return compareWithFront(part, where, side -> question.apply(side.router()), judge);
  }

  private <T> Replies<T> compareWithFront(
      String part, String where, Function<FrontedRouter, T> question, Judge<T> judge) {
    Optional<T> expected = reference.askWithFront(part, where, question);
    for (Seat oracle : otherOracles) {
      compare(oracle, oracle.askWithFront(part, where, question), expected, judge);
    }
    Optional<T> actual = router.askWithFront(part, where, question);
    compare(router, actual, expected, judge);
    return new Replies<>(expected, actual);
  }

  private static <T> void compare(
      Seat seat, Optional<T> actual, Optional<T> expected, Judge<T> judge) {
    if (expected.isPresent() && actual.isPresent()) {
      var differences = new Differences(seat.expectedBy());
      judge.compare(expected.get(), actual.get(), differences);
      seat.add(differences.found());
    }
  }

  /** Empty while everybody agrees. {@code step} is where the comparison was made. */
  Optional<Divergence> divergence(int step) {
    router.excuse(step, excuse);
    List<Difference> all = new ArrayList<>();
    Optional<Seat> first = Optional.empty();
    for (Seat seat : inOrderOfBlame()) {
      all.addAll(seat.differences());
      if (first.isEmpty() && !seat.differences().isEmpty()) {
        first = Optional.of(seat);
      }
    }
    return first.map(
        seat -> new Divergence(step, all, seat.name(), seat.exhibit(), seat.exchanged()));
  }

  private List<Seat> inOrderOfBlame() {
    List<Seat> seats = new ArrayList<>();
    seats.add(reference);
    seats.addAll(otherOracles);
    seats.add(router);
    return seats;
  }
}
