package kvproof.events.ingest.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kvproof.events.ingest.HeldSets;
import kvproof.events.ingest.IndexUnavailableException;
import kvproof.events.routerevent.PartitionName;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;

/** Indexes of sets, with a log of what was opened and dropped. */
final class FakeIndexes implements IndexDirectory {
  private final Map<PartitionName, Index> open = new TreeMap<>();
  private final List<String> log = new ArrayList<>();

  /** Sets behind a gate, which removals wait at, and a switch that makes the index take nothing. */
  static final class Index implements PartitionIndex {
    final HeldSets held = new HeldSets();
    private volatile boolean isGone;
    private volatile CountDownLatch room = new CountDownLatch(0);
    private final CountDownLatch removalWaits = new CountDownLatch(1);

    @Override
    public void accept(IndexStep step) {
      if (isGone) {
        throw new IndexUnavailableException("planted: the lane is dead");
      }
      if (step instanceof KvCacheEvent.WorkerRemoved || step instanceof KvCacheEvent.RankRemoved) {
        removalWaits.countDown();
        await(room);
      }
      held.accept(step);
    }

    @Override
    public boolean holdsBlocks(WorkerWithDpRank rank) {
      return held.holdsAnythingOf(rank);
    }

    void die() {
      isGone = true;
    }

    void revive() {
      isGone = false;
    }

    /** Removals wait from now on until the latch is down. */
    CountDownLatch holdRemovals() {
      room = new CountDownLatch(1);
      return room;
    }

    void awaitRemoval() {
      await(removalWaits);
    }

    private static void await(CountDownLatch latch) {
      try {
        if (!latch.await(20, TimeUnit.SECONDS)) {
          throw new AssertionError("waited in vain");
        }
      } catch (InterruptedException interrupt) {
        throw new AssertionError("nobody interrupts this", interrupt);
      }
    }
  }

  @Override
  public synchronized PartitionIndex open(PartitionName partition, int blockSize) {
    log.add("open " + partition.model());
    var index = new Index();
    open.put(partition, index);
    return index;
  }

  @Override
  public synchronized void drop(PartitionName partition) {
    log.add("drop " + partition.model());
    open.remove(partition);
  }

  synchronized Index of(PartitionName partition) {
    Index index = open.get(partition);
    if (index == null) {
      throw new AssertionError("no index of " + partition);
    }
    return index;
  }

  synchronized List<String> log() {
    return List.copyOf(log);
  }
}
