package kvproof.router.overlap;

/**
 * What the blocks that a rank holds are worth: selection 3.2 and 3.3.
 *
 * <p>Immutable. A block on the device counts in full, one on a lower tier by the tier's weight.
 */
public final class OverlapAccounting {
  private final double hostWeight;
  private final double diskWeight;
  private final int blockSize;

  /**
   * Throws {@link IllegalArgumentException} naming what is out of range.
   *
   * @param hostWeight of a host-pinned block, 0 to 1
   * @param diskWeight of a disk or external block, 0 to 1
   * @param blockSize tokens of a block, at least 1
   */
  public OverlapAccounting(double hostWeight, double diskWeight, int blockSize) {
    requireShare("host_cache_hit_weight", hostWeight);
    requireShare("disk_cache_hit_weight", diskWeight);
    if (blockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + blockSize);
    }
    this.hostWeight = hostWeight;
    this.diskWeight = diskWeight;
    this.blockSize = blockSize;
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, not " + value);
    }
  }

  /** Blocks, weighted by tier; each number is what that tier adds to those before it. */
  public double effective(int device, int host, int disk, int external) {
    return device + hostWeight * host + diskWeight * disk + diskWeight * external;
  }

  /** Tokens that this many effective blocks save, half a token counting as one; not cut. */
  public long cachedTokens(double effective) {
    return Math.round(Math.max(0, effective * blockSize));
  }

  /** Tokens that are left to prefill of a prompt, at least 0. */
  public static long effectivePrefill(long promptTokens, long cachedTokens) {
    return promptTokens - Math.min(cachedTokens, promptTokens);
  }

  /**
   * The number of tokens left to prefill that a caller gave.
   *
   * <p>Throws {@link IllegalArgumentException} if it is negative or more than the prompt has.
   */
  public static long requireEffectivePrefill(long promptTokens, long effectiveTokens) {
    if (effectiveTokens < 0 || effectiveTokens > promptTokens) {
      throw new IllegalArgumentException(
          "effective prefill of "
              + effectiveTokens
              + " tokens for a prompt of "
              + promptTokens
              + " (0 to the length of the prompt)");
    }
    return effectiveTokens;
  }
}
