package kvproof.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/**
 * What a {@link CaseRunner} tells and asks a router in a case in which all sides agree, in its
 * order: for a router that is asked before the comparison begins.
 */
public final class CaseItinerary {

  /** One thing that a router is told or asked. */
  public sealed interface Stop {
    record Step(IndexStep step) implements Stop {}

    /** The resident counts of these ranks, one after the other; at least one. */
    record ResidentCounts(SortedSet<WorkerWithDpRank> ranks) implements Stop {}

    record Question(Request request) implements Stop {}

    record Inventory() implements Stop {}
  }

  private CaseItinerary() {}

  /** Of a case in which nothing arrives; throws {@link IllegalStateException} else. */
  public static List<Stop> of(Case plain) {
    List<Stop> stops = new ArrayList<>();
    CaseRanks ranks = new CaseRanks(plain);
    List<Request> requests = plain.requests();
    List<IndexStep> steps = plain.indexSteps();
    for (int index = 0; index < steps.size(); index++) {
      IndexStep step = steps.get(index);
      stops.add(new Stop.Step(step));
      addCounts(stops, ranks.touchedBy(step));
      if (!requests.isEmpty()) {
        stops.add(new Stop.Question(requests.get(index % requests.size())));
      }
    }
    requests.forEach(request -> stops.add(new Stop.Question(request)));
    addCounts(stops, ranks.named());
    stops.add(new Stop.Inventory());
    return stops;
  }

  private static void addCounts(List<Stop> stops, SortedSet<WorkerWithDpRank> ranks) {
    if (!ranks.isEmpty()) {
      stops.add(new Stop.ResidentCounts(ranks));
    }
  }
}
