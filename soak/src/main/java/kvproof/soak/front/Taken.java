package kvproof.soak.front;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Prediction;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.casetext.CaseText;

/**
 * One step of a case, and what a front made of it.
 *
 * @param cameTo what the index had to take, in this order
 * @param counted by how much each count grew; those that did not are left out
 */
public record Taken(CaseStep step, List<IndexStep> cameTo, SortedMap<String, Long> counted) {
  public Taken {
    cameTo = List.copyOf(cameTo);
  }

  /** The side takes the step. */
  public static Taken by(FrontedRouter side, CaseStep step) {
    SortedMap<String, Long> before = side.counts();
    List<IndexStep> cameTo = side.take(step);
    SortedMap<String, Long> counted = new TreeMap<>(side.counts());
    before.forEach((name, count) -> counted.merge(name, -count, Long::sum));
    counted.values().removeIf(count -> count == 0);
    return new Taken(step, cameTo, counted);
  }

  /** What a person reads below the step; none for one that an index takes as it is. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!(step instanceof Arrival)) {
      return lines;
    }
    if (cameTo.isEmpty()) {
      lines.add("=> nothing");
    } else if (cameTo.equals(events())) {
      lines.add("=> all of it");
    } else {
      cameTo.forEach(came -> lines.add("=> " + CaseText.printStep(came)));
    }
    if (!counted.isEmpty()) {
      lines.add(
          "=> counted "
              + counted.entrySet().stream()
                  .map(count -> count.getKey() + " " + count.getValue())
                  .collect(Collectors.joining(", ")));
    }
    return lines;
  }

  private List<KvCacheEvent> events() {
    return switch (step) {
      case BatchPublished published -> published.events();
      case BatchArrived arrived -> arrived.events();
      case StreamOpened _,
          StreamClosed _,
          EngineRestarted _,
          ReplayLimits _,
          Prediction _,
          SchedulingStep _,
          IndexStep _ ->
          List.of();
    };
  }
}
