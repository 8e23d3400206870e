package kvproof.router.policy;

/** Whole numbers and reals in a documented sequence. For one thread at a time. */
public interface RandomSource {

  /** From 0 up to {@code bound}; throws {@link IllegalArgumentException} if that is empty. */
  int nextInt(int bound);

  /** From 0 up to 1. */
  double nextReal();

  /**
   * SplitMix64 from {@code seed}: each number takes one 64-bit word {@code w}.
   *
   * <p>A whole number is the high 64 bits of the unsigned product {@code w * bound}, a real {@code
   * (w >>> 11) * 2^-53}.
   */
  static RandomSource splitMix(long seed) {
    return new SplitMix64(seed);
  }
}
