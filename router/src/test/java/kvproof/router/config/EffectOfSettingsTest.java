package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.router.config.Setting.Part;
import kvproof.router.policy.WorkerType;
import kvproof.router.registry.RoleNames;
import kvproof.router.registry.WorkerSelection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A setting says where it takes effect, and does. */
class EffectOfSettingsTest {
  static Stream<Setting<?>> settings() {
    return Settings.ALL.stream();
  }

  /** What else must be set so that the setting may be, or counts. */
  private static String neighbours(String setting) {
    return switch (setting) {
      case "router_tracking_hash" -> "router_tracking_key_file: k\nrouter_tracking_key_id: i\n";
      case "router_tracking_key_file" ->
          "router_tracking_hash: keyed-xxh3-v1\nrouter_tracking_key_id: i\n";
      case "router_tracking_key_id" ->
          "router_tracking_hash: keyed-xxh3-v1\nrouter_tracking_key_file: k\n";
      case "router_approximate_cache_policy" -> "use_kv_events: false\n";
      case "conditional_disagg_policy" ->
          "conditional_disagg_enabled: true\nconditional_disagg_prefill_busy_threshold: 1\n";
      default -> "";
    };
  }

  /** Whatever parts of the router are made of, by the part. */
  private static Map<Part, Object> effects(RouterConfig config) {
    var parts = new ConfigParts(config);
    var scheduler =
        parts.scheduler(
            PolicyProfiles.none(),
            new PartitionTraits("m", 16, WorkerType.DECODE, OptionalLong.of(5), false, 1));
    var weights = scheduler.weights();
    RoleNames roles = parts.roleNames(WorkerSelection.none(), Map.of());
    return Map.of(
        Part.COST,
        List.of(
            weights.overlapCredit(),
            weights.overlapDecay(),
            weights.prefillScale(),
            weights.activeRequest(),
            weights.sharedHit(),
            scheduler.temperature()),
        Part.OVERLAP,
        List.of(weights.hostHit(), weights.diskHit()),
        Part.BOOKINGS,
        List.of(
            parts.loadTracking(),
            scheduler.tracksPrefill(),
            scheduler.prefillNanosPerToken(),
            scheduler.expiryNanos()),
        Part.QUEUE,
        List.of(scheduler.queue(), scheduler.refreshAfterNanos()),
        Part.PREDICTION,
        parts.prediction(),
        Part.REGISTRY,
        List.of(roles.of(WorkerType.PREFILL), roles.of(WorkerType.DECODE)),
        Part.DISAGGREGATION,
        parts.conditionalDisaggregation());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void takesEffectInItsPartAndNowhereElse(Setting<?> setting) {
    String neighbours = neighbours(setting.name());
    boolean needsThem = setting.name().startsWith("router_tracking_");
    Map<Part, Object> before = effects(needsThem ? RouterConfig.defaults() : yaml(neighbours));

    Map<Part, Object> after =
        effects(yaml(neighbours + setting.name() + ": " + EverySettingTest.other(setting)));

    assertThat(before.keySet().stream().filter(part -> !before.get(part).equals(after.get(part))))
        .containsExactlyInAnyOrderElementsOf(changed(setting));
  }

  private static List<Part> changed(Setting<?> setting) {
    if (setting == Settings.ROUTER_QUEUE_THRESHOLD) {
      return List.of(Part.QUEUE, Part.DISAGGREGATION); // stands in for the line of a busy prefill
    }
    return setting.part() == Part.HOST ? List.of() : List.of(setting.part());
  }

  private static RouterConfig yaml(String section) {
    return section.isEmpty() ? RouterConfig.defaults() : fromYaml(section);
  }
}
