package kvproof.router.index;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the runs that begin at a place, by the place's parent and local hash.
 *
 * <p>Several runs at one place are variants: the same place under different external hashes.
 */
final class HeadTable {
  private static final long ROOT = 0x9E3779B97F4A7C15L;

  /** Bits for each run that was added since the bits were last set anew. */
  private static final int BITS_A_RUN = 8;

  /** Bits have numbers of 24 bits; with more runs than that serves, more heads are looked for. */
  private static final int MOST_WORDS = 1 << 18;

  private final Long2ObjectOpenHashMap<Run> buckets = new Long2ObjectOpenHashMap<>();

  /*
   * Whoever appends a block that nobody knew asks whether a run begins behind its parent; hardly ever
   * one does. These few bits say so, and fit into the smallest cache. They are only ever set: once so
   * many were that they say little, they are set anew.
   */
  private long[] parents = new long[1];
  private int parentsAdded;

  private static long key(boolean parentIsRoot, long parent, long local) {
    long mixed = parentIsRoot ? ROOT : parent * 0xC2B2AE3D27D4EB4FL;
    mixed ^= mixed >>> 29;
    return (mixed + local) * 0x9FB21C651E98DF25L;
  }

  /** False: no run begins behind a block of this hash. */
  boolean mayFollow(long parent) {
    int bit = parentBit(parent);
    return (parents[bit >>> 6] & 1L << bit) != 0;
  }

  private int parentBit(long parent) {
    return (int) (parent * 0x9E3779B97F4A7C15L >>> 40) & (parents.length << 6) - 1;
  }

  private void setParent(Run run) {
    if (!run.rooted) {
      int bit = parentBit(run.parent);
      parents[bit >>> 6] |= 1L << bit;
    }
  }

  private void setParentsAnew() {
    int words = HashCommon.nextPowerOfTwo(2 * BITS_A_RUN * (buckets.size() + 1) >>> 6);
    parents = new long[Math.min(Math.max(words, 1), MOST_WORDS)];
    parentsAdded = 0;
    for (Run first : buckets.values()) {
      for (Run run = first; run != null; run = run.nextHead) {
        setParent(run);
        parentsAdded++;
      }
    }
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
    setParent(run);
    if (++parentsAdded * BITS_A_RUN > parents.length << 6 && parents.length < MOST_WORDS) {
      setParentsAnew();
    }
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
