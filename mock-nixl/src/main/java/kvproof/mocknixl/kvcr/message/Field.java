package kvproof.mocknixl.kvcr.message;

/** Names on the wire. */
final class Field {
  static final String TYPE = "type";
  static final String AGENT = "target_agent";
  static final String INCARNATION = "sender_incarnation";
  static final String SENDER_ENDPOINT = "sender_control_endpoint";
  static final String SOURCE_ENDPOINT = "source_control_endpoint";
  static final String METADATA = "target_agent_metadata";
  static final String REGIONS = "target_regions";
  static final String OPERATION = "op_handle";
  static final String REMAINING = "remaining_timeout_ms";
  static final String KEYS = "keys";
  static final String DESTINATIONS = "dst_descriptors";
  static final String SOURCE_INCARNATION = "source_incarnation";
  static final String LAYOUT_SUBSET = "allow_layout_subset";
  static final String TERMINAL = "terminal";
  static final String DEAD_INCARNATION = "dead_incarnation";
  static final String SUCCESS = "success";
  static final String COMPLETED = "completed_indices";

  static final String END_POINT_NAME = "end_point_name";
  static final String ELEMENT_INDEX = "element_index";
  static final String LABEL = "label";
  static final String FRAMEWORK = "framework";

  static final String MEM_TYPE = "mem_type";
  static final String DEVICE_ID = "device_Id"; // the capital is theirs
  static final String ADDRESS = "addr";
  static final String STRIDE = "stride";
  static final String COUNT = "count";
  static final String SIZE = "size";

  private Field() {}
}
