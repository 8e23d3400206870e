package kvproof.router.overlap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import kvproof.model.BlockInterval;

/**
 * The block positions of one prompt that a shared cache holds.
 *
 * <p>Immutable. Holding nothing differs from not having been asked: the latter is the absence of
 * this value.
 */
public final class SharedCacheHits {
  // Disjoint runs in ascending order; counts[i] is how many positions run i and those behind it
  // have, so that a question is one search.
  private final int[] starts;
  private final int[] ends;
  private final int[] counts;

  private SharedCacheHits(List<BlockInterval> runs) {
    starts = runs.stream().mapToInt(BlockInterval::start).toArray();
    ends = runs.stream().mapToInt(BlockInterval::end).toArray();
    counts = new int[runs.size() + 1];
    for (int run = runs.size() - 1; run >= 0; run--) {
      counts[run] = counts[run + 1] + ends[run] - starts[run];
    }
  }

  /** A position counts once, however many of the intervals have it; empty ones say nothing. */
  public static SharedCacheHits of(List<BlockInterval> hits) {
    List<BlockInterval> runs = new ArrayList<>();
    hits.stream()
        .filter(hit -> hit.start() < hit.end())
        .sorted(Comparator.comparingInt(BlockInterval::start))
        .forEach(hit -> append(runs, hit));
    return new SharedCacheHits(runs);
  }

  private static void append(List<BlockInterval> runs, BlockInterval hit) {
    if (runs.isEmpty() || runs.getLast().end() < hit.start()) {
      runs.add(hit);
    } else {
      BlockInterval last = runs.removeLast();
      runs.add(new BlockInterval(last.start(), Math.max(last.end(), hit.end())));
    }
  }

  /** How many of the positions are {@code position} or greater. */
  public int beyond(long position) {
    int run = 0;
    int behind = ends.length;
    while (run < behind) { // the first run that ends behind the position
      int middle = (run + behind) >>> 1;
      if (ends[middle] > position) {
        behind = middle;
      } else {
        run = middle + 1;
      }
    }
    if (run == ends.length || position <= starts[run]) {
      return counts[run];
    }
    return counts[run] - (int) (position - starts[run]);
  }

  /** As {@link #beyond}, from an overlap that may be a fraction: half a block counts as one. */
  public int beyondOverlap(double overlapBlocks) {
    return beyond(Math.round(Math.max(overlapBlocks, 0)));
  }

  public int total() {
    return counts[0];
  }
}
