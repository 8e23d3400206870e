package kvproof.router.index;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every distinct owner set once.
 *
 * <p>Sets that no run uses any more are forgotten by a sweep that the holder of the runs makes when
 * {@link #wantsSweep} says so.
 */
final class OwnerSets {
  private static final int SMALLEST_SWEEP = 1024;

  private final OwnerSet empty = new OwnerSet(new long[0]);
  private final Map<OwnerSet, OwnerSet> interned = new HashMap<>();
  private int sweepAt = SMALLEST_SWEEP;

  /** Sets of one owner, by its number: what is stored anew has such a one. */
  private @Nullable OwnerSet[] single = new OwnerSet[8];

  /** The set of nobody. */
  OwnerSet empty() {
    return empty;
  }

  OwnerSet with(OwnerSet set, int owner) {
    if (set.has(owner)) {
      return set;
    }
    return set.isEmpty() ? single(owner) : withOneMore(set, owner);
  }

  private OwnerSet single(int owner) {
    if (owner >= single.length) {
      single = Arrays.copyOf(single, Math.max(2 * single.length, owner + 1));
    }
    OwnerSet known = single[owner];
    if (known == null) {
      known = withOneMore(empty, owner);
      single[owner] = known;
    }
    return known;
  }

  private OwnerSet withOneMore(OwnerSet set, int owner) {
    OwnerSet known = set.withLastAdded;
    if (known != null && set.lastAdded == owner) {
      return known;
    }
    long[] words = Arrays.copyOf(set.words, Math.max(set.words.length, (owner >>> 6) + 1));
    OwnerBits.set(words, owner);
    OwnerSet result = intern(words);
    set.lastAdded = owner;
    set.withLastAdded = result;
    return result;
  }

  OwnerSet without(OwnerSet set, int owner) {
    if (!set.has(owner)) {
      return set;
    }
    OwnerSet known = set.withoutLastRemoved;
    if (known != null && set.lastRemoved == owner) {
      return known;
    }
    long[] words = set.words.clone();
    OwnerBits.clear(words, owner);
    int used = words.length;
    while (used > 0 && words[used - 1] == 0) {
      used--;
    }
    OwnerSet result = used == 0 ? empty : intern(Arrays.copyOf(words, used));
    set.lastRemoved = owner;
    set.withoutLastRemoved = result;
    return result;
  }

  private OwnerSet intern(long[] words) {
    return interned.computeIfAbsent(new OwnerSet(words), set -> set);
  }

  int size() {
    return interned.size();
  }

  boolean wantsSweep() {
    return interned.size() >= sweepAt;
  }

  /** Drops every set that was not {@link OwnerSet#marked} since the last sweep. */
  void sweep() {
    interned.keySet().removeIf(set -> !set.marked);
    empty.withLastAdded = null;
    Arrays.fill(single, null);
    for (OwnerSet set : interned.values()) {
      set.marked = false;
      set.withLastAdded = null;
      set.withoutLastRemoved = null;
    }
    sweepAt = Math.max(SMALLEST_SWEEP, 2 * interned.size());
  }
}
