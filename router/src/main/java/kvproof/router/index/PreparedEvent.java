package kvproof.router.index;

import kvproof.model.KvCacheEvent;
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

  /** Of a store: its parent is among its hashes, or a hash occurs twice. */
  boolean isMalformed() {
    return isMalformed;
  }
}
