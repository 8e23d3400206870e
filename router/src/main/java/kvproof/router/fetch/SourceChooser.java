package kvproof.router.fetch;

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
  private final Contenders contenders = new Contenders();

  /** Frontiers of the targets lie in this range. */
  private int lowest;

  private int highest;

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
    findFrontiers(lookup, targets, targetCount);
    for (int i = 0; i < targetCount; i++) {
      chosenSource[i] = NONE;
      chosenEnd[i] = lookup.frontier(targets[i]);
      choose(i, targets[i], lookup, directory);
    }
  }

  private void findFrontiers(Lookup lookup, int[] targets, int targetCount) {
    lowest = Integer.MAX_VALUE;
    highest = 0;
    for (int i = 0; i < targetCount; i++) {
      int frontier = lookup.frontier(targets[i]);
      lowest = Math.min(lowest, frontier);
      highest = Math.max(highest, frontier);
    }
  }

  private void choose(int i, int target, Lookup lookup, SourceDirectory directory) {
    int type = directory.targetType(target);
    int frontier = lookup.frontier(target);
    if (type == NONE || frontier == lookup.length() || !lookup.isOnChain(target)) {
      return;
    }
    int island = directory.island(target);
    if (island != NONE) {
      boolean inside = find(i, target, type, island, lookup, directory);
      if (inside || directory.requiresIsland(target)) {
        return;
      }
    }
    find(i, target, type, NONE, lookup, directory);
  }

  /** Keeps the best source of one group for a target; whether there is one. */
  private boolean find(
      int i, int target, int type, int island, Lookup lookup, SourceDirectory directory) {
    SourceSummary summary = summary(type, island, lookup, directory);
    int found = summary.find(lookup.frontier(target), target, directory);
    if (found == NONE) {
      return false;
    }
    chosenSource[i] = summary.source(found);
    chosenEnd[i] = summary.end(found);
    return true;
  }

  /** The summary of one group, made when a target first needs it. */
  private SourceSummary summary(int type, int island, Lookup lookup, SourceDirectory directory) {
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
    made.build(
        contenders.of(lookup, directory, type, island, lowest, highest), directory, type, island);
    return made;
  }

  /** Counts who fell away, and why, of those that some target of the last choice could use. */
  public void countRefused(Lookup lookup, SourceDirectory directory) {
    IntervalList intervals = lookup.intervals();
    for (int row = 0; row < intervals.size(); row++) {
      @Nullable Ineligibility obstacle = directory.ineligibility(intervals.owner(row));
      if (obstacle != null && intervals.start(row) <= highest && intervals.end(row) > lowest) {
        refused[obstacle.ordinal()]++;
      }
    }
  }

  /** Owner number of the source chosen for target {@code i} of the call, or -1. */
  public int source(int i) {
    return chosenSource[i];
  }

  /** Credited end for target {@code i}, blocks from the root; its frontier without a source. */
  public int end(int i) {
    return chosenEnd[i];
  }

  /** How many intervals were counted as fallen away for this reason. */
  public long refused(Ineligibility reason) {
    return refused[reason.ordinal()];
  }
}
