package kvproof.router.fetch;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.List;
import kvproof.router.index.IntervalList;
import kvproof.router.index.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the one source for each target of a look-up.
 *
 * <p>Owned by the caller and used again, so that a warm choice allocates nothing. Results stand
 * until the next call. For one thread at a time.
 */
public final class SourceChooser {
  private static final int NONE = -1;

  private final List<SourceSummary> summaries = new ArrayList<>();
  private int summariesInUse;
  private long[] rows = new long[16];
  private int rowCount;
  private int[] chosenSource = new int[8];
  private int[] chosenEnd = new int[8];
  private final long[] refused = new long[Ineligibility.values().length];

  /**
   * Chooses for every target with the frontier that the look-up found for it.
   *
   * @param targets owner numbers of ranks, known to look-up and directory
   */
  public void choose(Lookup lookup, SourceDirectory directory, int[] targets, int targetCount) {
    if (chosenSource.length < targetCount) {
      chosenSource = new int[targetCount];
      chosenEnd = new int[targetCount];
    }
    summariesInUse = 0;
    keepUseful(lookup, directory, targets, targetCount);
    for (int i = 0; i < targetCount; i++) {
      int row = rowFor(targets[i], lookup, directory);
      chosenSource[i] = row == NONE ? NONE : lookup.intervals().owner(row);
      chosenEnd[i] = row == NONE ? lookup.frontier(targets[i]) : lookup.intervals().end(row);
    }
  }

  /** Sorts by start what some target may use; drops the rest before that. */
  private void keepUseful(
      Lookup lookup, SourceDirectory directory, int[] targets, int targetCount) {
    int lowest = Integer.MAX_VALUE;
    int highest = 0;
    for (int i = 0; i < targetCount; i++) {
      int frontier = lookup.frontier(targets[i]);
      lowest = Math.min(lowest, frontier);
      highest = Math.max(highest, frontier);
    }
    IntervalList intervals = lookup.intervals();
    if (rows.length < intervals.size()) {
      rows = new long[2 * intervals.size()];
    }
    rowCount = 0;
    for (int row = 0; row < intervals.size(); row++) {
      if (intervals.start(row) <= highest && intervals.end(row) > lowest) {
        @Nullable Ineligibility obstacle = directory.ineligibility(intervals.owner(row));
        if (obstacle == null) {
          rows[rowCount++] = (long) intervals.start(row) << 32 | row;
        } else {
          refused[obstacle.ordinal()]++;
        }
      }
    }
    LongArrays.quickSort(rows, 0, rowCount); // that of the JDK may allocate
  }

  private int rowFor(int target, Lookup lookup, SourceDirectory directory) {
    int type = directory.targetType(target);
    int frontier = lookup.frontier(target);
    if (type == NONE || frontier == lookup.length() || !lookup.isOnChain(target)) {
      return NONE;
    }
    int island = directory.island(target);
    if (island != NONE) {
      int inside = find(type, island, frontier, target, lookup, directory);
      if (inside != NONE || directory.requiresIsland(target)) {
        return inside;
      }
    }
    return find(type, NONE, frontier, target, lookup, directory);
  }

  private int find(
      int type, int island, int frontier, int target, Lookup lookup, SourceDirectory directory) {
    return summary(type, island, lookup.intervals(), directory)
        .find(frontier, target, lookup.intervals(), directory);
  }

  /** The summary of one group, made when a target first needs it. */
  private SourceSummary summary(
      int type, int island, IntervalList intervals, SourceDirectory directory) {
    for (int i = 0; i < summariesInUse; i++) {
      SourceSummary known = summaries.get(i);
      if (known.type() == type && known.island() == island) {
        return known;
      }
    }
    if (summariesInUse == summaries.size()) {
      summaries.add(new SourceSummary());
    }
    SourceSummary made = summaries.get(summariesInUse++);
    made.build(rows, rowCount, intervals, directory, type, island);
    return made;
  }

  /** Owner number of the source chosen for target {@code i} of the call, or -1. */
  public int source(int i) {
    return chosenSource[i];
  }

  /** Credited end for target {@code i}, blocks from the root; its frontier without a source. */
  public int end(int i) {
    return chosenEnd[i];
  }

  /** How many intervals fell away for this reason since the start. */
  public long refused(Ineligibility reason) {
    return refused[reason.ordinal()];
  }
}
