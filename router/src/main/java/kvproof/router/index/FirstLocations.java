package kvproof.router.index;

import it.unimi.dsi.fastutil.HashCommon;

/**
 * One location for each external hash. The hash itself is not kept: it stands in the run at that
 * location.
 *
 * <p>One thread changes it; any number may read while nobody does.
 */
final class FirstLocations {
  /*
   * With millions of blocks no cache holds a table of hashes, and an event costs as many lines of
   * memory as it touches. So what decides is kept apart from what is found:
   *
   *      marks      one word for each bucket: an eighth of everything
   *                   | passed | mark 6 | ... | mark 1 | mark 0 |       a byte each
   *      locations  seven of them for each bucket, the one behind each mark
   *                   | slot, 32 bits | check, 8 bits | index, 24 bits |
   *
   * A mark is eight bits of the hash, never 0: nothing is there. A block that is new meets no mark of
   * its own in nearly all cases, and its location is written without anything else being read; one
   * that goes is found by its mark, and its location is not read at all. Neither is moved, so nothing
   * is closed behind it. The check is eight bits more of the hash: where two share a mark, it spares
   * the way to the run, which is two lines of memory further.
   *
   * An entry that found its bucket full lies in the next one that was not. "Passed" counts those that
   * went by, so that a search ends where it is 0. A count of 255 stays: then searches go on in vain.
   */
  private static final int SEATS = 7;
  private static final int PASSED_SHIFT = 56;
  private static final long PASSED_ONE = 1L << PASSED_SHIFT;
  private static final int MOST_PASSED = 255;

  /** The lowest bit of each mark, and its highest. */
  private static final long LOW_BITS = 0x0001010101010101L;

  private static final long HIGH_BITS = 0x0080808080808080L;
  private static final long ALL_BUT_HIGH = 0x007F7F7F7F7F7F7FL;

  private static final int CHECK_SHIFT = LocationTable.INDEX_BITS;
  private static final long CHECK = 0xFFL << CHECK_SHIFT;

  private static final int SMALLEST = 4;

  /** What the table leaves out: further locations of a hash that has one. */
  interface Others {
    boolean have(long hash, long location);
  }

  private final RunTable runs;
  private final Others others;
  private long[] marks = new long[SMALLEST];
  private long[] locations = new long[SEATS * SMALLEST];
  private int size;
  private long rebuilds;

  /** Kept so that no compiler leaves the reading out that brings words closer. */
  private long lastRead;

  FirstLocations(RunTable runs, Others others) {
    this.runs = runs;
    this.others = others;
  }

  private static long mixed(long hash) {
    return HashCommon.mix(hash);
  }

  /** From the high bits of a mixed hash; the low ones say which bucket. */
  private static long markOf(long mixed) {
    long high = mixed >>> 56;
    return high == 0 ? 1 : high;
  }

  /** The next bits below those of the mark, where a location has its check. */
  private static long checkOf(long mixed) {
    return mixed >>> 48 - CHECK_SHIFT & CHECK;
  }

  /** The highest bit of each seat that has this mark. */
  private static long seatsWith(long word, long mark) {
    long difference = word ^ mark * LOW_BITS;
    return ~((difference & ALL_BUT_HIGH) + ALL_BUT_HIGH | difference) & HIGH_BITS;
  }

  private static int seat(long highBit) {
    return Long.numberOfTrailingZeros(highBit) >>> 3;
  }

  /**
   * Brings the words closer that decide on hashes {@code [from, to)}: loads that do not depend on
   * each other are waited for together, those between which something is decided one by one.
   */
  void approach(long[] hashes, int from, int to) {
    long[] words = marks;
    int mask = words.length - 1;
    long read = 0;
    for (int at = from; at < to; at++) {
      read += words[(int) mixed(hashes[at]) & mask];
    }
    lastRead = read;
  }

  /**
   * Brings closer to this processor what adding or removing hashes will read and write. The one
   * method for a thread while another one changes the table: it goes by nothing that it reads.
   *
   * @return of no meaning; to be kept, so that no compiler leaves the reading out
   */
  long glance(long[] hashes) {
    long[] words = marks;
    long[] entries = locations;
    int mask = Math.min(words.length, entries.length / SEATS) - 1; // of two tables, maybe
    long read = 0;
    for (long hash : hashes) {
      int bucket = (int) mixed(hash) & mask;
      read += words[bucket] + entries[SEATS * bucket];
    }
    return read;
  }

  /** The location of the hash, or {@link LocationTable#NONE}. */
  long get(long hash) {
    int at = find(hash);
    return at < 0 ? LocationTable.NONE : locations[at] & ~CHECK;
  }

  /** Index in {@link #locations}, or -1. */
  private int find(long hash) {
    long mixed = mixed(hash);
    long mark = markOf(mixed);
    long check = checkOf(mixed);
    int mask = marks.length - 1;
    int bucket = (int) mixed & mask;
    for (int step = 0; step <= mask; step++) {
      long word = marks[bucket];
      for (long seats = seatsWith(word, mark); seats != 0; seats &= seats - 1) {
        int at = SEATS * bucket + seat(seats);
        long location = locations[at];
        if ((location & CHECK) == check && hashAt(location & ~CHECK) == hash) {
          return at;
        }
      }
      if (word >>> PASSED_SHIFT == 0) {
        return -1;
      }
      bucket = bucket + 1 & mask;
    }
    return -1;
  }

  /** For tests: how often the table was built anew. */
  long rebuilds() {
    return rebuilds;
  }

