package kvproof.router.config;

import kvproof.router.document.DocumentException;
import kvproof.router.predict.PredictionConfig.CachePolicy;

/** Rules between settings. */
final class ConfigRules {
  private final RouterConfig config;

  private ConfigRules(RouterConfig config) {
    this.config = config;
  }

  static void check(RouterConfig config) {
    var rules = new ConfigRules(config);
    rules.tracking();
    rules.events();
    rules.trackingHash();
    rules.disaggregation();
  }

  private void tracking() {
    try {
      new ConfigParts(config).loadTracking();
    } catch (IllegalArgumentException contradiction) {
      throw new DocumentException(String.valueOf(contradiction.getMessage()), contradiction);
    }
    refuse(
        config.value(Settings.ROUTER_PREFILL_LOAD_MODEL) != PrefillLoadModel.NONE
            && !is(Settings.ROUTER_TRACK_PREFILL_TOKENS),
        "router_prefill_load_model needs router_track_prefill_tokens");
  }

  private void events() {
    boolean events = is(Settings.USE_KV_EVENTS);
    refuse(
        !events && config.find(Settings.ROUTER_PREDICTED_TTL_SECS).isPresent(),
        "router_predicted_ttl_secs stands beside engine events: turn use_kv_events on, or leave"
            + " it out");
    refuse(
        events && config.value(Settings.ROUTER_APPROXIMATE_CACHE_POLICY) == CachePolicy.LRU,
        "router_approximate_cache_policy lru models what engines do not report: turn"
            + " use_kv_events off, or use ttl");
    refuse(
        is(Settings.USE_REMOTE_INDEXER) && is(Settings.SERVE_INDEXER),
        "use_remote_indexer and serve_indexer exclude each other");
    refuse(
        is(Settings.ENABLE_SESSION_PREFIX_INDEX) && (!events || is(Settings.USE_REMOTE_INDEXER)),
        "enable_session_prefix_index needs use_kv_events, and no use_remote_indexer");
  }

  private void trackingHash() {
    boolean keyed = config.value(Settings.ROUTER_TRACKING_HASH) == TrackingHash.KEYED_XXH3_V1;
    boolean hasFile = config.find(Settings.ROUTER_TRACKING_KEY_FILE).isPresent();
    boolean hasId = config.find(Settings.ROUTER_TRACKING_KEY_ID).isPresent();
    refuse(
        keyed && !(hasFile && hasId && isPlain(config.value(Settings.ROUTER_TRACKING_KEY_ID))),
        "router_tracking_hash keyed-xxh3-v1 needs router_tracking_key_file, and a"
            + " router_tracking_key_id without blanks around it");
    refuse(
        !keyed && (hasFile || hasId),
        "router_tracking_key_file and router_tracking_key_id are for router_tracking_hash"
            + " keyed-xxh3-v1: choose it, or leave them out");
  }

  private static boolean isPlain(String keyId) {
    return !keyId.isEmpty() && keyId.strip().equals(keyId);
  }

  private void disaggregation() {
    refuse(
        is(Settings.CONDITIONAL_DISAGG_ENABLED)
            && config.value(Settings.CONDITIONAL_DISAGG_POLICY).looksAtLoad()
            && config.find(Settings.CONDITIONAL_DISAGG_PREFILL_BUSY_THRESHOLD).isEmpty()
            && config.find(Settings.ROUTER_QUEUE_THRESHOLD).isEmpty(),
        "conditional_disagg_policy "
            + config.value(Settings.CONDITIONAL_DISAGG_POLICY).wireName()
            + " needs conditional_disagg_prefill_busy_threshold or router_queue_threshold");
  }

  private boolean is(Setting<Boolean> setting) {
    return config.value(setting);
  }

  private static void refuse(boolean isBroken, String rule) {
    if (isBroken) {
      throw new DocumentException(rule);
    }
  }
}
