package kvproof.router.config;

import static kvproof.router.config.ValueRange.any;
import static kvproof.router.config.ValueRange.countFromOne;
import static kvproof.router.config.ValueRange.countFromZero;
import static kvproof.router.config.ValueRange.finiteFromZero;
import static kvproof.router.config.ValueRange.fromZero;
import static kvproof.router.config.ValueRange.share;
import static kvproof.router.config.ValueRange.threads;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import kvproof.model.QueueOrder;
import kvproof.router.config.Setting.Part;
import kvproof.router.disagg.BypassPolicy;
import kvproof.router.overlap.RefreshThreshold;
import kvproof.router.predict.PredictionConfig.CachePolicy;

/**
 * All settings, in the order in which they are documented.
 *
 * <p>Whether continuation is offered is none of them: it always is.
 */
public final class Settings {
  private static final String ENV = "DYN_ROUTER_";
  private static final long EXPIRY_SECONDS = 300;
  private static final String DISAGG = "conditional_disagg_";
  private static final String DISAGG_ENV = ENV + "CONDITIONAL_DISAGG";

  public static final Setting<Double> OVERLAP_SCORE_CREDIT =
      real("overlap_score_credit", finiteFromZero(), 1)
          .from(ENV + "KV_OVERLAP_SCORE_CREDIT")
          .in(Part.COST);

  public static final Setting<Double> OVERLAP_SCORE_CREDIT_DECAY =
      real("overlap_score_credit_decay", finiteFromZero(), 0)
          .from(ENV + "KV_OVERLAP_SCORE_CREDIT_DECAY")
          .in(Part.COST);

  public static final Setting<Double> PREFILL_LOAD_SCALE =
      real("prefill_load_scale", finiteFromZero(), 1)
          .from(ENV + "PREFILL_LOAD_SCALE")
          .in(Part.COST);

  public static final Setting<Double> DECODE_ACTIVE_REQUEST_WEIGHT =
      real("decode_active_request_weight", finiteFromZero(), 0)
          .from(ENV + "DECODE_ACTIVE_REQUEST_WEIGHT")
          .in(Part.COST);

  public static final Setting<Double> HOST_CACHE_HIT_WEIGHT =
      real("host_cache_hit_weight", share(), 0.75)
          .from(ENV + "HOST_CACHE_HIT_WEIGHT")
          .in(Part.OVERLAP);

  public static final Setting<Double> DISK_CACHE_HIT_WEIGHT =
      real("disk_cache_hit_weight", share(), 0.25)
          .from(ENV + "DISK_CACHE_HIT_WEIGHT")
          .in(Part.OVERLAP);

  public static final Setting<Double> ROUTER_TEMPERATURE =
      real("router_temperature", finiteFromZero(), 0).from(ENV + "TEMPERATURE").in(Part.COST);

  public static final Setting<Boolean> USE_KV_EVENTS =
      flag("use_kv_events", true)
          .from(ENV + "USE_KV_EVENTS", "DYN_USE_KV_EVENTS")
          .in(Part.PREDICTION);

  public static final Setting<Boolean> ROUTER_REPLICA_SYNC =
      flag("router_replica_sync", false).from(ENV + "REPLICA_SYNC");

  public static final Setting<Boolean> ROUTER_TRACK_ACTIVE_BLOCKS =
      flag("router_track_active_blocks", true).from(ENV + "TRACK_ACTIVE_BLOCKS").in(Part.BOOKINGS);

  /** Needs active blocks to be tracked. */
  public static final Setting<Boolean> ROUTER_TRACK_OUTPUT_BLOCKS =
      flag("router_track_output_blocks", false).from(ENV + "TRACK_OUTPUT_BLOCKS").in(Part.BOOKINGS);

  /** False: blocks are booked under random hashes; the index is asked with the true ones. */
  public static final Setting<Boolean> ROUTER_ASSUME_KV_REUSE =
      flag("router_assume_kv_reuse", true).from(ENV + "ASSUME_KV_REUSE").in(Part.BOOKINGS);

