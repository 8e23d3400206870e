package kvproof.events;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;

/** Stores that an index would refuse as a whole. */
public final class MalformedStores {
  private MalformedStores() {}

  public static boolean isMalformed(Stored event) {
    return isMalformed(event.parent(), event.externalHashes());
  }

  /** Whether the parent is among the blocks' own hashes, or one of these occurs twice. */
  public static boolean isMalformed(OptionalLong parent, BlockHashes externalHashes) {
    Set<Long> seen = new HashSet<>();
    parent.ifPresent(seen::add);
    return !externalHashes.stream().allMatch(seen::add);
  }
}
