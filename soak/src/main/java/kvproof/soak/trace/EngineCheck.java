package kvproof.soak.trace;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;

/**
 * What the engines themselves say of a choice: neither router nor oracle takes part in it.
 *
 * <p>Catches a frontier that is not the worker's, and a source that lacks a block it is to serve.
 * Blind to a source that would have served more.
 */
final class EngineCheck {
  private static final String PART = "engine";
  private static final String EXPECTED_BY = "SimulatedEngine";

  private final List<SimulatedEngine> engines;

  EngineCheck(List<SimulatedEngine> engines) {
    this.engines = engines;
  }

  /** Every lie in the choices for a prompt; worker by worker. */
  List<Difference> differences(long line, long[] ids, List<WorkerChoice> choices) {
    List<Difference> found = new ArrayList<>();
    for (int worker = 0; worker < choices.size(); worker++) {
      WorkerChoice choice = choices.get(worker);
      SimulatedEngine target = engines.get(worker);
      String where = "line-" + line + ", target " + target.rank();
      int frontier = target.frontier(ids);
      if (frontier != choice.frontier()) {
        found.add(
            difference(
                frontier < choice.frontier() ? Kind.OVER_CREDIT : Kind.UNDER_CREDIT,
                where,
                "frontier " + frontier,
                choice));
      }
      if (choice.source().isPresent()) {
        addWhatIsLacking(where, ids, choice, found);
      }
    }
    return found;
  }

  private void addWhatIsLacking(
      String where, long[] ids, WorkerChoice choice, List<Difference> found) {
    SimulatedEngine source =
        engines.stream()
            .filter(engine -> engine.rank().equals(choice.source().orElseThrow()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no engine is the source of " + choice));
    int end = Math.min(choice.frontier(), choice.end());
    while (end < choice.end() && source.holds(ids[end])) {
      end++;
    }
    if (end < choice.end()) {
      String held = source.rank() + " lacks block " + end;
      found.add(difference(Kind.OVER_CREDIT, where, held, choice));
    }
  }

  private static Difference difference(
      Kind kind, String where, String expected, WorkerChoice choice) {
    return new Difference(PART, kind, where, expected, EXPECTED_BY, choice.toString());
  }
}
