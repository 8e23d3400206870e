package kvproof.router.index;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
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

  private final Long2LongOpenHashMap first = new Long2LongOpenHashMap();
  private final Long2ObjectOpenHashMap<LongArrayList> others = new Long2ObjectOpenHashMap<>();

  LocationTable() {
    first.defaultReturnValue(NONE);
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

  /** Adds the one location of a hash; false, and nothing is added, if it has one. */
  boolean addFirst(long externalHash, long location) {
    return first.putIfAbsent(externalHash, location) == NONE;
  }

  void add(long externalHash, long location) {
    long known = first.putIfAbsent(externalHash, location);
    if (known != NONE) {
      others.computeIfAbsent(externalHash, hash -> new LongArrayList(1)).add(location);
    }
  }

  void remove(long externalHash, long location) {
    LongArrayList more = others.isEmpty() ? null : others.get(externalHash);
    if (more == null) {
      first.remove(externalHash);
      return;
    }
    if (first.get(externalHash) == location) {
      first.put(externalHash, more.removeLong(0));
    } else {
      more.rem(location);
    }
    if (more.isEmpty()) {
      others.remove(externalHash);
    }
  }
}
