package kvproof.router.config;

import java.util.List;
import java.util.Optional;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Documents;

/**
 * What a YAML document configures: settings, the classes of queues, and which policy chooses
 * workers.
 *
 * <p>Throws {@link DocumentException} for whatever is wrong in any of them, also if only one is
 * wanted, and for a document that configures nothing.
 */
public final class RouterDocument {
  private static final String ROUTER = "router";
  private static final String WORKER_SELECTION = "worker_selection";

  private final Optional<RouterSection> router;
  private final PolicyProfiles profiles;

  private RouterDocument(Optional<RouterSection> router, PolicyProfiles profiles) {
    this.router = router;
    this.profiles = profiles;
  }

  public static RouterDocument parse(String yaml) {
    DocumentNode root = Documents.yaml(yaml);
    if (root.value().isEmpty()) {
      throw new DocumentException("the document configures nothing");
    }
    root.object(KEYS);
    return new RouterDocument(
        root.findOrNull(ROUTER).map(RouterSection::ofYaml), PolicyProfiles.of(root));
  }

  private static final List<String> KEYS =
      List.of(
          ROUTER,
          PolicyProfiles.DEFAULT_FAMILY,
          PolicyProfiles.BUCKETS,
          PolicyProfiles.CLASSES,
          PolicyProfiles.MODELS,
          WORKER_SELECTION);

  Optional<RouterSection> router() {
    return router;
  }

  /** The classes of queues, by model. */
  public PolicyProfiles profiles() {
    return profiles;
  }
}
