package kvproof.router.fetch;

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
   *
   * Two are enough because a target excludes exactly one identity, and only if the two differ in it:
   * a rank and a cache owner attached to it would fall away together.
   */
  private static final int NONE = -1;

  private int type;
  private int island;
  private int[] start = new int[16];
  private int[] best = new int[16];
  private int[] second = new int[16];
  private int entries;

  /** Row of the best interval of the sweep so far, and of the next with another identity. */
  private int first = NONE;

  private int other = NONE;

  int type() {
    return type;
  }

  int island() {
    return island;
  }

  /**
   * Sweeps over the eligible intervals.
   *
   * @param rows start and row, packed, sorted
   * @param ofType only sources of this worker type
   * @param ofIsland only sources of this island; {@link SourceDirectory#NONE}: all of them
   */
  void build(
      long[] rows,
      int count,
      IntervalList intervals,
      SourceDirectory directory,
      int ofType,
      int ofIsland) {
    type = ofType;
    island = ofIsland;
    entries = 0;
    first = NONE;
    other = NONE;
    for (int i = 0; i < count; i++) {
      int row = (int) rows[i];
      int owner = intervals.owner(row);
      if (directory.sourceType(owner) == ofType
          && (ofIsland == SourceDirectory.NONE || directory.island(owner) == ofIsland)
          && admit(row, intervals, directory)) {
        record(intervals.start(row));
      }
    }
  }

  /** Takes an interval among the best two if it belongs there. */
  private boolean admit(int row, IntervalList intervals, SourceDirectory directory) {
    int identity = directory.exclusionIdentity(intervals.owner(row));
    boolean sameAsFirst =
        first != NONE && directory.exclusionIdentity(intervals.owner(first)) == identity;
    if (first == NONE || isBetter(row, first, intervals, directory)) {
      if (!sameAsFirst) {
        other = first;
      }
      first = row;
      return true;
    }
    if (!sameAsFirst && (other == NONE || isBetter(row, other, intervals, directory))) {
      other = row;
      return true;
    }
    return false;
  }

  /** The larger end, then the smaller source. */
  private static boolean isBetter(
      int row, int than, IntervalList intervals, SourceDirectory directory) {
    int end = intervals.end(row);
    int otherEnd = intervals.end(than);
    return end != otherEnd
        ? end > otherEnd
        : directory.compare(intervals.owner(row), intervals.owner(than)) < 0;
  }

  private void record(int at) {
    if (entries == 0 || start[entries - 1] != at) {
      if (entries == start.length) {
        start = Arrays.copyOf(start, 2 * entries);
        best = Arrays.copyOf(best, 2 * entries);
        second = Arrays.copyOf(second, 2 * entries);
      }
      start[entries++] = at;
    }
    best[entries - 1] = first;
    second[entries - 1] = other;
  }

  /**
   * Row of the best interval that starts at or before the frontier and ends beyond it, or -1.
   *
   * @param excluded exclusion identity that the target does not accept
   */
  int find(int frontier, int excluded, IntervalList intervals, SourceDirectory directory) {
    int entry = Arrays.binarySearch(start, 0, entries, frontier);
    if (entry < 0) {
      entry = -entry - 2;
    }
    if (entry < 0) {
      return NONE;
    }
    int row = best[entry];
    if (directory.exclusionIdentity(intervals.owner(row)) == excluded) {
      row = second[entry];
    }
    return row != NONE && intervals.end(row) > frontier ? row : NONE;
  }
}