  /** For tests: how many locations a search for the hash reads. */
  int locationsRead(long hash) {
    int mask = marks.length - 1;
    int bucket = (int) mixed(hash) & mask;
    int read = 0;
    for (int left = bucketsSearched(hash); left > 0; left--) {
      read += Long.bitCount(seatsWith(marks[bucket], markOf(mixed(hash))));
      bucket = bucket + 1 & mask;
    }
    return read;
  }

  /** For tests: how many buckets are looked at before it is clear that a hash is not there. */
  int bucketsSearched(long hash) {
    int mask = marks.length - 1;
    int searched = 1;
    int bucket = (int) mixed(hash) & mask;
    while (searched <= mask && marks[bucket] >>> PASSED_SHIFT != 0) {
      bucket = bucket + 1 & mask;
      searched++;
    }
    return searched;
  }

  private long hashAt(long location) {
    return runs.run(LocationTable.slot(location)).external[LocationTable.index(location)];
  }

  /**
   * Makes room for so many hashes more. To be called while the runs and their locations agree: from
   * them the table is built anew.
   */
  void reserve(int hashes) {
    int buckets = marks.length;
    while (size + hashes > room(buckets)) {
      buckets *= 2;
    }
    if (buckets > marks.length) {
      rebuild(Math.max(buckets, fewestBuckets()));
    }
  }

  /** Whoever builds the table anew passes every slot of runs, so that must not happen too often. */
  private int fewestBuckets() {
    return Math.max(SMALLEST, HashCommon.nextPowerOfTwo(runs.usedSlots() >> 4));
  }

  private void rebuild(int buckets) {
    marks = new long[buckets];
    locations = new long[SEATS * buckets];
    size = 0;
    rebuilds++;
    runs.forEach(
        run -> {
          for (int index = 0; index < run.length; index++) {
            long location = LocationTable.pack(run.slot, index);
            if (!others.have(run.external[index], location)) {
              put(run.external[index], location);
            }
          }
        });
  }

  /**
   * Gives the hash a location, for which room was made, unless it has one: that is returned, else
   * NONE. The hash stands there already.
   */
  long putIfAbsent(long hash, long location) {
    long mixed = mixed(hash);
    int bucket = (int) mixed & marks.length - 1;
    long word = marks[bucket];
    long free = seatsWith(word, 0);
    boolean isCertain = word >>> PASSED_SHIFT == 0 && seatsWith(word, markOf(mixed)) == 0;
    if (free != 0 && isCertain) { // most of all
      occupy(bucket, seat(free), mixed, location);
      return LocationTable.NONE;
    }
    int known = find(hash);
    if (known >= 0) {
      return locations[known] & ~CHECK;
    }
    put(hash, location);
    return LocationTable.NONE;
  }

  private void occupy(int bucket, int seat, long mixed, long location) {
    marks[bucket] |= markOf(mixed) << 8 * seat;
    locations[SEATS * bucket + seat] = location | checkOf(mixed);
    size++;
  }

  /**
   * Four and a half of seven seats on average, so that one bucket in ten is passed by some entry.
   */
  private static long room(int buckets) {
    return 9L * buckets / 2;
  }

  private void put(long hash, long location) {
    long mixed = mixed(hash);
    int mask = marks.length - 1;
    int bucket = (int) mixed & mask;
    long free = seatsWith(marks[bucket], 0);
    while (free == 0) {
      if (marks[bucket] >>> PASSED_SHIFT < MOST_PASSED) {
        marks[bucket] += PASSED_ONE;
      }
      bucket = bucket + 1 & mask;
      free = seatsWith(marks[bucket], 0);
    }
    occupy(bucket, seat(free), mixed, location);
  }

  /** Gives a hash that has a location another one. */
  void replace(long hash, long location) {
    locations[find(hash)] = location | checkOf(mixed(hash));
  }

  /** The hash, which has this location, has none any more. */
  void remove(long hash, long location) {
    long mixed = mixed(hash);
    long mark = markOf(mixed);
    int mask = marks.length - 1;
    int bucket = (int) mixed & mask;
    for (int step = 0; step <= mask; step++) {
      long word = marks[bucket];
      long seats = seatsWith(word, mark);
      boolean isCertain = (seats & seats - 1) == 0 && word >>> PASSED_SHIFT == 0;
      for (; seats != 0; seats &= seats - 1) {
        int seat = seat(seats);
        if (isCertain || (locations[SEATS * bucket + seat] & ~CHECK) == location) {
          marks[bucket] = word & ~(0xFFL << 8 * seat);
          forgetPassing((int) mixed & mask, bucket, mask);
          size--;
          return;
        }
      }
      bucket = bucket + 1 & mask;
    }
    throw new AssertionError("hash " + hash + " is not at " + location);
  }

  /** An entry that lay in bucket {@code to} and belongs into {@code from} is gone. */
  private void forgetPassing(int from, int to, int mask) {
    for (int bucket = from; bucket != to; bucket = bucket + 1 & mask) {
      if (marks[bucket] >>> PASSED_SHIFT < MOST_PASSED) {
        marks[bucket] -= PASSED_ONE;
      }
    }
  }

  /** Whether so few hashes are left that most of the table is for nothing. */
  boolean isSparse() {
    return size < marks.length / 2 && marks.length > fewestBuckets();
  }

  /** Becomes as small as it may be. Not between a change of a run and that of its locations. */
  void shrink() {
    int buckets = fewestBuckets();
    while (room(buckets) < 2L * size) {
      buckets *= 2;
    }
    rebuild(buckets);
  }
}
