package kvproof.router.fetch;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import kvproof.router.index.IntervalList;

/**
 * The best two intervals for every start, over one group of sources that may serve each other.
 *
 * <p>Answers "which source reaches furthest from this frontier" for any target by a binary search.
 */
final class SourceSummary {
  /*
   * Intervals come by ascending start; the best two of everything seen so far are kept, so an early
   * long interval stays visible for late frontiers:
   *
   *   A [0,20)   B [4,8)   C [6,10)         start 0: A        start 4: A B       start 6: A C
   */
  private static final int NONE = -1;

  private final BestTwo best = new BestTwo();
  private int type;
  private int island;

  /** Start and row of each interval, packed. */
  private long[] byStart = new long[16];

  private int[] start = new int[16];
  private int entries;

  /** Two of each for every entry: the best, and the best of another identity. */
  private int[] source = new int[32];

  private int[] end = new int[32];

  /** The answer to the last question. */
  private int lastFrontier;

  private int lastEntry;

  int type() {
    return type;
  }

  int island() {
    return island;
  }

  /**
   * Sweeps over the intervals.
   *
   * @param intervals of sources of this type and island
   * @param ofIsland {@link SourceDirectory#NONE}: sources of any island
   */
  void build(IntervalList intervals, SourceDirectory directory, int ofType, int ofIsland) {
    type = ofType;
    island = ofIsland;
    entries = 0;
    lastFrontier = NONE;
    best.begin();
    sort(intervals);
    for (int i = 0; i < intervals.size(); i++) {
      int row = (int) byStart[i];
      if (best.admit(intervals.owner(row), intervals.end(row), directory)) {
        record(intervals.start(row));
      }
    }
  }

  private void sort(IntervalList intervals) {
    if (byStart.length < intervals.size()) {
      byStart = new long[2 * intervals.size()];
    }
    boolean sorted = true;
    for (int row = 0; row < intervals.size(); row++) {
      byStart[row] = (long) intervals.start(row) << 32 | row;
      sorted &= row == 0 || byStart[row] > byStart[row - 1];
    }
    if (!sorted) {
      LongArrays.quickSort(byStart, 0, intervals.size()); // that of the JDK may allocate
    }
  }

  private void record(int at) {
    if (entries == 0 || start[entries - 1] != at) {
      if (entries == start.length) {
        start = Arrays.copyOf(start, 2 * entries);
        source = Arrays.copyOf(source, 4 * entries);
        end = Arrays.copyOf(end, 4 * entries);
      }
      start[entries++] = at;
    }
    int place = 2 * (entries - 1);
    source[place] = best.first();
    end[place] = best.firstEnd();
    source[place + 1] = best.second();
    end[place + 1] = best.secondEnd();
  }

  /**
   * Finds the best interval that starts at or before the frontier and ends beyond it.
   *
   * @param excluded exclusion identity that the target does not accept
   * @return what {@link #source} and {@link #end} take, or -1
   */
  int find(int frontier, int excluded, SourceDirectory directory) {
    int entry = entryAt(frontier);
    if (entry < 0) {
      return NONE;
    }
    int found = 2 * entry;
    if (directory.exclusionIdentity(source[found]) == excluded) {
      found++;
    }
    return source[found] != BestTwo.NOBODY && end[found] > frontier ? found : NONE;
  }

  /** The last entry at or before a frontier, or -1. Targets often stand at one frontier. */
  private int entryAt(int frontier) {
    if (frontier != lastFrontier) {
      int entry = Arrays.binarySearch(start, 0, entries, frontier);
      lastFrontier = frontier;
      lastEntry = entry < 0 ? -entry - 2 : entry;
    }
    return lastEntry;
  }

  /** Owner number of what was found. */
  int source(int found) {
    return source[found];
  }

  /** Where its interval ends. */
  int end(int found) {
    return end[found];
  }
}
