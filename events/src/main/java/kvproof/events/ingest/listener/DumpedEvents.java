package kvproof.events.ingest.listener;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import kvproof.events.MalformedStores;
import kvproof.events.routerevent.ResidencyDomain;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;

/** Applies the events of a dump up to the first that an index would refuse. */
final class DumpedEvents {
  private final Consumer<IndexStep> index;
  private final RouterEventBridge bridge;

  DumpedEvents(Consumer<IndexStep> index, RouterEventBridge bridge) {
    this.index = index;
    this.bridge = bridge;
  }

  /** How many changed something or could have; an event of an unknown domain is passed over. */
  long apply(List<RouterEvent> events) throws RejectedDumpException {
    long applied = 0;
    for (RouterEvent event : events) {
      if (event.domain() == ResidencyDomain.CACHE_OWNER && event.stateSource().isEmpty()) {
        throw new RejectedDumpException("event without its cache owner: " + event);
      }
      Optional<KvCacheEvent> change = bridge.toModel(event);
      if (change.isPresent()) {
        if (change.get() instanceof Stored stored && MalformedStores.isMalformed(stored)) {
          throw new RejectedDumpException("malformed store: " + event);
        }
        index.accept(change.get());
        applied++;
      }
    }
    return applied;
  }
}
