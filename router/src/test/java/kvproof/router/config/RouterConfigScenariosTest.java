package kvproof.router.config;

import static kvproof.router.config.Settings.OVERLAP_SCORE_CREDIT;
import static kvproof.router.config.Settings.PREFILL_LOAD_SCALE;
import static kvproof.router.config.Settings.ROUTER_APPROXIMATE_CACHE_POLICY;
import static kvproof.router.config.Settings.ROUTER_PREDICTED_TTL_SECS;
import static kvproof.router.config.Settings.ROUTER_PREFILL_LOAD_MODEL;
import static kvproof.router.config.Settings.ROUTER_TRACK_ACTIVE_BLOCKS;
import static kvproof.router.config.Settings.ROUTER_TRACK_OUTPUT_BLOCKS;
import static kvproof.router.config.Settings.ROUTER_TRACK_PREFILL_TOKENS;
import static kvproof.router.config.Settings.ROUTER_TTL_SECS;
import static kvproof.router.config.Settings.SHARED_CACHE_MULTIPLIER;
import static kvproof.router.config.Settings.USE_KV_EVENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import kvproof.router.document.DocumentException;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What settings accept, what they refuse, and which source of them wins. */
class RouterConfigScenariosTest {

  static RouterConfig fromEnvironment(String name, String value) {
    return ConfigReading.of(Map.of(name, value)).config();
  }

  static RouterConfig fromYaml(String section) {
    return ConfigReading.of(
            Optional.of(RouterDocument.parse("router:\n  " + section.replace("\n", "\n  "))),
            Map.of())
        .config();
  }

  private static <T> RouterConfig with(Setting<T> setting, T value) {
    return RouterConfig.builder().set(setting, value).build();
  }

