package kvproof.router.queue;

/** Arithmetic of numbers that are not negative, which stops at {@link Long#MAX_VALUE}. */
final class Saturating {

  static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  static long product(long one, long other) {
    return Math.multiplyHigh(one, other) == 0 && one * other >= 0 ? one * other : Long.MAX_VALUE;
  }

  private Saturating() {}
}
