package kvproof.router.http;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.model.RequestOverride;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;

/** Reads {@code router_config_override} of a request. */
final class RequestOverrides {
  private static final String CREDIT = "overlap_score_credit";
  private static final String SCALE = "prefill_load_scale";
  private static final String WEIGHT = "overlap_score_weight";
  private static final String TEMPERATURE = "router_temperature";
  private static final String SHARED = "shared_cache_multiplier";
  private static final String REUSE = "assume_kv_reuse";
  private static final String TRACK = "track_prefill_tokens";

  private static final List<String> KEYS =
      List.of(CREDIT, SCALE, WEIGHT, TEMPERATURE, SHARED, REUSE, TRACK);

  private final DocumentNode node;

  private RequestOverrides(DocumentNode node) {
    this.node = node.object(KEYS);
  }

  /** Throws {@link DocumentException} for an unknown key, another type, or a value out of range. */
  static RequestOverride read(DocumentNode node) {
    return new RequestOverrides(node).read();
  }

  private RequestOverride read() {
    OptionalDouble weight = real(WEIGHT); // deprecated, and above the two that took its place
    OptionalDouble scale = weight.isPresent() ? weight : real(SCALE);
    OptionalDouble credit =
        weight.isPresent() && weight.getAsDouble() == 0 ? OptionalDouble.of(0) : real(CREDIT);
    try {
      return new RequestOverride(
          credit, scale, real(TEMPERATURE), real(SHARED), flag(REUSE), flag(TRACK));
    } catch (DocumentException unreadable) {
      throw unreadable;
    } catch (IllegalArgumentException outOfRange) {
      throw new DocumentException(node.path() + ": " + outOfRange.getMessage(), outOfRange);
    }
  }

  private OptionalDouble real(String key) {
    return node.find(key)
        .map(value -> OptionalDouble.of(value.real()))
        .orElse(OptionalDouble.empty());
  }

  private Optional<Boolean> flag(String key) {
    return node.find(key).map(DocumentNode::flag);
  }
}
