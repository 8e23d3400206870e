package kvproof.soak.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Blocks of one tier of one engine, the least recently used first; each knows its parent.
 *
 * <p>A prompt is touched from its leaf to its root, so a parent is always used later than its
 * children and never leaves before them.
 */
final class LruTier {
  /** Parent of a block that has none. */
  static final long ROOT = -1;

  private final int capacityBlocks;
  private final LinkedHashMap<Long, Long> parents = new LinkedHashMap<>();

  LruTier(int capacityBlocks) {
    this.capacityBlocks = capacityBlocks;
  }

  int capacityBlocks() {
    return capacityBlocks;
  }

  int size() {
    return parents.size();
  }

  boolean holds(long id) {
    return parents.containsKey(id);
  }

  /** Makes a held block the most recently used. */
  void touch(long id) {
    Long parent = parents.get(id);
    if (parent != null) {
      parents.putLast(id, parent);
    }
  }

  /** Adds a block as the most recently used. */
  void add(long id, long parent) {
    parents.putLast(id, parent);
  }

  /** Takes a block out; false if it is not held. */
  boolean remove(long id) {
    return parents.remove(id) != null;
  }

  /** Whether a held block follows this one; looks at all of them. */
  boolean hasChild(long id) {
    return parents.containsValue(id);
  }

  void clear() {
    parents.clear();
  }

  /** The held blocks, the least recently used first. */
  List<Long> ids() {
    return List.copyOf(parents.keySet());
  }

  /** Every held block and its parent, the least recently used first. */
  void forEach(LongBinaryConsumer seen) {
    parents.forEach(seen::accept);
  }

  /** Of a block and its parent. */
  interface LongBinaryConsumer {
    void accept(long id, long parent);
  }

  /** Takes the least recently used block and its parent out; there must be one. */
  Map.Entry<Long, Long> removeOldest() {
    return parents.pollFirstEntry();
  }
}
