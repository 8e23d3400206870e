package kvproof.soak.run;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/** A right router with counters of its own, kept with the fault that it was given. */
final class MiscountingRouter implements CountingRouter {
  enum Fault {
    NONE,
    STORES_NOT_COUNTED,
    REMOVALS_NOT_COUNTED,
    /** Adds and takes away instead of telling the size. */
    SUMS,
    NO_BACKFILL,
    CLEAR_DELETES,
    OUTLIVES_ITS_RANK,
    /** A removal or clear makes a counter for a rank that never stored anything. */
    SEEN_BY_ANY_EVENT,
    /** Other tiers count too. */
    EVERY_TIER,
    OTHER_INVENTORY
  }

  private final Fault fault;
  private final ReferenceRouter index = new ReferenceRouter();
  private final SortedMap<WorkerWithDpRank, Long> counters = new TreeMap<>();
  private final SortedMap<WorkerWithDpRank, Long> hostBlocks = new TreeMap<>();
  private final Set<Owner> stored = new TreeSet<>();
  private boolean tracks;

  MiscountingRouter(Fault fault) {
    this.fault = fault;
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    ApplyStatus status = index.apply(event);
    if (event instanceof Stored store) {
      stored.add(store.owner());
    }
    if (tracks) {
      count(event, status);
    }
    return status;
  }

  private void count(KvCacheEvent event, ApplyStatus status) {
    switch (event) {
      case Stored store -> {
        if (fault == Fault.EVERY_TIER && store.tier() == StorageTier.HOST_PINNED) {
          add(hostBlocks, store.owner(), store.externalHashes().size());
        }
        if (fault == Fault.SUMS && status == ApplyStatus.OK && isOnDevice(store.tier())) {
          add(counters, store.owner(), store.externalHashes().size());
        } else if (fault != Fault.STORES_NOT_COUNTED && fault != Fault.SUMS) {
          write(store.owner());
        }
      }
      case Removed removed -> {
        if (fault == Fault.SUMS && isOnDevice(removed.tier())) {
          add(counters, removed.owner(), -removed.externalHashes().size());
        } else if (fault != Fault.REMOVALS_NOT_COUNTED && fault != Fault.SUMS) {
          write(removed.owner());
        }
      }
      case Cleared cleared ->
          cleared
              .rank()
              .ifPresent(
                  rank -> {
                    write(rank);
                    if (fault == Fault.CLEAR_DELETES) {
                      counters.remove(rank);
                    }
                  });
      case RankRemoved(var rank) -> leave(rank);
      case WorkerRemoved(long workerId) ->
          List.copyOf(counters.keySet()).stream()
              .filter(rank -> rank.workerId() == workerId)
              .forEach(this::leave);
    }
  }

  private static boolean isOnDevice(StorageTier tier) {
    return tier == StorageTier.DEVICE;
  }

  private void leave(WorkerWithDpRank rank) {
    if (fault != Fault.OUTLIVES_ITS_RANK) {
      counters.remove(rank);
    }
  }

  private static void add(SortedMap<WorkerWithDpRank, Long> sums, Owner owner, long blocks) {
    if (owner instanceof WorkerWithDpRank rank) {
      sums.merge(rank, blocks, Long::sum);
    }
  }

  private void write(Owner owner) {
    if (owner instanceof WorkerWithDpRank rank) {
      OptionalLong held = index.residentBlocks(rank);
      if (held.isPresent()) {
        counters.put(rank, held.getAsLong() + hostBlocks.getOrDefault(rank, 0L));
      } else if (fault == Fault.SEEN_BY_ANY_EVENT) {
        counters.put(rank, 0L);
      }
    }
  }

  @Override
  public boolean trackResidentBlocks() {
    if (!tracks && fault != Fault.NO_BACKFILL) {
      stored.forEach(this::write);
    }
    tracks = true;
    return true;
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    index.replace(snapshot);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    index.replace(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    index.replace(state);
  }

  @Override
  public Answer answer(Request request) {
    return index.answer(request);
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    if (!tracks) {
      return index.residentBlocks(rank);
    }
    Long counter = counters.get(rank);
    return counter == null ? OptionalLong.empty() : OptionalLong.of(counter);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    List<HeldBlock> held = index.heldBlocks();
    return tracks && fault == Fault.OTHER_INVENTORY && !held.isEmpty()
        ? held.subList(0, held.size() - 1)
        : held;
  }

  @Override
  public TierStatistics statistics(StorageTier tier) {
    return index.statistics(tier);
  }
}
