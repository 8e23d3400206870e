package kvproof.router.config;

import static java.util.Collections.unmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.QueueProfile;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;

/**
 * The classes of queues that a document configures.
 *
 * @param root for every model without a profile of its own; absent: the synthetic class
 * @param models by name; replace the root as a whole
 */
public record PolicyProfiles(Optional<QueueProfile> root, Map<String, QueueProfile> models) {
  static final String DEFAULT_FAMILY = "default_policy_family";
  static final String BUCKETS = "uncached_isl_buckets";
  static final String CLASSES = "policy_classes";
  static final String MODELS = "models";

  private static final List<String> PARTS = List.of(DEFAULT_FAMILY, BUCKETS, CLASSES);
  private static final PolicyProfiles NONE = new PolicyProfiles(Optional.empty(), Map.of());

  public PolicyProfiles {
    models = unmodifiableMap(new TreeMap<>(models));
  }

  /** Nothing configured: the synthetic class for every model. */
  public static PolicyProfiles none() {
    return NONE;
  }

  static PolicyProfiles of(DocumentNode document) {
    Map<String, QueueProfile> models = new TreeMap<>();
    for (DocumentNode.Field model :
        document.find(MODELS).map(DocumentNode::fields).orElse(List.of())) {
      if (model.name().isEmpty()) {
        throw new DocumentException("a model under '" + MODELS + "' has no name");
      }
      models.put(model.name(), ProfileReader.read(model.value().object(PARTS)));
    }
    return new PolicyProfiles(root(document), models);
  }

  private static Optional<QueueProfile> root(DocumentNode document) {
    Stream<String> missing = PARTS.stream().filter(part -> document.find(part).isEmpty());
    if (missing.count() == PARTS.size()) {
      return Optional.empty();
    }
    return Optional.of(ProfileReader.read(document));
  }

  /**
   * The profile of a model's partitions.
   *
   * @param config says what the synthetic class is like
   */
  public QueueProfile profile(String model, RouterConfig config) {
    return Optional.ofNullable(models.get(model))
        .or(() -> root)
        .orElseGet(() -> new ConfigParts(config).syntheticProfile());
  }
}
