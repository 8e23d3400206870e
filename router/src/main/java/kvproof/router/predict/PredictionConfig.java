package kvproof.router.predict;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.CaseStep;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;

/**
 * What a partition's index goes by.
 *
 * <p>Throws {@link IllegalArgumentException} for a negative time to live, for capacities together
 * with engine events, and for a side index without them.
 *
 * @param engineEvents engines report what they hold; routing decisions are then not recorded
 * @param policy what routing decisions are taken for where engines report nothing
 * @param ttlMillis time to live of a routed block
 * @param sideTtlMillis time to live in a side index that hears of routing decisions before the
 *     engines report; absent: there is none
 */
public record PredictionConfig(
    boolean engineEvents, CachePolicy policy, long ttlMillis, OptionalLong sideTtlMillis) {
  public static final long DEFAULT_TTL_MILLIS = 120_000;

  /** How long a block is taken to be there. */
  public enum CachePolicy {
    /** For a time to live. */
    TTL,
    /** For as long as a model of the rank's capacity keeps it. */
    LRU
  }

  /**
   * A configuration as it can be served.
   *
   * @param warning what had to be changed, and why; absent: nothing
   */
  public record Served(PredictionConfig config, Optional<String> warning) {}

  public PredictionConfig {
    if (ttlMillis < 0 || sideTtlMillis.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "a time to live is not negative: "
              + Math.min(ttlMillis, sideTtlMillis.orElse(0))
              + " ms");
    }
    if (engineEvents && policy == CachePolicy.LRU) {
      throw new IllegalArgumentException(
          "policy LRU models what engines do not report: turn engine events off, or use TTL");
    }
    if (!engineEvents && sideTtlMillis.isPresent()) {
      throw new IllegalArgumentException(
          "a side index ("
              + sideTtlMillis.getAsLong()
              + " ms) stands beside engine events: turn them on, or leave it out");
    }
  }

  /** Engines report what they hold; nothing is predicted. */
  public static PredictionConfig ofEngineEvents() {
    return new PredictionConfig(true, CachePolicy.TTL, DEFAULT_TTL_MILLIS, OptionalLong.empty());
  }

  /** Engines report what they hold, with a side index for what is on its way. */
  public static PredictionConfig withSideIndex(long sideTtlMillis) {
    return new PredictionConfig(
        true, CachePolicy.TTL, DEFAULT_TTL_MILLIS, OptionalLong.of(sideTtlMillis));
  }

  /** Engines report nothing. */
  public static PredictionConfig predicting(CachePolicy policy, long ttlMillis) {
    return new PredictionConfig(false, policy, ttlMillis, OptionalLong.empty());
  }

  /** The mode of the primary index. */
  public ModeChosen mode() {
    Mode predicted =
        switch (policy) {
          case TTL -> Mode.TTL;
          case LRU -> Mode.LRU;
        };
    return new ModeChosen(engineEvents ? Mode.NONE : predicted, ttlMillis);
  }

  /** Whether answers may name sources: nobody is sent to fetch what was only predicted. */
  public boolean offersSources() {
    return engineEvents && sideTtlMillis.isEmpty();
  }

  /** The primary's answer as it may be given: without sources where it must name none. */
  public Answer offered(Answer answer) {
    return offersSources() ? answer : SideMerge.withoutSources(answer.device(), answer.lower());
  }

  /** Throws {@link IllegalArgumentException} for a mode, which is the configuration's to choose. */
  public static void refuseMode(CaseStep step) {
    if (step instanceof ModeChosen chosen) {
      throw new IllegalArgumentException("the mode is configured already: " + chosen);
    }
  }

  /** As a selection service serves it: without LRU, which nobody tells it the commands for. */
  public Served servedBySelection() {
    if (policy == CachePolicy.TTL) {
      return new Served(this, Optional.empty());
    }
    return new Served(
        predicting(CachePolicy.TTL, ttlMillis),
        Optional.of("policy LRU is not offered here: TTL of " + ttlMillis + " ms in its place"));
  }
}
