package kvproof.events.ingest;

import java.util.HashSet;
import java.util.Set;
import kvproof.model.KvCacheEvent.Stored;

/** Stores that an index would refuse as a whole. */
public final class MalformedStores {
  private MalformedStores() {}

  /** Whether the parent is among the event's own hashes, or one of these occurs twice. */
  public static boolean isMalformed(Stored event) {
    Set<Long> seen = new HashSet<>();
    event.parent().ifPresent(seen::add);
    return !event.externalHashes().stream().allMatch(seen::add);
  }
}
