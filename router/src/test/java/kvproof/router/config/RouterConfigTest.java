package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import kvproof.router.config.Setting.Scope;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import org.junit.jupiter.api.Test;

/** A configuration as a value, and as JSON. */
class RouterConfigTest {
  @Test
  void aBuilderForgetsWhatIsCleared() {
    RouterConfig config = RouterConfig.builder().set(Settings.ROUTER_TTL_SECS, 7.0).build();

    assertThat(config.toBuilder().clear(Settings.ROUTER_TTL_SECS).build())
        .isEqualTo(RouterConfig.defaults());
    assertThat(config).hasToString("[router_ttl_secs=7]").isNotEqualTo(RouterConfig.defaults());
    assertThat(RouterConfig.builder().set(Settings.ROUTER_TTL_SECS, 120.0).build())
        .isEqualTo(RouterConfig.defaults())
        .hasSameHashCodeAs(RouterConfig.defaults());
  }

  @Test
  void jsonHasEverySettingButThoseOfTheProcess() {
    RouterConfig.Builder builder = RouterConfig.builder();
    Settings.ALL.stream().forEach(setting -> setOther(builder, setting));
    builder.set(Settings.USE_REMOTE_INDEXER, false).set(Settings.USE_KV_EVENTS, true);
    builder.set(Settings.ROUTER_APPROXIMATE_CACHE_POLICY, CachePolicy.TTL);
    builder
        .set(Settings.ROUTER_TRACK_ACTIVE_BLOCKS, true)
        .set(Settings.ROUTER_TRACK_PREFILL_TOKENS, true);
    RouterConfig config = builder.build();

    RouterConfig read = ConfigJson.read(ConfigJson.write(config));

    for (Setting<?> setting : Settings.ALL) {
      assertThat(read.find(setting))
          .as(setting.name())
          .isEqualTo(
              setting.scope() == Scope.SHARED ? config.find(setting) : setting.defaultValue());
    }
    assertThat(
            Settings.ALL.stream()
                .filter(setting -> setting.scope() == Scope.PROCESS)
                .map(Setting::name))
        .containsExactly(
            "router_approximate_cache_policy",
            "router_prefill_policy",
            "router_decode_policy",
            "min_initial_workers",
            "overlap_refresh_after_secs",
            "active_request_expiry_secs");
    assertRefused(
        () -> ConfigJson.read("{\"router_prefill_policy\": \"p\"}"), "router_prefill_policy");
  }

  private static <T> void setOther(RouterConfig.Builder builder, Setting<T> setting) {
    setting
        .kind()
        .ofText()
        .apply(EverySettingTest.other(setting))
        .ifPresent(value -> builder.set(setting, value));
  }
}
