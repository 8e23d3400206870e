package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static kvproof.router.config.RouterConfigScenariosTest.fromEnvironment;
import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kvproof.router.config.Setting.Unparsable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that hold for all settings of a kind. */
class EverySettingTest {
  private static final String WITHOUT = "-";

  static Stream<Setting<?>> settings() {
    return Settings.ALL.stream();
  }

  private static RouterConfig withNeighbours(String setting, String value) {
    String neighbours =
        switch (setting) {
          case "router_tracking_hash" -> "router_tracking_key_file: k\nrouter_tracking_key_id: i\n";
          case "router_tracking_key_file" ->
              "router_tracking_hash: keyed-xxh3-v1\nrouter_tracking_key_id: i\n";
          case "router_tracking_key_id" ->
              "router_tracking_hash: keyed-xxh3-v1\nrouter_tracking_key_file: k\n";
          case "router_approximate_cache_policy" -> "use_kv_events: false\n";
          default -> "";
        };
    return fromYaml(neighbours + setting + ": " + value);
  }

  /** A good value that is not the default, as YAML and variables write it. */
  static String other(Setting<?> setting) {
    return switch (setting.name()) {
      case "router_tracking_hash" -> "keyed-xxh3-v1";
      case "router_prefill_load_model" -> "aic";
      case "router_approximate_cache_policy" -> "lru";
      case "router_queue_policy" -> "wspt";
      case "shared_cache_type" -> "hicache";
      case "conditional_disagg_policy" -> "isl_or_load";
      default ->
          switch (setting.kind().name()) {
            case "number" -> "0.5";
            case "whole number", "whole seconds", "seconds" -> "7";
            case "true or false" ->
                setting.defaultValue().filter(Boolean.TRUE::equals).isPresent() ? "false" : "true";
            default -> "some";
          };
    };
  }

  @ParameterizedTest
  @MethodSource("settings")
  void isSetByYamlAndByEachOfItsVariables(Setting<?> setting) {
    String other = other(setting);
    Object value = withNeighbours(setting.name(), other).value(setting);

    assertThat(text(setting, value)).isEqualTo(other);
    assertThat(setting.defaultValue().filter(value::equals)).isEmpty();
    for (String name : setting.environment()) {
      RouterConfig.Builder builder = RouterConfig.builder();
      new EnvironmentReader(Map.of(name, other), builder).read();
      if (setting.name().equals("router_approximate_cache_policy")) {
        builder.set(Settings.USE_KV_EVENTS, false);
      }
      if (setting.name().startsWith("router_tracking_")) {
        continue; // one alone breaks a rule; the three together are below
      }
      assertThat(builder.build().value(setting)).isEqualTo(value);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> String text(Setting<T> setting, Object value) {
    return setting.kind().text().apply((T) value);
  }

  /** Everything is a text, so that only texts are good; a text has nothing that is none. */
  @ParameterizedTest
  @MethodSource("settings")
  void variableThatSaysNothingReadableIsIgnoredOrRefused(Setting<?> setting) {
    if (setting.kind().name().equals("text")) {
      return;
    }
    for (String name : setting.environment()) {
      if (setting.unparsable() == Unparsable.REFUSED) {
        assertRefused(() -> fromEnvironment(name, "#"), name, "'#'", setting.kind().name());
      } else {
        assertThat(fromEnvironment(name, "#")).isEqualTo(RouterConfig.defaults());
      }
    }
  }

  @Test
  void wordsAreRefusedAndTheBypassPolicyIgnored() {
    assertThat(
            settings()
                .filter(setting -> setting.unparsable() == Unparsable.REFUSED)
                .map(Setting::name))
        .containsExactly(
            "router_tracking_hash",
            "router_prefill_load_model",
            "router_approximate_cache_policy",
            "router_queue_policy",
            "min_initial_workers",
            "shared_cache_type");
  }

  @ParameterizedTest
  @MethodSource("settings")
  void anotherTypeInYamlIsRefused(Setting<?> setting) {
    assertRefused(() -> fromYaml(setting.name() + ": [1]"), "router." + setting.name(), "[1]");
    if (!setting.kind().name().equals("text")) {
      assertRefused(() -> fromYaml(setting.name() + ": '#'"), "router." + setting.name(), "\"#\"");
    }
    if (setting.defaultValue().isPresent()) {
      assertRefused(() -> fromYaml(setting.name() + ": null"), "router." + setting.name(), "null");
    } else {
      assertThat(fromYaml(setting.name() + ": null")).isEqualTo(RouterConfig.defaults());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "overlap_score_credit, 0 2, -1 nan inf",
    "overlap_score_credit_decay, 0 2, -1 nan inf",
    "prefill_load_scale, 0 2, -1 nan inf",
    "decode_active_request_weight, 0 2, -1 nan inf",
    "host_cache_hit_weight, 0 1, -0.1 1.1 nan inf",
    "disk_cache_hit_weight, 0 1, -0.1 1.1 nan inf",
    "router_temperature, 0 2, -1 nan inf",
    "router_ttl_secs, 0 inf, -1 nan",
    "router_predicted_ttl_secs, 0 inf, -1 nan",
    "router_queue_threshold, 0 inf, -1 nan",
    "router_event_threads, 1 4294967295, 0 4294967296",
    "min_initial_workers, 0 9, -",
    "shared_cache_multiplier, 0 1, -0.1 1.1 nan inf",
    "conditional_disagg_eff_isl_threshold, 0 9, -",
    "conditional_disagg_eff_isl_ratio_threshold, 0 1, -0.1 1.1 nan inf",
    "conditional_disagg_prefill_busy_threshold, 0 inf, -1 nan",
    "conditional_disagg_decode_busy_threshold, 0 inf, -1 nan",
  })
  void rangesHoldForVariablesAndForYaml(String name, String good, String bad) {
    Setting<?> setting = Settings.named(name).orElseThrow();
    String variable = setting.environment().getFirst();
    for (String value : good.split(" ")) {
      assertThat(text(setting, fromEnvironment(variable, value).value(setting)))
          .isEqualTo(value.equals("inf") ? "Infinity" : value);
      assertThat(fromYaml(name + ": " + yaml(value))).isEqualTo(fromEnvironment(variable, value));
    }
    for (String value : bad.equals(WITHOUT) ? new String[0] : bad.split(" ")) {
      String wording = setting.range().wording();
      assertRefused(() -> fromEnvironment(variable, value), name, wording, variable);
      assertRefused(() -> fromYaml(name + ": " + yaml(value)), name, wording);
    }
  }

  private static String yaml(String value) {
    return value.equals("inf") || value.equals("nan") ? "." + value : value;
  }

  @Test
  void everyNumberHasATestOfItsRange() {
    long numbers =
        settings()
            .filter(setting -> List.of("number", "whole number").contains(setting.kind().name()))
            .count();

    assertThat(numbers).isEqualTo(17);
  }
}
