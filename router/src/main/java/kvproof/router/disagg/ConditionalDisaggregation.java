package kvproof.router.disagg;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Decides for each request whether the remote prefill is worth it.
 *
 * @param policy absent: it always is
 * @param effectiveTokens with this many tokens left to prefill, or more, it is, by length
 * @param effectiveShare with this share of the prompt left, or more, it is, by length; 0 to 1
 * @param prefillBusyLine share of a prefill worker's capacity above which it is busy; at least 0;
 *     absent: never known
 * @param decodeBusyLine share of a decode worker's blocks above which it is busy; at least 0;
 *     absent: never known
 */
public record ConditionalDisaggregation(
    Optional<BypassPolicy> policy,
    long effectiveTokens,
    double effectiveShare,
    OptionalDouble prefillBusyLine,
    OptionalDouble decodeBusyLine) {

  /**
   * Whether the request is prefilled where it decodes.
   *
   * @param cachedTokens what the workers hold themselves; what could be fetched does not count
   * @param isPrefillBusy of the chosen prefill worker; absent: not known, which is not busy
   */
  public boolean bypasses(long promptTokens, long cachedTokens, Optional<Boolean> isPrefillBusy) {
    boolean isShort = isShort(promptTokens, cachedTokens);
    boolean isBusy = isPrefillBusy.orElse(false);
    return policy
        .map(
            chosen ->
                switch (chosen) {
                  case ISL_BOUNDING -> isShort;
                  case PREFILL_LOAD -> isBusy;
                  case ISL_OR_LOAD -> isShort || isBusy;
                })
        .orElse(false);
  }

  private boolean isShort(long promptTokens, long cachedTokens) {
    long effective = promptTokens - Math.min(cachedTokens, promptTokens);
    return effective < effectiveTokens
        && (double) effective / Math.max(promptTokens, 1) < effectiveShare;
  }

  /**
   * Whether a prefill worker is over the line; absent: there is no line, or no capacity.
   *
   * @param capacityTokens what it takes in one batch
   */
  public Optional<Boolean> isPrefillBusy(long activePrefillTokens, OptionalLong capacityTokens) {
    return isOver(activePrefillTokens, prefillBusyLine, capacityTokens);
  }

  /** Whether a decode worker would be over the line; absent: there is no line, or no capacity. */
  public Optional<Boolean> isDecodeBusy(long potentialDecodeBlocks, OptionalLong totalBlocks) {
    return isOver(potentialDecodeBlocks, decodeBusyLine, totalBlocks);
  }

  private static Optional<Boolean> isOver(long load, OptionalDouble line, OptionalLong capacity) {
    return line.isPresent() && capacity.isPresent()
        ? Optional.of(load > line.getAsDouble() * capacity.getAsLong())
        : Optional.empty();
  }
}
