package kvproof.router.config;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import kvproof.model.CostWeights;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulerSettings;
import kvproof.router.disagg.ConditionalDisaggregation;
import kvproof.router.load.LoadTracking;
import kvproof.router.policy.WorkerType;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.registry.RoleNames;
import kvproof.router.registry.WorkerSelection;

/** What a configuration means to each part of the router. */
public record ConfigParts(RouterConfig config) {
  private static final double MOST_MILLIS = 315_360_000_000_000.0;

  /** The one class of a queue that no document gives classes. */
  public QueueProfile syntheticProfile() {
    OptionalDouble busyFraction =
        optional(
            config
                .find(Settings.ROUTER_QUEUE_THRESHOLD)
                .map(line -> Math.min(line, Double.MAX_VALUE))); // infinite: nobody is ever busy
    return QueueProfile.synthetic(busyFraction, config.value(Settings.ROUTER_QUEUE_POLICY));
  }

  /** Weights of the default cost, before what a request overrides. */
  public CostWeights weights() {
    return new CostWeights(
        config.value(Settings.OVERLAP_SCORE_CREDIT),
        config.value(Settings.OVERLAP_SCORE_CREDIT_DECAY),
        config.value(Settings.PREFILL_LOAD_SCALE),
        config.value(Settings.DECODE_ACTIVE_REQUEST_WEIGHT),
        config.value(Settings.HOST_CACHE_HIT_WEIGHT),
        config.value(Settings.DISK_CACHE_HIT_WEIGHT),
        sharedMultiplier());
  }

  /**
   * What a partition's scheduler goes by.
   *
   * @param profiles of the document that configures queues; {@link PolicyProfiles#none} without one
   */
  public SchedulerSettings scheduler(PolicyProfiles profiles, PartitionTraits partition) {
    return new SchedulerSettings(
        partition.blockSize(),
        partition.workerType().isDecodeLabel(),
        weights(),
        config.value(Settings.ROUTER_TEMPERATURE),
        config.value(Settings.ROUTER_TRACK_PREFILL_TOKENS),
        profiles.profile(partition.modelName(), config),
        config.value(Settings.OVERLAP_REFRESH_AFTER_SECS).nanos(),
        partition.hostOwnsLeases() ? OptionalLong.empty() : OptionalLong.of(expiryNanos()),
        modelsPrefillLoad() ? partition.prefillNanosPerToken() : OptionalLong.empty(),
        partition.seed());
  }

  /** Which load of its requests a partition follows; throws if the settings contradict. */
  public LoadTracking loadTracking() {
    return new LoadTracking(
        config.value(Settings.ROUTER_ASSUME_KV_REUSE),
        config.value(Settings.ROUTER_TRACK_ACTIVE_BLOCKS),
        config.value(Settings.ROUTER_TRACK_OUTPUT_BLOCKS));
  }

  private long expiryNanos() {
    return TimeUnit.SECONDS.toNanos(config.value(Settings.ACTIVE_REQUEST_EXPIRY_SECS)); // saturates
  }

  private boolean modelsPrefillLoad() {
    return config.value(Settings.ROUTER_PREFILL_LOAD_MODEL) != PrefillLoadModel.NONE;
  }

  /** What stands for engine events, or beside them. */
  public PredictionConfig prediction() {
    return new PredictionConfig(
        config.value(Settings.USE_KV_EVENTS),
        config.value(Settings.ROUTER_APPROXIMATE_CACHE_POLICY),
        millis(config.value(Settings.ROUTER_TTL_SECS)),
        config
            .find(Settings.ROUTER_PREDICTED_TTL_SECS)
            .map(seconds -> OptionalLong.of(millis(seconds)))
            .orElse(OptionalLong.empty()));
  }

  /** Infinity is ten thousand years, which can still be added to a clock. */
  private static long millis(double seconds) {
    return (long) Math.min(Math.rint(seconds * 1000), MOST_MILLIS);
  }

  /** When a request skips the remote prefill. */
  public ConditionalDisaggregation conditionalDisaggregation() {
    return new ConditionalDisaggregation(
        Optional.of(config.value(Settings.CONDITIONAL_DISAGG_POLICY))
            .filter(_ -> config.value(Settings.CONDITIONAL_DISAGG_ENABLED)),
        config.value(Settings.CONDITIONAL_DISAGG_EFF_ISL_THRESHOLD),
        config.value(Settings.CONDITIONAL_DISAGG_EFF_ISL_RATIO_THRESHOLD),
        optional(
            config
                .find(Settings.CONDITIONAL_DISAGG_PREFILL_BUSY_THRESHOLD)
                .or(() -> config.find(Settings.ROUTER_QUEUE_THRESHOLD))),
        optional(config.find(Settings.CONDITIONAL_DISAGG_DECODE_BUSY_THRESHOLD)));
  }

  /**
   * The policy instance of each role.
   *
   * @param environment where {@link RoleNames#ENVIRONMENT_VARIABLE} may be
   */
  public RoleNames roleNames(WorkerSelection selection, Map<String, String> environment) {
    Map<WorkerType, String> stages = new EnumMap<>(WorkerType.class);
    config
        .find(Settings.ROUTER_PREFILL_POLICY)
        .ifPresent(name -> stages.put(WorkerType.PREFILL, name));
    config
        .find(Settings.ROUTER_DECODE_POLICY)
        .ifPresent(name -> stages.put(WorkerType.DECODE, name));
    return RoleNames.of(
        stages, Optional.ofNullable(environment.get(RoleNames.ENVIRONMENT_VARIABLE)), selection);
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private double sharedMultiplier() {
    return config
        .find(Settings.SHARED_CACHE_MULTIPLIER)
        .orElseGet(() -> config.value(Settings.SHARED_CACHE_TYPE).multiplier());
  }
}
