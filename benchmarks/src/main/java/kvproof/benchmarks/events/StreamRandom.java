package kvproof.benchmarks.events;

/** SplitMix64 as the peer draws it, so that both sides have the same stream. */
public final class StreamRandom {
  private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

  private long state;

  StreamRandom(long seed) {
    this.state = seed;
  }

  /** Not perfectly even, as that of the peer. */
  long below(long bound) {
    state += STEP;
    return Long.remainderUnsigned(mix(state), bound);
  }

  public static long mix(long value) {
    long mixed = value + STEP;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ (mixed >>> 31);
  }
}
