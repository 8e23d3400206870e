package kvproof.model;

import static java.util.Collections.unmodifiableSortedSet;

import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A worker that may run requests, as the scheduler sees it.
 *
 * @param startRank its first dp rank, unsigned
 * @param rankCount how many follow each other from there, 1 to 4096
 * @param maxBatchedTokens what it takes in one batch; absent: not declared
 */
public record SchedulableWorker(
    long workerId,
    int startRank,
    int rankCount,
    OptionalLong maxBatchedTokens,
    SortedSet<String> taints) {

  public static final int MOST_RANKS = 4096;

  public SchedulableWorker {
    if (rankCount < 1 || rankCount > MOST_RANKS) {
      throw new IllegalArgumentException(
          "worker "
              + Long.toUnsignedString(workerId)
              + " has "
              + rankCount
              + " ranks (1 to "
              + MOST_RANKS
              + ")");
    }
    if (Integer.toUnsignedLong(startRank) + rankCount > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(
          "ranks of worker "
              + Long.toUnsignedString(workerId)
              + " end past 32 bits: start "
              + Integer.toUnsignedString(startRank)
              + ", size "
              + rankCount);
    }
    taints = unmodifiableSortedSet(new TreeSet<>(taints));
  }

  /** One rank, 0, without taints. */
  public static SchedulableWorker of(long workerId) {
    return of(workerId, 0, 1);
  }

  public static SchedulableWorker of(long workerId, int startRank, int rankCount) {
    return new SchedulableWorker(
        workerId, startRank, rankCount, OptionalLong.empty(), new TreeSet<>());
  }

  public boolean hasRank(int dpRank) {
    long offset = Integer.toUnsignedLong(dpRank) - Integer.toUnsignedLong(startRank);
    return offset >= 0 && offset < rankCount;
  }

  /** Rank {@code offset} of the worker, 0 being its first. */
  public WorkerWithDpRank rank(int offset) {
    return new WorkerWithDpRank(workerId, startRank + offset);
  }
}