  static void assertRefused(ThrowingCallable reading, String... words) {
    assertThatThrownBy(reading)
        .isInstanceOf(DocumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  @Tag("J01")
  void creditOfOneAndAHalfIsAccepted() {
    assertThat(with(OVERLAP_SCORE_CREDIT, 1.5).value(OVERLAP_SCORE_CREDIT)).isEqualTo(1.5);
    assertThat(fromYaml("overlap_score_credit: 1.5").value(OVERLAP_SCORE_CREDIT)).isEqualTo(1.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  @Tag("J01")
  void creditBelowZeroOrNotFiniteIsRefused(double credit) {
    assertRefused(() -> with(OVERLAP_SCORE_CREDIT, credit), "overlap_score_credit", "finite");
    assertRefused(
        () -> fromEnvironment("DYN_ROUTER_KV_OVERLAP_SCORE_CREDIT", Double.toString(credit)),
        "finite and at least 0",
        "(DYN_ROUTER_KV_OVERLAP_SCORE_CREDIT)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.1", ".nan", ".inf"})
  @Tag("J01")
  void creditInYamlBelowZeroOrNotFiniteIsRefused(String credit) {
    assertRefused(
        () -> fromYaml("overlap_score_credit: " + credit),
        "finite and at least 0",
        "(router.overlap_score_credit)");
  }

  @Test
  @Tag("J02")
  void sharedMultiplierAboveOneIsRefused() {
    assertRefused(
        () -> with(SHARED_CACHE_MULTIPLIER, 1.5), "shared_cache_multiplier", "from 0 to 1", "1.5");
    assertRefused(() -> ConfigJson.read("{\"shared_cache_multiplier\": 1.5}"), "from 0 to 1");
    assertThat(with(SHARED_CACHE_MULTIPLIER, 1.0).value(SHARED_CACHE_MULTIPLIER)).isEqualTo(1);
  }

  @Test
  @Tag("J03")
  void deprecatedWeightSetsTheScaleAndZeroTheCreditToo() {
    RouterConfig two = ConfigJson.read("{\"overlap_score_weight\": 2}");
    RouterConfig zero =
        ConfigJson.read(
            "{\"overlap_score_weight\": 0, \"prefill_load_scale\": 3,"
                + " \"overlap_score_credit\": 1.5}");

    assertThat(two.value(PREFILL_LOAD_SCALE)).isEqualTo(2);
    assertThat(two.value(OVERLAP_SCORE_CREDIT)).isEqualTo(1);
    assertThat(zero.value(PREFILL_LOAD_SCALE)).isZero();
    assertThat(zero.value(OVERLAP_SCORE_CREDIT)).isZero();
  }

  @Test
  @Tag("J03")
  void newerVariableOfTheDeprecatedWeightWins() {
    ConfigReading reading =
        ConfigReading.of(
            Map.of(
                "DYN_ROUTER_KV_OVERLAP_SCORE_WEIGHT", "2",
                "DYN_OVERLAP_SCORE_WEIGHT", "0",
                "DYN_ROUTER_PREFILL_LOAD_SCALE", "5"));

    assertThat(reading.config().value(PREFILL_LOAD_SCALE)).isEqualTo(2);
    assertThat(reading.config().value(OVERLAP_SCORE_CREDIT)).isEqualTo(1);
    assertThat(reading.notices())
        .containsExactly(
            "DYN_ROUTER_KV_OVERLAP_SCORE_WEIGHT is deprecated: use DYN_ROUTER_PREFILL_LOAD_SCALE");
    assertThat(fromEnvironment("DYN_OVERLAP_SCORE_WEIGHT", "0").value(OVERLAP_SCORE_CREDIT))
        .isZero();
    assertRefused(() -> fromEnvironment("DYN_OVERLAP_SCORE_WEIGHT", "-1"), "prefill_load_scale");
  }

  @Test
  @Tag("J04")
  void numericVariableThatIsNoNumberKeepsTheDefault() {
    ConfigReading reading = ConfigReading.of(Map.of("DYN_ROUTER_TTL_SECS", "abc"));

    assertThat(reading.config()).isEqualTo(RouterConfig.defaults());
    assertThat(reading.config().value(ROUTER_TTL_SECS)).isEqualTo(120);
    assertThat(reading.notices())
        .containsExactly("DYN_ROUTER_TTL_SECS is 'abc', expected number; ignored");
  }

  @Test
  @Tag("J05")
  void routersOwnVariableOfEventsWins() {
    Map<String, String> both =
        Map.of("DYN_ROUTER_USE_KV_EVENTS", "false", "DYN_USE_KV_EVENTS", "true");
    Map<String, String> unreadable =
        Map.of("DYN_ROUTER_USE_KV_EVENTS", "maybe", "DYN_USE_KV_EVENTS", "off");

    assertThat(ConfigReading.of(both).config().value(USE_KV_EVENTS)).isFalse();
    assertThat(fromEnvironment("DYN_USE_KV_EVENTS", "no").value(USE_KV_EVENTS)).isFalse();
    assertThat(ConfigReading.of(unreadable).config().value(USE_KV_EVENTS)).isFalse();
  }

  @Test
  @Tag("J06")
  void predictedTtlWithoutEventsIsRefused() {
    assertRefused(
        () ->
            RouterConfig.builder()
                .set(USE_KV_EVENTS, false)
                .set(ROUTER_PREDICTED_TTL_SECS, 1.0)
                .build(),
        "router_predicted_ttl_secs",
        "use_kv_events");
    assertThat(with(ROUTER_PREDICTED_TTL_SECS, 1.0).find(ROUTER_PREDICTED_TTL_SECS)).contains(1.0);
  }

  @Test
  @Tag("J07")
  void lruWithEventsIsRefused() {
    assertRefused(() -> with(ROUTER_APPROXIMATE_CACHE_POLICY, CachePolicy.LRU), "lru", "ttl");
    assertThat(fromYaml("router_approximate_cache_policy: lru\nuse_kv_events: false"))
        .extracting(config -> config.value(ROUTER_APPROXIMATE_CACHE_POLICY))
        .isEqualTo(CachePolicy.LRU);
  }

  @Test
  @Tag("J08")
  void outputBlocksAndLoadModelNeedWhatTheyBuildOn() {
    assertRefused(
        () ->
            RouterConfig.builder()
                .set(ROUTER_TRACK_OUTPUT_BLOCKS, true)
                .set(ROUTER_TRACK_ACTIVE_BLOCKS, false)
                .build(),
        "router_track_output_blocks needs router_track_active_blocks");
    assertRefused(
        () ->
            RouterConfig.builder()
                .set(ROUTER_PREFILL_LOAD_MODEL, PrefillLoadModel.AIC)
                .set(ROUTER_TRACK_PREFILL_TOKENS, false)
                .build(),
        "router_prefill_load_model needs router_track_prefill_tokens");
    assertThat(with(ROUTER_TRACK_OUTPUT_BLOCKS, true)).isNotEqualTo(RouterConfig.defaults());
    assertThat(with(ROUTER_PREFILL_LOAD_MODEL, PrefillLoadModel.AIC)).isNotNull();
  }

  @Test
  @Tag("J09")
  void unknownKeyIsRefusedAndALegacyKeyTolerated() {
    assertRefused(() -> ConfigJson.read("{\"router_temprature\": 1}"), "'router_temprature'");
    assertThat(
            ConfigJson.read(
                "{\"durable_kv_events\": false, \"router_snapshot_threshold\": 1000,"
                    + " \"router_reset_states\": true}"))
        .isEqualTo(RouterConfig.defaults());
    assertThat(ConfigJson.read("{\"router_snapshot_threshold\": null}"))
        .isEqualTo(RouterConfig.defaults());
    assertRefused(() -> ConfigJson.read("{\"durable_kv_events\": true}"), "durable_kv_events");
    assertRefused(() -> fromYaml("router_reset_states: false"), "'router.router_reset_states'");
  }

  @Test
  @Tag("J10")
  void absentSharedMultiplierStaysAbsent() {
    String json = ConfigJson.write(RouterConfig.defaults());

    assertThat(json).doesNotContain("shared_cache_multiplier").doesNotContain("null");
    assertThat(ConfigJson.read(json).find(SHARED_CACHE_MULTIPLIER)).isEmpty();
    assertThat(ConfigJson.read("{\"shared_cache_multiplier\": null}"))
        .isEqualTo(RouterConfig.defaults());
  }

  @Test
  void yamlWinsOverTheEnvironmentAndBothOverDefaults() {
    ConfigReading reading =
        ConfigReading.of(
            Optional.of(RouterDocument.parse("router: {router_ttl_secs: 7}")),
            Map.of("DYN_ROUTER_TTL_SECS", "-8", "DYN_ROUTER_TEMPERATURE", "0.5"));

    assertThat(reading.config().value(ROUTER_TTL_SECS)).isEqualTo(7);
    assertThat(reading.config().value(Settings.ROUTER_TEMPERATURE)).isEqualTo(0.5);
    assertThat(reading.config().value(Settings.HOST_CACHE_HIT_WEIGHT)).isEqualTo(0.75);
  }
}
