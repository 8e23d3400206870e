package kvproof.soak.front;

import java.util.Map;
import java.util.TreeMap;
import kvproof.events.ingest.IndexUnavailableException;
import kvproof.events.ingest.listener.IndexDirectory;
import kvproof.events.ingest.listener.PartitionIndex;
import kvproof.events.routerevent.PartitionName;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.LanedRouter;

/** A router with lanes for each partition. */
final class LanedIndexes implements IndexDirectory, AutoCloseable {
  private final int lanes;
  private final Map<PartitionName, LanedRouter> routers = new TreeMap<>();

  LanedIndexes(int lanes) {
    this.lanes = lanes;
  }

  private record LanedIndex(LanedRouter router) implements PartitionIndex {
    @Override
    public void accept(IndexStep step) {
      boolean isTaken =
          switch (step) {
            case KvCacheEvent event -> router.enqueue(event);
            case StreamState state -> router.lanes().enqueue(state);
            case ResidencySnapshot snapshot -> {
              router.replace(snapshot);
              yield true;
            }
            case WorkerSnapshot snapshot -> {
              router.replace(snapshot);
              yield true;
            }
          };
      if (!isTaken) {
        throw new IndexUnavailableException("no lane takes " + step);
      }
    }

    @Override
    public boolean holdsBlocks(WorkerWithDpRank rank) {
      router.flush(rank);
      return router.heldBlocks().stream().anyMatch(block -> block.owner().equals(rank));
    }
  }

  @Override
  public synchronized PartitionIndex open(PartitionName partition, int blockSize) {
    var router = new LanedRouter(lanes);
    router.trackResidentBlocks();
    routers.put(partition, router);
    return new LanedIndex(router);
  }

  @Override
  public synchronized void drop(PartitionName partition) {
    LanedRouter dropped = routers.remove(partition);
    if (dropped != null) {
      dropped.close();
    }
  }

  synchronized LanedRouter of(PartitionName partition) {
    LanedRouter router = routers.get(partition);
    if (router == null) {
      throw new AssertionError("no index of " + partition);
    }
    return router;
  }

  @Override
  public synchronized void close() {
    routers.values().forEach(LanedRouter::close);
  }
}
