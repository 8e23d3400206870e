package kvproof.router.fetch;

import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.router.index.Lookup;

/** Turns a choice into the hint that its target receives. */
public final class HintBuilder {
  private HintBuilder() {}

  /**
   * The hint to fetch from a chosen source, root-aligned up to the credited end.
   *
   * @param messageId id of the request
   * @param source owner number of an eligible source
   * @param end credited end, at least 1
   */
  public static KvHint build(
      String messageId, Lookup lookup, SourceDirectory directory, int source, int end) {
    return KvHint.fetch(messageId, chain(lookup, end), directory.endpoint(source));
  }

  /** The chain's first {@code end} external hashes. */
  public static BlockHashes chain(Lookup lookup, int end) {
    long[] hashes = new long[end];
    for (int position = 0; position < end; position++) {
      hashes[position] = lookup.chainAt(position);
    }
    return BlockHashes.of(hashes);
  }
}
