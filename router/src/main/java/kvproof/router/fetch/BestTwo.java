package kvproof.router.fetch;

/**
 * The best of the sources seen so far, and the best of another identity. Better is who reaches
 * further, and of two who reach equally far the smaller source.
 *
 * <p>Two are enough because a target excludes exactly one identity, and only if the two differ in
 * it: a rank and a cache owner attached to it would fall away together.
 */
final class BestTwo {
  static final int NOBODY = -1;

  private int first = NOBODY;
  private int firstEnd;
  private int second = NOBODY;
  private int secondEnd;

  /** Forgets both. */
  void begin() {
    first = NOBODY;
    second = NOBODY;
  }

  /** Takes a source among the two if it belongs there; whether it does. */
  boolean admit(int source, int end, SourceDirectory directory) {
    boolean sameAsFirst =
        first != NOBODY
            && directory.exclusionIdentity(first) == directory.exclusionIdentity(source);
    if (first == NOBODY || isBetter(source, end, first, firstEnd, directory)) {
      if (!sameAsFirst) {
        second = first;
        secondEnd = firstEnd;
      }
      first = source;
      firstEnd = end;
      return true;
    }
    if (!sameAsFirst && (second == NOBODY || isBetter(source, end, second, secondEnd, directory))) {
      second = source;
      secondEnd = end;
      return true;
    }
    return false;
  }

  private static boolean isBetter(
      int source, int end, int other, int otherEnd, SourceDirectory directory) {
    return end != otherEnd
        ? end > otherEnd
        : directory.order().placeOf(source) < directory.order().placeOf(other);
  }

  /** Whether both were found. */
  boolean isFull() {
    return second != NOBODY;
  }

  /** Owner number of the best, or {@link #NOBODY}. */
  int first() {
    return first;
  }

  int firstEnd() {
    return firstEnd;
  }

  /** Owner number of the best of another identity than the first, or {@link #NOBODY}. */
  int second() {
    return second;
  }

  int secondEnd() {
    return secondEnd;
  }
}