  public static final Setting<Boolean> ROUTER_TRACK_PREFILL_TOKENS =
      flag("router_track_prefill_tokens", true)
          .from(ENV + "TRACK_PREFILL_TOKENS")
          .in(Part.BOOKINGS);

  /** Keyed: needs a key file and a key id. */
  public static final Setting<TrackingHash> ROUTER_TRACKING_HASH =
      Setting.of(
              "router_tracking_hash",
              ValueKind.word(TrackingHash.values(), TrackingHash::wireName),
              ValueRange.<TrackingHash>any())
          .byDefault(TrackingHash.PUBLIC_XXH3_V1)
          .from(ENV + "TRACKING_HASH")
          .refusingUnparsable();

  public static final Setting<String> ROUTER_TRACKING_KEY_FILE =
      text("router_tracking_key_file").from(ENV + "TRACKING_KEY_FILE");

  public static final Setting<String> ROUTER_TRACKING_KEY_ID =
      text("router_tracking_key_id").from(ENV + "TRACKING_KEY_ID");

  /** Needs prefill tokens to be tracked. */
  public static final Setting<PrefillLoadModel> ROUTER_PREFILL_LOAD_MODEL =
      Setting.of(
              "router_prefill_load_model",
              ValueKind.word(PrefillLoadModel.values(), PrefillLoadModel::wireName),
              ValueRange.<PrefillLoadModel>any())
          .byDefault(PrefillLoadModel.NONE)
          .from(ENV + "PREFILL_LOAD_MODEL")
          .refusingUnparsable()
          .in(Part.BOOKINGS);

  public static final Setting<Double> ROUTER_TTL_SECS =
      real("router_ttl_secs", fromZero(), 120).from(ENV + "TTL_SECS").in(Part.PREDICTION);

  /** Capacity models stand in for engine events only. */
  public static final Setting<CachePolicy> ROUTER_APPROXIMATE_CACHE_POLICY =
      Setting.of(
              "router_approximate_cache_policy",
              ValueKind.word(CachePolicy.values(), Settings::lowerCase),
              ValueRange.<CachePolicy>any())
          .byDefault(CachePolicy.TTL)
          .from(ENV + "APPROXIMATE_CACHE_POLICY")
          .refusingUnparsable()
          .ofProcess()
          .in(Part.PREDICTION);

  /** Needs engine events; without a value there is no side index. */
  public static final Setting<Double> ROUTER_PREDICTED_TTL_SECS =
      real("router_predicted_ttl_secs", fromZero())
          .from(ENV + "PREDICTED_TTL_SECS")
          .in(Part.PREDICTION);

  /** Without a value nothing waits, unless a policy class says so. */
  public static final Setting<Double> ROUTER_QUEUE_THRESHOLD =
      real("router_queue_threshold", fromZero()).from(ENV + "QUEUE_THRESHOLD").in(Part.QUEUE);

  public static final Setting<QueueOrder> ROUTER_QUEUE_POLICY =
      Setting.of(
              "router_queue_policy",
              ValueKind.word(QueueOrder.values(), QueueOrder::wireName),
              ValueRange.<QueueOrder>any())
          .byDefault(QueueOrder.FCFS)
          .from(ENV + "QUEUE_POLICY")
          .refusingUnparsable()
          .in(Part.QUEUE);

  /** Where the host finds the document with policy classes and policies. */
  public static final Setting<String> ROUTER_POLICY_CONFIG =
      text("router_policy_config").from(ENV + "POLICY_CONFIG");

  public static final Setting<String> ROUTER_PREFILL_POLICY =
      text("router_prefill_policy").from(ENV + "PREFILL_POLICY").ofProcess().in(Part.REGISTRY);

  public static final Setting<String> ROUTER_DECODE_POLICY =
      text("router_decode_policy").from(ENV + "DECODE_POLICY").ofProcess().in(Part.REGISTRY);

