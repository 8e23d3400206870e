package kvproof.router.index;

import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;

/** Does of an event what needs no index, so that it is done once for several. For one thread. */
public final class EventPreparer {
  private final HashMarks marks = new HashMarks();

  public PreparedEvent prepare(KvCacheEvent event) {
    if (event instanceof Stored stored) {
      StoredChain chain = StoredChain.of(stored);
      return new PreparedEvent(event, chain, chain.isMalformed(marks));
    }
    return new PreparedEvent(event, null, false);
  }
}
