package kvproof.soak.run;

import static kvproof.model.Verdict.Kind.FAILED;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import kvproof.model.CountingRouter;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.ResidentCountOracle;
import kvproof.soak.digest.Digest;
import kvproof.testkit.SeededRandom;

/**
 * Resident counters that are kept: one case in {@value #ONE_CASE_IN} once more, on a router that
 * begins to keep them at its start or somewhere in the middle.
 *
 * <p>From there on, after every event, a counter is what {@link ResidentCountOracle} counts; and
 * that they are kept shows in no other answer. Which cases, and from where on, their seed decides.
 */
public final class CountsKept implements CaseCheck {
  private static final int ONE_CASE_IN = 4;
  private static final String WITHOUT = "the router without counters";

  @Override
  public String name() {
    return "the router with counters";
  }

  /** Decides nothing that the digest does not have already, so it stays as it is. */
  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    SeededRandom random = new SeededRandom(finished.soakCase().seed()).fork("counts kept");
    if (random.below(ONE_CASE_IN) != 0
        || !(finished.router().fresh().get() instanceof CountingRouter router)) {
      return List.of();
    }
    int steps = finished.soakCase().indexSteps().size();
    int from = random.chance(50) ? 0 : steps * random.below(100) / 100;
    try {
      List<Difference> found = wrongCounts(finished, router, from);
      return found.isEmpty() ? otherAnswers(finished, router) : found;
    } catch (RuntimeException | AssertionError | StackOverflowError failure) {
      return List.of(
          new Difference("counters", FAILED, "the case", "counts", WITHOUT, failure.toString()));
    }
  }

  private static List<Difference> wrongCounts(
      FinishedCase finished, CountingRouter router, int from) {
    var ranks = new CaseRanks(finished.soakCase());
    var oracle = new ResidentCountOracle();
    List<IndexStep> steps = finished.soakCase().indexSteps();
    for (int at = 0; at < steps.size(); at++) {
      IndexStep step = steps.get(at);
      if (at == from) {
        oracle.track();
        router.trackResidentBlocks();
      }
      router.take(step);
      if (step instanceof KvCacheEvent event) {
        oracle.apply(event);
      }
      if (at >= from) {
        List<Difference> found = wrong(ranks.touchedBy(step), oracle, router);
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    oracle.track();
    router.trackResidentBlocks(); // a case without steps
    return wrong(ranks.named(), oracle, router);
  }

  private static List<Difference> wrong(
      SortedSet<WorkerWithDpRank> ranks, ResidentCountOracle oracle, CountingRouter router) {
    var differences = new Differences("ResidentCountOracle");
    for (WorkerWithDpRank rank : ranks) {
      StateComparison.compareResident(
          rank, oracle.blocks(rank), router.residentBlocks(rank), differences);
    }
    return differences.found();
  }

  private static List<Difference> otherAnswers(FinishedCase finished, CountingRouter router) {
    List<Difference> found = new ArrayList<>();
    for (Request request : finished.soakCase().requests()) {
      found.addAll(
          AnswerComparison.differences(
              request,
              Objects.requireNonNull(finished.answers().get(request.id())),
              WITHOUT,
              router.answer(request)));
    }
    var state = new Differences(WITHOUT);
    StateComparison.compareHeld(finished.held(), router.heldBlocks(), state);
    found.addAll(state.found());
    return found;
  }
}