  public static final Setting<Long> ROUTER_EVENT_THREADS =
      Setting.of("router_event_threads", ValueKind.count(), threads())
          .byDefault(4L)
          .from(ENV + "EVENT_THREADS");

  public static final Setting<Boolean> SKIP_INITIAL_WORKER_WAIT =
      flag("skip_initial_worker_wait", false);

  /** How many workers the host waits for. */
  public static final Setting<Long> MIN_INITIAL_WORKERS =
      Setting.of("min_initial_workers", ValueKind.count(), countFromZero())
          .byDefault(0L)
          .from(ENV + "MIN_INITIAL_WORKERS")
          .refusingUnparsable()
          .ofProcess();

  /** Not together with an index that is served. */
  public static final Setting<Boolean> USE_REMOTE_INDEXER =
      flag("use_remote_indexer", false).from("DYN_USE_REMOTE_INDEXER");

  public static final Setting<Boolean> SERVE_INDEXER = flag("serve_indexer", false);

  /** Needs engine events and an index of its own. */
  public static final Setting<Boolean> ENABLE_SESSION_PREFIX_INDEX =
      flag("enable_session_prefix_index", false);

  public static final Setting<SharedCacheType> SHARED_CACHE_TYPE =
      Setting.of(
              "shared_cache_type",
              ValueKind.word(SharedCacheType.values(), SharedCacheType::wireName),
              ValueRange.<SharedCacheType>any())
          .byDefault(SharedCacheType.NONE)
          .from("DYN_SHARED_CACHE_TYPE")
          .refusingUnparsable()
          .in(Part.COST);

  /** Without a value the type of the cache decides. */
  public static final Setting<Double> SHARED_CACHE_MULTIPLIER =
      real("shared_cache_multiplier", share()).from("DYN_SHARED_CACHE_MULTIPLIER").in(Part.COST);

  public static final Setting<Boolean> CONDITIONAL_DISAGG_ENABLED =
      flag(DISAGG + "enabled", false).from(DISAGG_ENV).in(Part.DISAGGREGATION);

  public static final Setting<BypassPolicy> CONDITIONAL_DISAGG_POLICY =
      Setting.of(
              DISAGG + "policy",
              ValueKind.word(BypassPolicy.values(), BypassPolicy::wireName),
              ValueRange.<BypassPolicy>any())
          .byDefault(BypassPolicy.ISL_BOUNDING)
          .from(DISAGG_ENV + "_POLICY")
          .in(Part.DISAGGREGATION);

  public static final Setting<Long> CONDITIONAL_DISAGG_EFF_ISL_THRESHOLD =
      Setting.of(DISAGG + "eff_isl_threshold", ValueKind.count(), countFromZero())
          .byDefault(2048L)
          .from(DISAGG_ENV + "_EFF_ISL_THRESHOLD")
          .in(Part.DISAGGREGATION);

  public static final Setting<Double> CONDITIONAL_DISAGG_EFF_ISL_RATIO_THRESHOLD =
      real(DISAGG + "eff_isl_ratio_threshold", share(), 0.7)
          .from(DISAGG_ENV + "_EFF_ISL_RATIO_THRESHOLD")
          .in(Part.DISAGGREGATION);

  /** Policies that look at load need it, or the threshold of the queue. */
  public static final Setting<Double> CONDITIONAL_DISAGG_PREFILL_BUSY_THRESHOLD =
      real(DISAGG + "prefill_busy_threshold", fromZero())
          .from(DISAGG_ENV + "_PREFILL_BUSY_THRESHOLD")
          .in(Part.DISAGGREGATION);

  public static final Setting<Double> CONDITIONAL_DISAGG_DECODE_BUSY_THRESHOLD =
      real(DISAGG + "decode_busy_threshold", fromZero())
          .from(DISAGG_ENV + "_DECODE_BUSY_THRESHOLD")
          .in(Part.DISAGGREGATION);

