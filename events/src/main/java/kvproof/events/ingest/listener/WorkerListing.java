package kvproof.events.ingest.listener;

import java.util.List;
import kvproof.events.routerevent.PartitionName;

/** A registered worker with its listeners, in the order of their ranks. */
public record WorkerListing(
    long workerId, PartitionName partition, ListenerState state, List<ListenerStatus> listeners) {
  public WorkerListing {
    listeners = List.copyOf(listeners);
  }
}
