package kvproof.events.wire;

/** The keys of an event in map form; what the elements of the array form are called too. */
final class EventKeys {
  static final String TYPE = "type";
  static final String BLOCK_HASHES = "block_hashes";
  static final String PARENT_BLOCK_HASH = "parent_block_hash";
  static final String TOKEN_IDS = "token_ids";
  static final String BLOCK_SIZE = "block_size";
  static final String LORA_ID = "lora_id";
  static final String MEDIUM = "medium";
  static final String LORA_NAME = "lora_name";
  static final String CACHE_SALT = "cache_salt";
  static final String EXTRA_KEYS = "extra_keys";
  static final String BLOCK_MM_INFOS = "block_mm_infos";
  static final String GROUP_IDX = "group_idx";
  static final String KIND = "kv_cache_spec_kind";
  static final String SLIDING_WINDOW = "kv_cache_spec_sliding_window";
  static final String LOCALITY = "locality";
  static final String OWNERSHIP = "ownership";
  static final String SESSION_ID = "session_id";

  private EventKeys() {}
}
