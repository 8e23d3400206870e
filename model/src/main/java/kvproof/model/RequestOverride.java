package kvproof.model;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Settings that a request sets aside for itself; whatever is absent stays as configured.
 *
 * @param overlapCredit finite, at least 0
 * @param prefillScale finite, at least 0
 * @param temperature finite, at least 0
 * @param sharedMultiplier from 0 to 1
 * @param assumeReuse false: the blocks booked for it are shared with no other request
 * @param trackPrefill whether its prefill tokens count
 */
public record RequestOverride(
    OptionalDouble overlapCredit,
    OptionalDouble prefillScale,
    OptionalDouble temperature,
    OptionalDouble sharedMultiplier,
    Optional<Boolean> assumeReuse,
    Optional<Boolean> trackPrefill) {

  private static final RequestOverride NONE =
      new RequestOverride(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          Optional.empty());

  public RequestOverride {
    overlapCredit.ifPresent(value -> requireAtLeastZero("overlap_score_credit", value));
    prefillScale.ifPresent(value -> requireAtLeastZero("prefill_load_scale", value));
    temperature.ifPresent(value -> requireAtLeastZero("router_temperature", value));
    sharedMultiplier.ifPresent(
        value -> {
          if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                "shared_cache_multiplier must be from 0 to 1, not " + value);
          }
        });
  }

  public static RequestOverride none() {
    return NONE;
  }

  private static void requireAtLeastZero(String name, double value) {
    if (!(value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, not " + value);
    }
  }
}
