package kvproof.router.membership;

import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.SchedulableWorker;

/**
 * The dp ranks of a worker: {@code count} of them from {@code start} on.
 *
 * @param start unsigned
 * @param count 0 to 4096; 0: the worker is not ready for requests
 */
public record RankRange(int start, int count) {

  private static final RankRange SINGLE = new RankRange(0, 1);

  public RankRange {
    if (count < 0 || count > SchedulableWorker.MOST_RANKS) {
      throw new IllegalArgumentException(
          "data_parallel_size must be 0 to " + SchedulableWorker.MOST_RANKS + ", not " + count);
    }
    if (Integer.toUnsignedLong(start) + count > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(
          "dp ranks end past 32 bits: start "
              + Integer.toUnsignedString(start)
              + ", size "
              + count);
    }
  }

  /** Rank 0 alone. */
  public static RankRange single() {
    return SINGLE;
  }

  /** One past the last rank, at most 2^32 - 1. */
  public long end() {
    return Integer.toUnsignedLong(start) + count;
  }

  public boolean contains(int dpRank) {
    long rank = Integer.toUnsignedLong(dpRank);
    return rank >= Integer.toUnsignedLong(start) && rank < end();
  }

  /** Whether some rank is in both; an empty range overlaps nothing. */
  public boolean overlaps(RankRange other) {
    return count > 0
        && other.count > 0
        && Integer.toUnsignedLong(start) < other.end()
        && Integer.toUnsignedLong(other.start) < end();
  }

  /** Every rank, unsigned. */
  public SortedSet<Integer> ranks() {
    SortedSet<Integer> ranks = new TreeSet<>(Integer::compareUnsigned);
    for (int offset = 0; offset < count; offset++) {
      ranks.add(start + offset);
    }
    return ranks;
  }

  /** Such as {@code dp ranks 8 to 15}; the last one is in it. */
  @Override
  public String toString() {
    return count == 0
        ? "no dp ranks"
        : "dp ranks " + Integer.toUnsignedString(start) + " to " + (end() - 1);
  }
}
