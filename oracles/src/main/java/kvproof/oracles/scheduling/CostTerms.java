package kvproof.oracles.scheduling;

import kvproof.model.CostWeights;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulerSettings;
import kvproof.model.SelectionRequest;

/**
 * What the cost of every rank has in common for one request: selection 1.8, weights in the order
 * override, setting.
 *
 * @param isTracked whether prefill counts
 * @param leastActiveTokens Amin, over the compared ranks
 */
record CostTerms(
    int blockSize,
    boolean isDecode,
    boolean isTracked,
    long promptTokens,
    CostWeights weights,
    long leastActiveTokens) {

  static CostTerms of(
      SchedulerSettings settings, SelectionRequest request, long leastActiveTokens) {
    return new CostTerms(
        settings.blockSize(),
        settings.isDecode(),
        isTracked(settings, request),
        request.promptTokens(),
        weights(settings.weights(), request.override()),
        leastActiveTokens);
  }

  static boolean isTracked(SchedulerSettings settings, SelectionRequest request) {
    return request.override().trackPrefill().orElse(settings.tracksPrefill());
  }

  private static CostWeights weights(CostWeights configured, RequestOverride override) {
    return new CostWeights(
        override.overlapCredit().orElse(configured.overlapCredit()),
        configured.overlapDecay(),
        override.prefillScale().orElse(configured.prefillScale()),
        configured.activeRequest(),
        configured.hostHit(),
        configured.diskHit(),
        override.sharedMultiplier().orElse(configured.sharedHit()));
  }

  CostTerms withoutDecay() {
    CostWeights undecayed =
        new CostWeights(
            weights.overlapCredit(),
            0,
            weights.prefillScale(),
            weights.activeRequest(),
            weights.hostHit(),
            weights.diskHit(),
            weights.sharedHit());
    return new CostTerms(
        blockSize, isDecode, isTracked, promptTokens, undecayed, leastActiveTokens);
  }

  long requestBlocks() {
    return Math.ceilDiv(promptTokens, (long) blockSize);
  }
}
