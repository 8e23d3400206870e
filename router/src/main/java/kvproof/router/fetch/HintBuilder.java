package kvproof.router.fetch;

import java.util.Optional;
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

  /**
   * The same, if the stored source still is one for its target; never another source instead.
   *
   * <p>What may have changed since the choice is looked at again: whether the source is there, its
   * worker type against the target's, its endpoint, a gap in its event stream. Islands are not.
   *
   * @param directory of the look-up's residency snapshot and the workers as they are now
   * @param target owner number of the chosen rank
   */
  public static Optional<KvHint> rechecked(
      String messageId, Lookup lookup, SourceDirectory directory, int target, int source, int end) {
    int type = directory.targetType(target);
    if (end == 0
        || type == SourceDirectory.NONE
        || directory.ineligibility(source) != null
        || directory.sourceType(source) != type) {
      return Optional.empty();
    }
    return Optional.of(build(messageId, lookup, directory, source, end));
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
