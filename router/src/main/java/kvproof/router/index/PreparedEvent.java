package kvproof.router.index;

import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import org.jspecify.annotations.Nullable;

/**
 * An event, and what can be said of it without any index; made by an {@link EventPreparer}.
 *
 * <p>May be applied to any number of indexes, by any threads: applying it does not change it.
 */
public final class PreparedEvent {
  private final KvCacheEvent event;
  private final @Nullable StoredChain chain;
  private final boolean isMalformed;

  PreparedEvent(KvCacheEvent event, @Nullable StoredChain chain, boolean isMalformed) {
    this.event = event;
    this.chain = chain;
    this.isMalformed = isMalformed;
  }

  public KvCacheEvent event() {
    return event;
  }

  /** What is to be stored; for stores alone. */
  StoredChain chain() {
    if (chain == null) {
      throw new IllegalStateException("no store: " + event);
    }
    return chain;
  }

  /** The tier that is stored on or removed from; null for what is of no tier. */
  @Nullable StorageTier tier() {
    return switch (event) {
      case Stored stored -> stored.tier();
      case Removed removed -> removed.tier();
      default -> null;
    };
  }

  /** External hashes that are stored or removed. */
  long[] externalHashes() {
    return switch (event) {
      case Stored _ -> chain().external;
      case Removed removed -> removed.externalHashes().toArray();
      default -> new long[0];
    };
  }

  /** Of a store: its parent is among its hashes, or a hash occurs twice. */
  boolean isMalformed() {
    return isMalformed;
  }
}
