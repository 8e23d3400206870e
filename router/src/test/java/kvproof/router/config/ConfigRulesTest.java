package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static kvproof.router.config.RouterConfigScenariosTest.fromEnvironment;
import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules between settings. */
class ConfigRulesTest {
  @Test
  void keyedTrackingHashIsSetByItsThreeVariables() {
    Map<String, String> environment =
        Map.of(
            "DYN_ROUTER_TRACKING_HASH", "keyed-xxh3-v1",
            "DYN_ROUTER_TRACKING_KEY_FILE", "/k",
            "DYN_ROUTER_TRACKING_KEY_ID", "i");

    RouterConfig config = ConfigReading.of(environment).config();

    assertThat(config.value(Settings.ROUTER_TRACKING_HASH)).isEqualTo(TrackingHash.KEYED_XXH3_V1);
    assertThat(config.value(Settings.ROUTER_TRACKING_KEY_FILE)).isEqualTo("/k");
    assertThat(config.value(Settings.ROUTER_TRACKING_KEY_ID)).isEqualTo("i");
    assertRefused(
        () -> fromEnvironment("DYN_ROUTER_TRACKING_HASH", "keyed-xxh3-v1"),
        "router_tracking_key_file");
    assertRefused(() -> fromEnvironment("DYN_ROUTER_TRACKING_KEY_ID", "i"), "keyed-xxh3-v1");
    assertRefused(
        () ->
            fromYaml(
                "router_tracking_hash: keyed-xxh3-v1\nrouter_tracking_key_file: k\n"
                    + "router_tracking_key_id: ' i'"),
        "without blanks");
  }

  @Test
  void remoteAndServedIndexesAndSessionPrefixesExcludeEachOther() {
    assertRefused(
        () -> fromYaml("use_remote_indexer: true\nserve_indexer: true"),
        "use_remote_indexer and serve_indexer");
    assertRefused(
        () -> fromYaml("enable_session_prefix_index: true\nuse_remote_indexer: true"),
        "enable_session_prefix_index");
    assertRefused(
        () -> fromYaml("enable_session_prefix_index: true\nuse_kv_events: false"),
        "enable_session_prefix_index");
    assertThat(fromYaml("enable_session_prefix_index: true")).isNotEqualTo(RouterConfig.defaults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"prefill_load", "isl_or_load"})
  void policiesThatLookAtLoadNeedALine(String policy) {
    String section = "conditional_disagg_policy: " + policy + "\n";
    String enabled = section + "conditional_disagg_enabled: true\n";
    assertRefused(() -> fromYaml(enabled), policy, "router_queue_threshold");
    assertThat(fromYaml(section)).isNotNull();
    assertThat(fromYaml(enabled + "router_queue_threshold: 1")).isNotNull();
    assertThat(fromYaml(enabled + "conditional_disagg_prefill_busy_threshold: 1")).isNotNull();
    assertThat(fromYaml("conditional_disagg_enabled: true")).isNotNull();
  }
}
