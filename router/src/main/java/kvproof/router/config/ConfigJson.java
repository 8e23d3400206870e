package kvproof.router.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import kvproof.router.config.Setting.Scope;
import kvproof.router.document.Documents;

/**
 * A configuration as JSON, the way one process tells another.
 *
 * <p>Settings that mean one process only are neither written nor read.
 */
public final class ConfigJson {

  private ConfigJson() {}

  /** Throws {@link kvproof.router.document.DocumentException} naming key and value. */
  public static RouterConfig read(String json) {
    RouterConfig.Builder builder = RouterConfig.builder();
    RouterSection.ofJson(Documents.json(json)).addTo(builder);
    return builder.build();
  }

  /** Every setting that has a value; what has none is left out and never null. */
  public static String write(RouterConfig config) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Settings.ALL.stream()
        .filter(setting -> setting.scope() == Scope.SHARED)
        .forEach(setting -> add(json, config, setting));
    return json.toString();
  }

  private static <T> void add(ObjectNode json, RouterConfig config, Setting<T> setting) {
    config
        .find(setting)
        .ifPresent(value -> json.set(setting.name(), setting.kind().node().apply(value)));
  }
}
