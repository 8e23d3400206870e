package kvproof.events.wire;

import kvproof.events.MalformedBatchException;

/** The names of the events. */
final class EventTags {
  static final String BLOCK_STORED = "BlockStored";
  static final String BLOCK_REMOVED = "BlockRemoved";
  static final String ALL_BLOCKS_CLEARED = "AllBlocksCleared";
  static final String IGNORED = "Ignored";

  private static final int SHOWN_CHARACTERS = 40;

  private EventTags() {}

  static MalformedBatchException unknown(String tag) {
    return new MalformedBatchException(
        "unknown event '" + tag.substring(0, Math.min(tag.length(), SHOWN_CHARACTERS)) + "'");
  }
}
