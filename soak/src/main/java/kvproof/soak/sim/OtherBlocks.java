package kvproof.soak.sim;

/** Blocks that nobody draws: for each block some that faults put where it ought to be. */
public final class OtherBlocks {
  private static final long IN_ITS_PLACE = 0x5555_5555_5555_5555L;
  private static final long FRESH = 0x7777_7777_7777_0000L;
  private static final long BEFORE_IT = 0x3333_3333_3333_3333L;

  private OtherBlocks() {}

  /**
   * The hash of the block that comes in a block's place: stored in its slot once it is gone, or
   * with bytes that arrive as if they were its own.
   */
  public static long inPlaceOf(long hash) {
    return hash ^ IN_ITS_PLACE;
  }

  /** The hash of the {@code n}th block that is stored at a target for no request, from 0. */
  static long fresh(int n) {
    return FRESH + n;
  }

  /** The hash of the block that lies in a block's place before it is written there. */
  public static long before(long hash) {
    return hash ^ BEFORE_IT;
  }
}
