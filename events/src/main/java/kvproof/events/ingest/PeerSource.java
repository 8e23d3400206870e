package kvproof.events.ingest;

import java.util.OptionalLong;
import kvproof.model.KvCacheEvent;

/** The publisher of a rank, which answers for what it published and for what it holds. */
@FunctionalInterface
public interface PeerSource {
  /**
   * Everything from {@code start} on; without a start, a dump. Blocks until there is an answer or
   * no hope of one.
   */
  RecoveryAnswer<KvCacheEvent> query(OptionalLong start);
}
