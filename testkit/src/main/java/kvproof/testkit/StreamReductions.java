package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;

/** Whole streams at once: what belongs together cannot go one by one. */
final class StreamReductions {
  private StreamReductions() {}

  /** Each stream left out, or its batches taken by the index as they are. */
  static List<Case> withoutOneStream(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (WorkerWithDpRank rank : ranks(larger)) {
      List<CaseStep> without = new ArrayList<>();
      List<CaseStep> unwrapped = new ArrayList<>();
      for (CaseStep step : larger.steps()) {
        if (step instanceof StreamArrival arrival && arrival.rank().equals(rank)) {
          if (step instanceof BatchPublished batch) {
            unwrapped.addAll(batch.events());
          }
        } else {
          without.add(step);
          unwrapped.add(step);
        }
      }
      smaller.add(CaseReductions.withSteps(larger, without));
      smaller.add(CaseReductions.withSteps(larger, unwrapped));
    }
    return smaller;
  }

  /**
   * Without an incarnation of a stream: what still arrives of later ones goes by its new number.
   */
  static List<Case> withoutOneIncarnation(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (WorkerWithDpRank rank : ranks(larger)) {
      long incarnations = incarnations(larger, rank);
      for (long leftOut = 1; leftOut <= incarnations; leftOut++) {
        smaller.add(without(larger, rank, leftOut));
      }
    }
    return smaller;
  }

  /** Openings that were refused count too: then there is nothing to gain. */
  private static long incarnations(Case larger, WorkerWithDpRank rank) {
    return larger.steps().stream()
        .filter(step -> step instanceof StreamOpened opened && opened.rank().equals(rank))
        .count();
  }

  /** The opening goes, and the closing before it or, if it is the first one, behind it. */
  private static Case without(Case larger, WorkerWithDpRank rank, long leftOut) {
    List<CaseStep> steps = new ArrayList<>();
    long opened = 0;
    long closed = 0;
    for (CaseStep step : larger.steps()) {
      boolean isLeftOut = false;
      CaseStep kept = step;
      if (step instanceof StreamOpened opening && opening.rank().equals(rank)) {
        isLeftOut = ++opened == leftOut;
      } else if (step instanceof StreamClosed closing && closing.rank().equals(rank)) {
        isLeftOut = ++closed == Math.max(1, leftOut - 1);
      } else if (step instanceof BatchArrived late && late.rank().equals(rank)) {
        kept = late.incarnation() > leftOut ? ofIncarnation(late, late.incarnation() - 1) : late;
      }
      if (!isLeftOut) {
        steps.add(kept);
      }
    }
    return CaseReductions.withSteps(larger, steps);
  }

  private static BatchArrived ofIncarnation(BatchArrived late, long incarnation) {
    return new BatchArrived(late.rank(), incarnation, late.sequence(), late.events());
  }

  static SortedSet<WorkerWithDpRank> ranks(Case larger) {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    for (CaseStep step : larger.steps()) {
      if (step instanceof StreamArrival arrival) {
        ranks.add(arrival.rank());
      }
    }
    return ranks;
  }
}
