package kvproof.model;

/**
 * Weights of the default cost, in blocks unless said otherwise.
 *
 * @param overlapCredit per device block; finite, at least 0
 * @param overlapDecay how fast device credit falls with load; 0: not at all
 * @param prefillScale of the prefill part; finite, at least 0
 * @param activeRequest cost of each active request; finite, at least 0
 * @param hostHit per host-pinned block, also a fetched one; 0 to 1
 * @param diskHit per disk or external block; 0 to 1
 * @param sharedHit per block of the shared cache; 0 to 1
 */
public record CostWeights(
    double overlapCredit,
    double overlapDecay,
    double prefillScale,
    double activeRequest,
    double hostHit,
    double diskHit,
    double sharedHit) {

  private static final CostWeights DEFAULTS = new CostWeights(1, 0, 1, 0, 0.75, 0.25, 0);

  public CostWeights {
    requireAtLeastZero("overlap_score_credit", overlapCredit);
    requireAtLeastZero("overlap_score_credit_decay", overlapDecay);
    requireAtLeastZero("prefill_load_scale", prefillScale);
    requireAtLeastZero("decode_active_request_weight", activeRequest);
    requireShare("host_cache_hit_weight", hostHit);
    requireShare("disk_cache_hit_weight", diskHit);
    requireShare("shared_cache_multiplier", sharedHit);
  }

  public static CostWeights defaults() {
    return DEFAULTS;
  }

  private static void requireAtLeastZero(String name, double value) {
    if (!(value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, not " + value);
    }
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, not " + value);
    }
  }
}
