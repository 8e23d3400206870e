package kvproof.benchmarks.timing;

import java.util.function.IntSupplier;

/** About two microseconds of arithmetic that touches no memory: its p99 is the machine's doing. */
public final class NoiseLoop implements IntSupplier {
  private static final int STEPS = 700;

  private long state = 1;

  @Override
  public int getAsInt() {
    long mixed = state;
    for (int step = 0; step < STEPS; step++) {
      mixed += 0x9e37_79b9_7f4a_7c15L;
      mixed = (mixed ^ (mixed >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
      mixed ^= mixed >>> 31;
    }
    state = mixed;
    return (int) mixed;
  }
}
