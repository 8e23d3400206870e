package kvproof.events.routerevent;

/** The names of a router event's fields. */
final class FieldNames {
  static final String WORKER_ID = "worker_id";
  static final String STORAGE_TIER = "storage_tier";
  static final String RESIDENCY_DOMAIN = "residency_domain";
  static final String EVENT = "event";
  static final String EVENT_ID = "event_id";
  static final String DATA = "data";
  static final String DP_RANK = "dp_rank";
  static final String STATE_SOURCE = "state_source";
  static final String SESSION_ID = "session_id";

  static final String STORED = "stored";
  static final String REMOVED = "removed";
  static final String CLEARED = "cleared";

  static final String PARENT_HASH = "parent_hash";
  static final String START_POSITION = "start_position";
  static final String BLOCKS = "blocks";
  static final String BLOCK_HASH = "block_hash";
  static final String TOKENS_HASH = "tokens_hash";
  static final String MM_EXTRA_INFO = "mm_extra_info";
  static final String MM_OBJECTS = "mm_objects";
  static final String MM_HASH = "mm_hash";
  static final String OFFSETS = "offsets";
  static final String BLOCK_HASHES = "block_hashes";

  static final String POOL = "pool";
  static final String INDEXER_DOMAIN = "indexer_domain";
  static final String CACHE_SEMANTICS = "cache_semantics";
  static final String ROUTING_SCOPE = "routing_scope";
  static final String DC_ID = "dc_id";
  static final String SLOT = "slot";
  static final String DIGEST = "digest";
  static final String SOURCE = "source";

  private FieldNames() {}
}
