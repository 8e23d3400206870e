package kvproof.router.predict;

import java.util.Comparator;
import java.util.List;

/**
 * The copies that nobody refers to, in the order in which they are to go: those released first
 * before those released later, and of one release a suffix before its prefix.
 */
final class EvictionOrder {
  /*
   * The release epoch of a copy is not kept: each release is later than all before it, so what it
   * leaves behind goes to the end, and the ring stays in order without being searched.
   */
  private static final Comparator<Copy> SUFFIX_FIRST =
      Comparator.<Copy>comparingLong(copy -> copy.position)
          .reversed()
          .thenComparingLong(copy -> copy.id);

  /** Closes the ring; no copy. */
  private final Copy end = new Copy(-1, 0, -1);

  private int size;

  /** Adds what one release left behind, in any order. */
  void add(List<Copy> released) {
    released.stream().sorted(SUFFIX_FIRST).forEach(this::append);
  }

  private void append(Copy copy) {
    copy.evictedBefore = end.evictedBefore;
    copy.evictedAfter = end;
    copy.evictedBefore.evictedAfter = copy;
    end.evictedBefore = copy;
    size++;
  }

  /** Takes out a copy that is here. */
  void remove(Copy copy) {
    copy.evictedBefore.evictedAfter = copy.evictedAfter;
    copy.evictedAfter.evictedBefore = copy.evictedBefore;
    size--;
  }

  /** Takes out the copy that has to go next; throws {@link AssertionError} if there is none. */
  Copy removeFirst() {
    if (size == 0) {
      throw new AssertionError("nothing to evict");
    }
    Copy first = end.evictedAfter;
    remove(first);
    return first;
  }

  int size() {
    return size;
  }
}
