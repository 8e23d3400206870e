package kvproof.router.index;

/**
 * Sets of owner numbers as bits in {@code long[]} words, in place.
 *
 * <p>All arrays of one call have at least the words that are used; nothing is allocated.
 */
public final class OwnerBits {
  private OwnerBits() {}

  public static void set(long[] bits, int number) {
    bits[number >>> 6] |= 1L << number;
  }

  public static void clear(long[] bits, int number) {
    bits[number >>> 6] &= ~(1L << number);
  }

  public static boolean has(long[] bits, int number) {
    return (bits[number >>> 6] & 1L << number) != 0;
  }

  public static boolean isEmpty(long[] bits) {
    for (long word : bits) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  /** The smallest number at or after {@code from}, or -1. */
  public static int next(long[] bits, int from) {
    int word = from >>> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & -1L << from;
    while (rest == 0) {
      if (++word == bits.length) {
        return -1;
      }
      rest = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }
}
