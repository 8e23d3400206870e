package kvproof.router.policy;

/** See {@link RandomSource#splitMix}. */
final class SplitMix64 implements RandomSource {
  /*
   * Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), with Stafford's
   * mixing 13: the state moves by the golden ratio, a word is the mixed state.
   */
  private static final long GOLDEN_GAMMA = 0x9e37_79b9_7f4a_7c15L;

  private long state;

  SplitMix64(long seed) {
    this.state = seed;
  }

  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("no whole number is at least 0 and below " + bound);
    }
    return (int) Math.unsignedMultiplyHigh(nextWord(), bound);
  }

  @Override
  public double nextReal() {
    return (nextWord() >>> 11) * 0x1.0p-53;
  }

  private long nextWord() {
    state += GOLDEN_GAMMA;
    long word = (state ^ (state >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    word = (word ^ (word >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return word ^ (word >>> 31);
  }
}
