package kvproof.router.config;

/** The deprecated weight, in terms of the two settings that took its place. */
final class OverlapScoreWeight {
  static final String NAME = "overlap_score_weight";

  private OverlapScoreWeight() {}

  /** Stands above the two settings where both are given. */
  static void apply(double weight, String origin, RouterConfig.Builder builder) {
    builder.set(Settings.PREFILL_LOAD_SCALE, weight, origin);
    if (weight == 0) {
      builder.set(Settings.OVERLAP_SCORE_CREDIT, 0.0, origin);
    }
  }
}
