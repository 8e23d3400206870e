package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.fromYaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.CostWeights;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulerSettings;
import kvproof.router.disagg.BypassPolicy;
import kvproof.router.disagg.ConditionalDisaggregation;
import kvproof.router.policy.WorkerType;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import kvproof.router.registry.WorkerSelection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What settings become for each part of the router. */
class ConfigPartsTest {
  private static final PartitionTraits DECODE =
      new PartitionTraits("m", 16, WorkerType.DECODE, OptionalLong.of(5), false, 42);

  private static ConfigParts parts(String section) {
    return new ConfigParts(fromYaml(section));
  }

  private static ConfigParts defaults() {
    return new ConfigParts(RouterConfig.defaults());
  }

  @Test
  void defaultsScheduleByTheDocumentedValues() {
    SchedulerSettings settings = defaults().scheduler(PolicyProfiles.none(), DECODE);

    assertThat(settings)
        .isEqualTo(
            new SchedulerSettings(
                16,
                true,
                CostWeights.defaults(),
                0,
                true,
                QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS),
                OptionalLong.of(10_000_000_000L),
                OptionalLong.of(300_000_000_000L),
                OptionalLong.empty(),
                42));
  }

  @Test
  void everySettingOfTheSchedulerArrives() {
    String section =
        """
        overlap_score_credit: 1.5
        overlap_score_credit_decay: 0.1
        prefill_load_scale: 2
        decode_active_request_weight: 32
        host_cache_hit_weight: 0.6
        disk_cache_hit_weight: 0.3
        shared_cache_multiplier: 0.4
        router_temperature: 0.7
        router_queue_threshold: 3
        router_queue_policy: wspt
        router_prefill_load_model: aic
        overlap_refresh_after_secs: 2.5
        active_request_expiry_secs: 45
        """;

    assertThat(parts(section).scheduler(PolicyProfiles.none(), DECODE))
        .isEqualTo(
            new SchedulerSettings(
                16,
                true,
                new CostWeights(1.5, 0.1, 2, 32, 0.6, 0.3, 0.4),
                0.7,
                true,
                QueueProfile.synthetic(OptionalDouble.of(3), QueueOrder.WSPT),
                OptionalLong.of(2_500_000_000L),
                OptionalLong.of(45_000_000_000L),
                OptionalLong.of(5),
                42));
  }

  @Test
  void partitionsHaveTheirLabelsProfilesAndLeases() {
    var prefill = new PartitionTraits("m", 1, WorkerType.PREFILL, OptionalLong.empty(), true, 0);
    PolicyProfiles profiles =
        new PolicyProfiles(
            Optional.empty(),
            Map.of("m", QueueProfile.synthetic(OptionalDouble.of(9), QueueOrder.WSPT)));

    SchedulerSettings settings =
        parts("router_track_prefill_tokens: false").scheduler(profiles, prefill);

    assertThat(settings.isDecode()).isFalse();
    assertThat(settings.tracksPrefill()).isFalse();
    assertThat(settings.expiryNanos()).isEmpty();
    assertThat(settings.queue()).isEqualTo(profiles.models().get("m"));
    assertThat(
            parts("overlap_refresh_after_secs: 0").scheduler(profiles, DECODE).refreshAfterNanos())
        .isEmpty();
  }

  @Test
  void sharedCacheWithoutAMultiplierCountsHalfIfThereIsOne() {
    assertThat(defaults().weights().sharedHit()).isZero();
    assertThat(parts("shared_cache_type: hicache").weights().sharedHit()).isEqualTo(0.5);
    assertThat(
            parts("shared_cache_type: hicache\nshared_cache_multiplier: 0").weights().sharedHit())
        .isZero();
  }

  /** A share of capacity that nobody exceeds still means that requests queue. */
  @Test
  void infiniteQueueThresholdQueuesAndNobodyIsBusy() {
    QueueProfile profile = parts("router_queue_threshold: .inf").syntheticProfile();

    assertThat(profile.classes().getFirst().busyFraction()).hasValue(Double.MAX_VALUE);
    assertThat(profile.classes().getFirst().hasBusyThreshold()).isTrue();
  }

  @Test
  void predictionsStandForEventsOrBesideThem() {
    assertThat(defaults().prediction()).isEqualTo(PredictionConfig.ofEngineEvents());
    assertThat(parts("router_predicted_ttl_secs: 0.25").prediction())
        .isEqualTo(PredictionConfig.withSideIndex(250));
    assertThat(parts("use_kv_events: false\nrouter_ttl_secs: 1.5").prediction())
        .isEqualTo(PredictionConfig.predicting(CachePolicy.TTL, 1_500));
    assertThat(
            parts(
                    "use_kv_events: false\n"
                        + "router_approximate_cache_policy: lru\n"
                        + "router_ttl_secs: .inf")
                .prediction())
        .isEqualTo(PredictionConfig.predicting(CachePolicy.LRU, 315_360_000_000_000L));
  }

  @Test
  void disaggregationTakesTheLineOfTheQueueWhereItHasNone() {
    assertThat(defaults().conditionalDisaggregation())
        .isEqualTo(
            new ConditionalDisaggregation(
                Optional.empty(), 2048, 0.7, OptionalDouble.empty(), OptionalDouble.empty()));
    String section =
        """
        conditional_disagg_enabled: true
        conditional_disagg_policy: isl_or_load
        conditional_disagg_eff_isl_threshold: 9
        conditional_disagg_eff_isl_ratio_threshold: 0.2
        conditional_disagg_decode_busy_threshold: 0.8
        router_queue_threshold: 4
        """;
    assertThat(parts(section).conditionalDisaggregation())
        .isEqualTo(
            new ConditionalDisaggregation(
                Optional.of(BypassPolicy.ISL_OR_LOAD),
                9,
                0.2,
                OptionalDouble.of(4),
                OptionalDouble.of(0.8)));
    assertThat(
            parts(section + "conditional_disagg_prefill_busy_threshold: 2")
                .conditionalDisaggregation()
                .prefillBusyLine())
        .hasValue(2);
  }

  @Test
  @Tag("B20")
  void stagesOfTheConfigurationNameTheirRoles() {
    var names =
        parts("router_prefill_policy: p\nrouter_decode_policy: ' '")
            .roleNames(WorkerSelection.none(), Map.of("DYN_ROUTER_WORKER_SELECTION_POLICY", " e "));

    assertThat(names.of(WorkerType.PREFILL)).isEqualTo("p");
    assertThat(names.of(WorkerType.DECODE)).isEqualTo("e");
    assertThat(names.of(WorkerType.AGGREGATED)).isEqualTo("e");
    assertThat(names.of(WorkerType.ENCODE)).isEqualTo("e");
  }
}
