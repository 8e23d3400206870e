package kvproof.router.overlap;

/**
 * What one rank holds of a prompt, in blocks; each number is what that tier adds.
 *
 * <p>The numbers are unsigned 32-bit ones, and so are the sums: they stop at {@link #MOST_BLOCKS}.
 *
 * @param disk blocks on disk and external together
 */
public record TierOverlap(long device, long host, long disk) {

  public static final long MOST_BLOCKS = 0xFFFF_FFFFL;

  private static final TierOverlap NONE = new TierOverlap(0, 0, 0);

  public TierOverlap {
    requireBlocks("device", device);
    requireBlocks("host-pinned", host);
    requireBlocks("disk", disk);
  }

  public static TierOverlap none() {
    return NONE;
  }

  /** Device blocks and the host-pinned ones behind them. */
  public long throughHost() {
    return Math.min(device + host, MOST_BLOCKS);
  }

  /** Blocks of all tiers. */
  public long throughDisk() {
    return Math.min(throughHost() + disk, MOST_BLOCKS);
  }

  private static void requireBlocks(String tier, long blocks) {
    if (blocks < 0 || blocks > MOST_BLOCKS) {
      throw new IllegalArgumentException(
          blocks + " " + tier + " blocks (0 to " + MOST_BLOCKS + ")");
    }
  }
}
