package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static kvproof.router.config.RouterConfigScenariosTest.fromEnvironment;
import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No option and no variable switches continuation, and none is ever read for it. */
class ContinuationIsNoSettingTest {
  /** A map that remembers which variables were asked for. */
  private static final class AskedEnvironment extends AbstractMap<String, String> {
    private final Set<String> asked = new TreeSet<>();

    @Override
    public String get(Object name) {
      asked.add((String) name);
      return null;
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
      throw new AssertionError("variables are asked for by name");
    }
  }

  @Test
  void nothingSwitchesContinuation() {
    AskedEnvironment environment = new AskedEnvironment();
    ConfigReading.of(environment);

    assertThat(environment.asked)
        .isEqualTo(
            Stream.concat(
                    Settings.ALL.stream().flatMap(setting -> setting.environment().stream()),
                    EnvironmentReader.OVERLAP_SCORE_WEIGHT.stream())
                .collect(Collectors.toCollection(TreeSet::new)))
        .noneMatch(name -> name.contains("CONTINUATION") || name.contains("FETCH"));
    assertThat(Settings.ALL.stream().map(Setting::name))
        .noneMatch(name -> name.contains("continuation") || name.contains("fetch"));
    assertRefused(
        () -> fromYaml("router_fetch_continuation: true"),
        "unknown key 'router.router_fetch_continuation'");
    assertRefused(
        () -> ConfigJson.read("{\"router_fetch_continuation\": false}"),
        "unknown key 'router_fetch_continuation'");
    assertRefused(() -> RouterDocument.parse("router_fetch_continuation: false"), "unknown key");
    assertThat(Settings.named("router_fetch_continuation")).isEmpty();
    assertThat(fromEnvironment("DYN_ROUTER_FETCH_CONTINUATION", "false"))
        .isEqualTo(RouterConfig.defaults());
  }
}
