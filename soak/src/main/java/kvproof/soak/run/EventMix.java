package kvproof.soak.run;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.casetext.CaseText;

/** Counts steps by kind, and by tier where they have one. Not for several threads. */
public final class EventMix {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  /** The kind of a step as it is shown, such as {@code store host_pinned}. */
  static String kind(CaseStep step) {
    return switch (step) {
      case Stored stored -> "store " + stored.tier().wireName();
      case Removed removed -> "remove " + removed.tier().wireName();
      case Cleared _ -> "clear";
      case RankRemoved _ -> "remove-rank";
      case WorkerRemoved _ -> "remove-worker";
      case ResidencySnapshot _ -> "owners";
      case WorkerSnapshot _ -> "workers";
      case StreamState state -> state.isGapped() ? "gap" : "resync";
      case Arrival _, SchedulingStep _ -> firstWord(CaseText.printStep(step));
    };
  }

  private static String firstWord(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  void add(CaseStep step) {
    counts.merge(kind(step), 1L, Long::sum);
  }

  /** Adds what another mix counted. */
  public void add(EventMix other) {
    other.counts.forEach((kind, count) -> counts.merge(kind, count, Long::sum));
  }

  /** How often each kind occurred, by kind; a kind that never did is absent. */
  public SortedMap<String, Long> counts() {
    return new TreeMap<>(counts);
  }
}
