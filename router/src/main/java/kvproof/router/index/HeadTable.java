package kvproof.router.index;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the runs that begin at a place, by the place's parent and local hash.
 *
 * <p>Several runs at one place are variants: the same place under different external hashes.
 */
final class HeadTable {
  private static final long ROOT = 0x9E3779B97F4A7C15L;

  private final Long2ObjectOpenHashMap<Run> buckets = new Long2ObjectOpenHashMap<>();

  private static long key(boolean parentIsRoot, long parent, long local) {
    long mixed = parentIsRoot ? ROOT : parent * 0xC2B2AE3D27D4EB4FL;
    mixed ^= mixed >>> 29;
    return (mixed + local) * 0x9FB21C651E98DF25L;
  }

  /** The first run at this place, or null. */
  @Nullable Run first(boolean parentIsRoot, long parent, long local) {
    return sameOrLater(buckets.get(key(parentIsRoot, parent, local)), parentIsRoot, parent, local);
  }

  /** The next run at the place of {@code run}, or null. */
  @Nullable Run next(Run run) {
    return sameOrLater(run.nextHead, run.rooted, run.parent, run.local[0]);
  }

  /* Places may share a key, so each run of a bucket says itself where it begins. */
  private static @Nullable Run sameOrLater(
      @Nullable Run from, boolean parentIsRoot, long parent, long local) {
    Run run = from;
    while (run != null && !run.isAt(0, parentIsRoot, parent, local)) {
      run = run.nextHead;
    }
    return run;
  }

  void add(Run run) {
    long key = key(run.rooted, run.parent, run.local[0]);
    run.nextHead = buckets.put(key, run);
  }

  void remove(Run run, long local) {
    long key = key(run.rooted, run.parent, local);
    Run first = buckets.get(key);
    if (first == run) {
      if (run.nextHead == null) {
        buckets.remove(key);
      } else {
        buckets.put(key, run.nextHead);
      }
    } else {
      unlink(first, run);
    }
    run.nextHead = null;
  }

  private static void unlink(Run first, Run run) {
    for (Run before = first; before != null; before = before.nextHead) {
      if (before.nextHead == run) {
        before.nextHead = run.nextHead;
        return;
      }
    }
    throw new AssertionError("a run is missing from its bucket");
  }
}