  /** How long a request waits before its prompt is looked up again. */
  public static final Setting<RefreshThreshold> OVERLAP_REFRESH_AFTER_SECS =
      Setting.of(
              "overlap_refresh_after_secs", ValueKind.refresh(), ValueRange.<RefreshThreshold>any())
          .byDefault(RefreshThreshold.defaults())
          .from(RefreshText.VARIABLE)
          .ofProcess()
          .in(Part.QUEUE);

  /** How long a booking may last, unless the host looks after it. */
  public static final Setting<Long> ACTIVE_REQUEST_EXPIRY_SECS =
      Setting.of("active_request_expiry_secs", ValueKind.expiry(EXPIRY_SECONDS), countFromOne())
          .byDefault(EXPIRY_SECONDS)
          .from(ENV + "ACTIVE_REQUEST_EXPIRY_SECS")
          .ofProcess()
          .in(Part.BOOKINGS);

  public static final List<Setting<?>> ALL =
      List.of(
          OVERLAP_SCORE_CREDIT,
          OVERLAP_SCORE_CREDIT_DECAY,
          PREFILL_LOAD_SCALE,
          DECODE_ACTIVE_REQUEST_WEIGHT,
          HOST_CACHE_HIT_WEIGHT,
          DISK_CACHE_HIT_WEIGHT,
          ROUTER_TEMPERATURE,
          USE_KV_EVENTS,
          ROUTER_REPLICA_SYNC,
          ROUTER_TRACK_ACTIVE_BLOCKS,
          ROUTER_TRACK_OUTPUT_BLOCKS,
          ROUTER_ASSUME_KV_REUSE,
          ROUTER_TRACK_PREFILL_TOKENS,
          ROUTER_TRACKING_HASH,
          ROUTER_TRACKING_KEY_FILE,
          ROUTER_TRACKING_KEY_ID,
          ROUTER_PREFILL_LOAD_MODEL,
          ROUTER_TTL_SECS,
          ROUTER_APPROXIMATE_CACHE_POLICY,
          ROUTER_PREDICTED_TTL_SECS,
          ROUTER_QUEUE_THRESHOLD,
          ROUTER_QUEUE_POLICY,
          ROUTER_POLICY_CONFIG,
          ROUTER_PREFILL_POLICY,
          ROUTER_DECODE_POLICY,
          ROUTER_EVENT_THREADS,
          SKIP_INITIAL_WORKER_WAIT,
          MIN_INITIAL_WORKERS,
          USE_REMOTE_INDEXER,
          SERVE_INDEXER,
          ENABLE_SESSION_PREFIX_INDEX,
          SHARED_CACHE_TYPE,
          SHARED_CACHE_MULTIPLIER,
          CONDITIONAL_DISAGG_ENABLED,
          CONDITIONAL_DISAGG_POLICY,
          CONDITIONAL_DISAGG_EFF_ISL_THRESHOLD,
          CONDITIONAL_DISAGG_EFF_ISL_RATIO_THRESHOLD,
          CONDITIONAL_DISAGG_PREFILL_BUSY_THRESHOLD,
          CONDITIONAL_DISAGG_DECODE_BUSY_THRESHOLD,
          OVERLAP_REFRESH_AFTER_SECS,
          ACTIVE_REQUEST_EXPIRY_SECS);

  private Settings() {}

  /** The setting of that name; absent: there is none. */
  public static Optional<Setting<?>> named(String name) {
    return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
  }

  private static Setting<Double> real(String name, ValueRange<Double> range) {
    return Setting.of(name, ValueKind.real(), range);
  }

  private static Setting<Double> real(String name, ValueRange<Double> range, double byDefault) {
    return real(name, range).byDefault(byDefault);
  }

  private static Setting<Boolean> flag(String name, boolean byDefault) {
    return Setting.of(name, ValueKind.flag(), ValueRange.<Boolean>any()).byDefault(byDefault);
  }

  private static Setting<String> text(String name) {
    return Setting.of(name, ValueKind.plainText(), any());
  }

  private static String lowerCase(CachePolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT);
  }
}
