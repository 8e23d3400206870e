package kvproof.events.wire;

/** What conversion counts, under the name in lower case. */
public enum ConversionCount {
  /** A store that names a hash twice, or its own block as parent; it stores nothing. */
  MALFORMED,
  /** A store of blocks of another size; none of them is kept. */
  BLOCK_SIZE_MISMATCH,
  /** A store with tokens for fewer blocks than hashes; the blocks without tokens are not kept. */
  TOKENS_RAN_OUT,
  /**
   * A store with tokens for more blocks than hashes: the engine may have left out a hash in the
   * middle, and the tokens then belong to other hashes than they seem to.
   */
  POSSIBLE_MISPAIRING,
  /**
   * A store of pages that cannot be made into blocks: with objects of images, of token pairs, or
   * under a hash that another page has. None of its pages from there on is kept.
   */
  PAGES_NOT_COALESCED,
  /** Accepted events by the tier they are about; clears count by themselves. */
  DEVICE_EVENT,
  HOST_PINNED_EVENT,
  DISK_EVENT,
  EXTERNAL_EVENT,
  CLEAR
}
