package kvproof.router.predict;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/** The copies of a rank by their hash; a hash may have several. */
final class CopyTable {
  /** The eldest of each hash; the copies of one hash are a ring, so that it knows the youngest. */
  private final Long2ObjectOpenHashMap<Copy> eldest = new Long2ObjectOpenHashMap<>();

  /** The copy of the hash that was made first, or null. */
  @Nullable Copy first(long hash) {
    return eldest.get(hash);
  }

  /** Adds a copy that is younger than all others. */
  void add(Copy copy) {
    Copy first = eldest.putIfAbsent(copy.hash, copy);
    if (first != null) {
      copy.elder = first.elder;
      copy.younger = first;
      copy.elder.younger = copy;
      copy.younger.elder = copy;
    }
  }

  /** Removes a copy that is here; returns whether it was the last one of its hash. */
  boolean remove(Copy copy) {
    Copy next = copy.younger;
    if (next == copy) {
      eldest.remove(copy.hash);
      return true;
    }
    copy.elder.younger = next;
    next.elder = copy.elder;
    if (eldest.get(copy.hash) == copy) {
      eldest.put(copy.hash, next);
    }
    return false;
  }

  /** How many hashes have a copy. */
  int hashes() {
    return eldest.size();
  }
}
