package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Loads and queue counters at one moment.
 *
 * @param ranks every rank with a slot
 * @param classes every class of the queue, by name
 */
public record SchedulerState(
    SortedMap<WorkerWithDpRank, RankLoad> ranks, SortedMap<String, ClassCounters> classes) {

  public SchedulerState {
    ranks = unmodifiableSortedMap(new TreeMap<>(ranks));
    classes = unmodifiableSortedMap(new TreeMap<>(classes));
  }

  /** What is booked on one rank. */
  public record RankLoad(long activePrefillTokens, long activeBlocks, long activeRequests) {}

  /** Totals since the start, then what is parked now. */
  public record ClassCounters(
      long received,
      long deadlineRejected,
      long pendingRequests,
      long pendingTokens,
      long pendingCachedTokens) {}
}
