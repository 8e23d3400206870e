package kvproof.router.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import kvproof.router.config.Setting.Scope;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;

/**
 * Settings as a mapping from their names, in YAML or in JSON.
 *
 * <p>Null is no value, and only good for a setting that may be without one.
 */
final class RouterSection {
  private static final String DURABLE_EVENTS = "durable_kv_events";
  private static final String SNAPSHOT_THRESHOLD = "router_snapshot_threshold";
  private static final String RESET_STATES = "router_reset_states";

  /** Of settings that are gone; JSON of older processes still has them. */
  private static final List<String> LEGACY =
      List.of(DURABLE_EVENTS, SNAPSHOT_THRESHOLD, RESET_STATES);

  private final DocumentNode section;

  private RouterSection(DocumentNode section) {
    this.section = section;
    addTo(RouterConfig.builder()); // what is of another type shows now
  }

  /** A section of YAML; throws for unknown keys and for values of another type. */
  static RouterSection ofYaml(DocumentNode section) {
    return new RouterSection(section.object(names(Set.of(Scope.SHARED, Scope.PROCESS))));
  }

  /** JSON; takes legacy keys, which mean nothing, unless they ask for what is gone. */
  static RouterSection ofJson(DocumentNode json) {
    Set<String> known = names(Set.of(Scope.SHARED));
    known.addAll(LEGACY);
    json.object(known);
    json.find(SNAPSHOT_THRESHOLD).ifPresent(DocumentNode::count);
    json.find(RESET_STATES).ifPresent(DocumentNode::flag);
    if (json.find(DURABLE_EVENTS).filter(DocumentNode::flag).isPresent()) {
      throw new DocumentException("durable_kv_events is not offered any more: leave it out");
    }
    return new RouterSection(json);
  }

  private static Set<String> names(Set<Scope> scopes) {
    Set<String> names = new TreeSet<>(Set.of(OverlapScoreWeight.NAME));
    Settings.ALL.stream()
        .filter(setting -> scopes.contains(setting.scope()))
        .map(Setting::name)
        .forEach(names::add);
    return names;
  }

  /** Sets what is set here; the deprecated weight last. */
  void addTo(RouterConfig.Builder builder) {
    Settings.ALL.forEach(setting -> addTo(builder, setting));
    Optional<DocumentNode> weight = section.find(OverlapScoreWeight.NAME);
    weight.ifPresent(node -> OverlapScoreWeight.apply(node.real(), node.path(), builder));
  }

  private <T> void addTo(RouterConfig.Builder builder, Setting<T> setting) {
    Optional<DocumentNode> node =
        setting.defaultValue().isPresent()
            ? section.findOrNull(setting.name())
            : section.find(setting.name());
    node.ifPresent(
        found -> builder.set(setting, setting.kind().ofNode().apply(found), found.path()));
  }
}
