package kvproof.router.config;

import java.util.List;
import java.util.Optional;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Documents;
import kvproof.router.registry.WorkerSelection;

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

  private static final List<String> KEYS =
      List.of(
          ROUTER,
          PolicyProfiles.DEFAULT_FAMILY,
          PolicyProfiles.BUCKETS,
          PolicyProfiles.CLASSES,
          PolicyProfiles.MODELS,
          WORKER_SELECTION);

  private final Optional<RouterSection> router;
  private final PolicyProfiles profiles;
  private final WorkerSelection selection;

  private RouterDocument(
      Optional<RouterSection> router, PolicyProfiles profiles, WorkerSelection selection) {
    this.router = router;
    this.profiles = profiles;
    this.selection = selection;
  }

  public static RouterDocument parse(String yaml) {
    DocumentNode root = Documents.yaml(yaml);
    if (root.value().isEmpty()) {
      throw new DocumentException("the document configures nothing");
    }
    root.object(KEYS);
    return new RouterDocument(
        root.findOrNull(ROUTER).map(RouterSection::ofYaml),
        PolicyProfiles.of(root),
        root.findOrNull(WORKER_SELECTION)
            .map(WorkerSelection::read)
            .orElseGet(WorkerSelection::none));
  }

  Optional<RouterSection> router() {
    return router;
  }

  /** The classes of queues, by model. */
  public PolicyProfiles profiles() {
    return profiles;
  }

  /**
   * Instances of policies and the roles that get them; none if the document has no such section.
   */
  public WorkerSelection workerSelection() {
    return selection;
  }
}
