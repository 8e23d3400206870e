package kvproof.mocknixl.kvcr.message;

/** What stands in {@code type}. */
final class FrameType {
  static final String TARGET_METADATA = "target_metadata";
  static final String TARGET_METADATA_ACK = "target_metadata_ack";
  static final String START_WRITE = "start_write";
  static final String WRITE_PROBE = "write_probe";
  static final String WRITE_PROBE_ACK = "write_probe_ack";
  static final String WRITE_REFUSED = "write_refused";
  static final String WRITE_DONE = "write_done";

  private FrameType() {}
}
