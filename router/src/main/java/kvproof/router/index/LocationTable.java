package kvproof.router.index;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Where the block of an external hash lies: run slot and index in the run, packed in a {@code
 * long}.
 *
 * <p>With consistent hashes a hash has one location. The others of a hash that lies at several
 * places are kept aside.
 */
final class LocationTable {
  static final long NONE = -1;

  /** An index is below {@code 2^INDEX_BITS}; the bits above it, up to the slot, are free. */
  static final int INDEX_BITS = 24;

  /** Blocks of the longest run. */
  static final int MOST_BLOCKS = 1 << INDEX_BITS;

  private final FirstLocations first;
  private final Long2ObjectOpenHashMap<LongArrayList> others = new Long2ObjectOpenHashMap<>();

  /** Of blocks in these runs: a hash is found in the run at its location. */
  LocationTable(RunTable runs) {
    this.first = new FirstLocations(runs, this::isOther);
  }

  private boolean isOther(long externalHash, long location) {
    LongArrayList more = others.isEmpty() ? null : others.get(externalHash);
    return more != null && more.contains(location);
  }

  static long pack(int slot, int index) {
    return (long) slot << 32 | index;
  }

  static int slot(long location) {
    return (int) (location >>> 32);
  }

  static int index(long location) {
    return (int) location;
  }

  /** One location of the hash, or {@link #NONE}. */
  long first(long externalHash) {
    return first.get(externalHash);
  }

  /** For tests: how often the table was built anew. */
  long rebuilds() {
    return first.rebuilds();
  }

  /** For tests: how many locations a search for the hash reads. */
  int locationsRead(long externalHash) {
    return first.locationsRead(externalHash);
  }

  /**
   * For tests: buckets that a search looks at for a hash that is not there; 1 where none is passed.
   */
  int bucketsSearched(long externalHash) {
    return first.bucketsSearched(externalHash);
  }

  /** Whether any hash at all has several locations. */
  boolean anyAmbiguous() {
    return !others.isEmpty();
  }

  boolean isAmbiguous(long externalHash) {
    return !others.isEmpty() && others.containsKey(externalHash);
  }

  /** All locations of the hash, as a copy; empty if there is none. */
  long[] all(long externalHash) {
    long one = first.get(externalHash);
    if (one == NONE) {
      return new long[0];
    }
    LongArrayList more = others.get(externalHash);
    if (more == null) {
      return new long[] {one};
    }
    long[] all = new long[more.size() + 1];
    all[0] = one;
    more.getElements(0, all, 1, more.size());
    return all;
  }

  /**
   * Makes room for so many hashes. To be called before blocks are put into a run: from the runs the
   * table is built anew.
   */
  void reserve(int hashes) {
    first.reserve(hashes);
  }

  /** Brings closer what is needed to add or remove hashes {@code [from, to)}. */
  void approach(long[] externalHashes, int from, int to) {
    first.approach(externalHashes, from, to);
  }

  /** {@link FirstLocations#glance}, whatever others do meanwhile. */
  long glance(long[] externalHashes) {
    return first.glance(externalHashes);
  }

  /**
   * Adds the one location of a hash; false, and nothing is added, if it has one. Room was made, and
   * the hash stands there already, maybe behind the blocks that count.
   */
  boolean addFirst(long externalHash, long location) {
    return first.putIfAbsent(externalHash, location) == NONE;
  }

  /** Adds a location of a hash, which stands there already; room was made. */
  void add(long externalHash, long location) {
    long known = first.putIfAbsent(externalHash, location);
    if (known != NONE) {
      others.computeIfAbsent(externalHash, hash -> new LongArrayList(1)).add(location);
    }
  }

  void remove(long externalHash, long location) {
    LongArrayList more = others.isEmpty() ? null : others.get(externalHash);
    if (more == null) {
      first.remove(externalHash, location);
      return;
    }
    if (first.get(externalHash) == location) {
      first.replace(externalHash, more.removeLong(0));
    } else {
      more.rem(location);
    }
    if (more.isEmpty()) {
      others.remove(externalHash);
    }
  }

  /** Gives memory back where most of it is for nothing. To be called between events. */
  void tidy() {
    if (first.isSparse()) {
      first.shrink();
    }
  }
}
