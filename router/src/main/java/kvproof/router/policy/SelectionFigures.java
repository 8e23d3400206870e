package kvproof.router.policy;

/** What is reported of a chosen rank beside its cost. */
public final class SelectionFigures {
  private SelectionFigures() {}

  /** Tokens in the blocks of all tiers, unweighted; {@link Long#MAX_VALUE} if they exceed that. */
  public static long rawCachedTokens(SelectionInputs inputs, int candidate, int blockSize) {
    long blocks =
        (long) inputs.deviceBlocks(candidate)
            + inputs.hostBlocks(candidate)
            + inputs.diskBlocks(candidate);
    return blocks > Long.MAX_VALUE / blockSize ? Long.MAX_VALUE : blocks * blockSize;
  }

  /**
   * Active blocks of the rank if it runs the request.
   *
   * @param requestBlocks those of the prompt, the last one may be partial
   * @param trackedBlocks how many of them are tracked under a hash; the others come on top
   */
  public static long potentialDecodeBlocks(
      SelectionInputs inputs, int candidate, int requestBlocks, int trackedBlocks) {
    return inputs.activeDecodeBlocks(candidate)
        + inputs.additionalBlocks(candidate)
        + Math.max(requestBlocks - trackedBlocks, 0);
  }
}
