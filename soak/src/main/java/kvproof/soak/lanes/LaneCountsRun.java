package kvproof.soak.lanes;

import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.CaseStep;
import kvproof.model.ConcurrentRouter;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Prediction;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.oracles.ResidentCountOracle;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.testkit.SeededRandom;

/** One case on its way through a router with lanes, one step at a time. */
final class LaneCountsRun {
  static final String PART = "lane counts";
  static final String COUNTED_BY = "ResidentCountOracle";

  private final FinishedCase finished;
  private final ConcurrentRouter router;
  private final SeededRandom random;
  private final FrontedRouter oracle = Fronts.fronted(new OwnerInventoryOracle());
  private final ResidentCountOracle counts = new ResidentCountOracle();
  private final List<Difference> found = new ArrayList<>();

  LaneCountsRun(FinishedCase finished, ConcurrentRouter router, SeededRandom random) {
    this.finished = finished;
    this.router = router;
    this.random = random;
  }

  /** Up to the first step after which something is wrong. */
  List<Difference> run() {
    List<CaseStep> steps = finished.original().steps();
    int keptFrom = random.chance(60) ? 0 : random.below(steps.size() + 1);
    for (int index = 0; index < steps.size() && found.isEmpty(); index++) {
      if (index == keptFrom) {
        router.trackResidentBlocks();
        counts.track();
      }
      take(steps.get(index));
      compareCounts("after step " + (index + 1) + ", counts kept from step " + keptFrom);
    }
    if (found.isEmpty()) {
      compareAnswers();
      oneLaneDies();
    }
    return found;
  }

  /** The lanes predict for themselves; what comes of streams is told them. */
  private void take(CaseStep step) {
    List<IndexStep> cameTo = oracle.take(step);
    if (step instanceof Prediction prediction) {
      router.apply(prediction);
    } else {
      cameTo.forEach(router::take);
    }
    for (IndexStep came : cameTo) {
      if (came instanceof KvCacheEvent event) {
        counts.apply(event);
      }
    }
  }

  private void compareCounts(String where) {
    for (WorkerWithDpRank rank : finished.resident().keySet()) {
      OptionalLong expected = counts.blocks(rank);
      OptionalLong actual = router.residentBlocks(rank);
      if (!expected.equals(actual)) {
        report(rank + ", " + where, expected.toString(), actual.toString());
      }
    }
  }

  private void compareAnswers() {
    SortedMap<String, Answer> answers = new TreeMap<>();
    finished
        .original()
        .requests()
        .forEach(request -> answers.put(request.id(), router.answer(request)));
    if (!answers.equals(finished.answers()) || !router.heldBlocks().equals(finished.held())) {
      report("answers and inventories", "those without lanes", "others");
    }
  }

  /** The counts of its ranks are gone for good, all others stay, and so do all blocks. */
  private void oneLaneDies() {
    if (finished.resident().isEmpty()) {
      return;
    }
    WorkerWithDpRank victim = random.pick(List.copyOf(finished.resident().keySet()));
    PlantedDeath.ofLaneOf(victim, router);
    router.flush();
    for (WorkerWithDpRank rank : finished.resident().keySet()) {
      if (!router.flush(rank)) {
        counts.withdraw(rank);
      }
    }
    compareCounts("after the death of the lane of " + victim);
    if (!router.heldBlocks().equals(finished.held())) {
      report("inventory after the death of the lane of " + victim, "as last applied", "another");
    }
  }

  private void report(String where, String expected, String actual) {
    found.add(new Difference(PART, WRONG_VALUE, where, expected, COUNTED_BY, actual));
  }
}
