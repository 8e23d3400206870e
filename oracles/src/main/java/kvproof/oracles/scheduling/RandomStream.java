package kvproof.oracles.scheduling;

/**
 * The documented sequence of a scheduler's random source, by position: SplitMix64 from a seed.
 *
 * @param seed state before the first number
 */
record RandomStream(long seed) {

  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  /** The number at a position, from 0. */
  long at(long position) {
    long mixed = seed + (position + 1) * STEP;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** From 0 up to the bound, exclusive. */
  int wholeAt(long position, int bound) {
    return (int) Math.unsignedMultiplyHigh(at(position), bound);
  }

  /** From 0 up to 1, exclusive. */
  double realAt(long position) {
    return (at(position) >>> 11) * 0x1.0p-53;
  }
}
