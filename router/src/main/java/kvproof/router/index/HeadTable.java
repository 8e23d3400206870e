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

  private static final int BITS_A_RUN = 16;
  private static final int FEWEST_RUNS = 64;

  /** Bits have numbers of 24 bits; with more runs than that serves, more heads are looked for. */
  private static final int MOST_WORDS = 1 << 18;

  private final Long2ObjectOpenHashMap<Run> buckets = new Long2ObjectOpenHashMap<>();
  private int size;

  /*
   * Whoever appends a block that nobody knew asks whether a run begins behind its parent; hardly ever
   * one does. These few bits say so, two bytes a run. They are only ever set; once so many were that
   * they say little, but not before as many runs came as there were, they are set anew.
   */
  private long[] parentBits = new long[1];
  private long runsPassed;
  private int addedUntilSetAnew = FEWEST_RUNS / BITS_A_RUN;

  private static long key(boolean parentIsRoot, long parent, long local) {
    long mixed = parentIsRoot ? ROOT : parent * 0xC2B2AE3D27D4EB4FL;
    mixed ^= mixed >>> 29;
    return (mixed + local) * 0x9FB21C651E98DF25L;
  }

  /** False: no run begins behind a block of this hash. */
  boolean mayFollow(long parent) {
    int bit = parentBit(parent);
    return (parentBits[bit >>> 6] & 1L << bit) != 0;
  }

  private int parentBit(long parent) {
    return (int) (parent * 0x9E3779B97F4A7C15L >>> 40) & (parentBits.length << 6) - 1;
  }

  private void setParentBit(Run run) {
    int bit = parentBit(run.parent);
    parentBits[bit >>> 6] |= 1L << bit;
  }

  /** For tests: how many runs were looked at to set the bits anew. */
  long runsPassed() {
    return runsPassed;
  }

  private void setParentBitsAnew() {
    int runs = Math.max(size, FEWEST_RUNS);
    long words = HashCommon.nextPowerOfTwo((long) BITS_A_RUN * runs >>> 6);
    parentBits = new long[(int) Math.min(words, MOST_WORDS)];
    for (Run first : buckets.values()) {
      for (Run run = first; run != null; run = run.nextHead) {
        runsPassed++;
        if (!run.rooted) {
          setParentBit(run);
        }
      }
    }
    addedUntilSetAnew = runs;
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
    size++;
    if (!run.rooted) {
      setParentBit(run);
      if (--addedUntilSetAnew == 0) {
        setParentBitsAnew();
      }
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
    size--;
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
