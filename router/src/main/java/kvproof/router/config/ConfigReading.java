package kvproof.router.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration as it was read, and what was passed over on the way.
 *
 * @param notices for an operator to see, in the order of the settings; empty: nothing
 */
public record ConfigReading(RouterConfig config, List<String> notices) {

  public ConfigReading {
    notices = List.copyOf(notices);
  }

  /** Defaults, then the environment. */
  public static ConfigReading of(Map<String, String> environment) {
    return of(Optional.empty(), environment);
  }

  /** Defaults, then the environment, then the {@code router} section of the document. */
  public static ConfigReading of(
      Optional<RouterDocument> document, Map<String, String> environment) {
    RouterConfig.Builder builder = RouterConfig.builder();
    List<String> notices = new EnvironmentReader(environment, builder).read();
    document.flatMap(RouterDocument::router).ifPresent(section -> section.addTo(builder));
    return new ConfigReading(builder.build(), notices);
  }
}
