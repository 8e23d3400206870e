package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.ConcurrentRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/** The plainest router for threads, one lock around an oracle, with a fault that it was given. */
final class LockedRouter implements ConcurrentRouter {
  enum Fault {
    NONE,
    /** A store of a lower tier waits for the next one, whatever happens on the device meanwhile. */
    TIERS_OF_THEIR_OWN,
    /** The last event of a rank waits for its next one, whoever flushes. */
    FLUSH_WAITS_FOR_NOTHING,
    /** Every removal is applied before the event that was handed over before it. */
    REMOVALS_OVERTAKE,
    /** Now and then an event is dropped. */
    EVENT_LOST,
    /** A store can be seen block by block. */
    TORN_STORE,
    /** Counts are those of the event before. */
    COUNT_BEHIND,
    /** What was held before tracking began is not counted. */
    NO_BACKFILL,
    /** Who lost its lane keeps its count. */
    DEAD_KEEPS_COUNT,
    /** Who lost its lane loses its blocks too. */
    DEAD_LOSES_BLOCKS,
    /** A flush that cannot be kept says that it was. */
    DEAD_FLUSHES,
    /** A flush that cannot be kept waits for ever. */
    DEAD_HANGS,
    CLOSE_HANGS,
    /** A bug meets whoever asks. */
    ANSWER_FAILS
  }

  private final Fault fault;
  private final OwnerInventoryOracle index = new OwnerInventoryOracle();
  private final Set<WorkerWithDpRank> dead = new HashSet<>();
  private final Set<WorkerWithDpRank> counted = new HashSet<>();
  private Optional<KvCacheEvent> late = Optional.empty();
  private OptionalLong countBefore = OptionalLong.empty();
  private boolean tracks;
  private int taken;

  LockedRouter(Fault fault) {
    this.fault = fault;
  }

  @Override
  public synchronized boolean enqueue(KvCacheEvent event) {
    if (owner(event).filter(dead::contains).isPresent()) {
      return false;
    }
    taken++;
    if (fault == Fault.EVENT_LOST && taken % 7 == 0) {
      return true;
    }
    if (isToWait(event)) {
      late.ifPresent(this::take);
      late = Optional.of(event);
      return true;
    }
    if (fault == Fault.TORN_STORE && event instanceof Stored stored) {
      applyInParts(stored);
      return true;
    }
    if (fault == Fault.TIERS_OF_THEIR_OWN) {
      take(event);
      return true;
    }
    if (fault == Fault.REMOVALS_OVERTAKE) {
      take(event);
      late.ifPresent(this::take);
      late = Optional.empty();
      return true;
    }
    late.ifPresent(this::take);
    late = Optional.empty();
    take(event);
    return true;
  }

  private boolean isToWait(KvCacheEvent event) {
    return switch (fault) {
      case TIERS_OF_THEIR_OWN ->
          event instanceof Stored stored && stored.tier() != StorageTier.DEVICE;
      case FLUSH_WAITS_FOR_NOTHING -> true;
      case REMOVALS_OVERTAKE -> !(event instanceof Removed);
      default -> false;
    };
  }

  /** Readers come in between, as they do where there is no lock at all. */
  private void applyInParts(Stored stored) {
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      take(
          new Stored(
              stored.owner(),
              stored.tier(),
              parent,
              stored.localHashes().slice(i, i + 1),
              stored.externalHashes().slice(i, i + 1)));
      parent = OptionalLong.of(stored.externalHashes().at(i));
      try {
        wait(1);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void take(KvCacheEvent event) {
    Optional<WorkerWithDpRank> rank =
        owner(event).filter(WorkerWithDpRank.class::isInstance).map(WorkerWithDpRank.class::cast);
    countBefore = rank.map(index::residentBlocks).orElse(OptionalLong.empty());
    index.apply(event);
    if (event instanceof RankRemoved) {
      counted.removeAll(rank.stream().toList());
    } else if (tracks) {
      rank.ifPresent(counted::add);
    }
  }

  private static Optional<Owner> owner(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> Optional.of(stored.owner());
      case Removed removed -> Optional.of(removed.owner());
      case RankRemoved removed -> Optional.of(removed.rank());
      case KvCacheEvent.Cleared cleared -> cleared.rank().map(rank -> rank);
      case KvCacheEvent.WorkerRemoved _ -> Optional.empty();
    };
  }

  @Override
  public synchronized boolean enqueue(WorkerWithDpRank rank, Runnable task) {
    try {
      task.run();
    } catch (IllegalStateException planted) {
      dead.add(rank);
      if (fault == Fault.DEAD_LOSES_BLOCKS) {
        index.apply(KvCacheEvent.Cleared.of(rank));
      }
    }
    return true;
  }

  @Override
  public synchronized boolean flush() {
    if (fault != Fault.FLUSH_WAITS_FOR_NOTHING) {
      late.ifPresent(this::take);
      late = Optional.empty();
    }
    if (fault == Fault.DEAD_HANGS && !dead.isEmpty()) {
      waitForEver();
    }
    return dead.isEmpty() || fault == Fault.DEAD_FLUSHES;
  }

  @Override
  public boolean flush(WorkerWithDpRank rank) {
    synchronized (this) {
      if (!dead.contains(rank)) {
        late.filter(event -> fault != Fault.FLUSH_WAITS_FOR_NOTHING).ifPresent(this::take);
        late = late.filter(event -> fault == Fault.FLUSH_WAITS_FOR_NOTHING);
        return true;
      }
    }
    return false;
  }

  @Override
  public synchronized boolean trackResidentBlocks() {
    tracks = true;
    return true;
  }

  @Override
  public synchronized ApplyStatus apply(KvCacheEvent event) {
    return index.apply(event);
  }

  @Override
  public synchronized void replace(ResidencySnapshot snapshot) {
    index.replace(snapshot);
  }

  @Override
  public synchronized void replace(WorkerSnapshot snapshot) {
    index.replace(snapshot);
  }

  @Override
  public synchronized void replace(StreamState state) {
    index.replace(state);
  }

  private synchronized void waitForEver() {
    try {
      while (true) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized Answer answer(Request request) {
    if (fault == Fault.ANSWER_FAILS && taken > 5) {
      throw new IllegalStateException("planted");
    }
    return index.answer(request);
  }

  @Override
  public synchronized OptionalLong residentBlocks(WorkerWithDpRank rank) {
    if (!tracks
        || (dead.contains(rank) && fault != Fault.DEAD_KEEPS_COUNT)
        || (fault == Fault.NO_BACKFILL && !counted.contains(rank))) {
      return OptionalLong.empty();
    }
    return fault == Fault.COUNT_BEHIND ? countBefore : index.residentBlocks(rank);
  }

  @Override
  public synchronized List<HeldBlock> heldBlocks() {
    return new ArrayList<>(index.heldBlocks());
  }

  @Override
  public synchronized TierStatistics statistics(StorageTier tier) {
    return index.statistics(tier);
  }

  @Override
  public void close() {
    if (fault == Fault.CLOSE_HANGS) {
      waitForEver();
    }
  }
}
