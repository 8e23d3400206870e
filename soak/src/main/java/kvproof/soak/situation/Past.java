package kvproof.soak.situation;

import static kvproof.model.ApplyStatus.OK;

import java.util.HashSet;
import java.util.Set;
import kvproof.model.ApplyStatus;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** What a case did so far, where the inventories no longer show it. */
final class Past {
  record Block(StorageTier tier, Owner owner, long externalHash) {}

  private final Set<Block> removed = new HashSet<>();
  private final Set<WorkerWithDpRank> removedRanks = new HashSet<>();
  private final Set<Long> removedWorkers = new HashSet<>();

  /** The block was held, then removed by its hash, and not stored since. */
  boolean wasRemoved(Block block) {
    return removed.contains(block);
  }

  /** The rank held something when it was removed, and stored nothing since. */
  boolean wasRemoved(WorkerWithDpRank rank) {
    return removedRanks.contains(rank);
  }

  /** The worker held something when it was removed, and stored nothing since. */
  boolean wasRemoved(long workerId) {
    return removedWorkers.contains(workerId);
  }

  void add(KvCacheEvent event, ApplyStatus status, Holdings before) {
    switch (event) {
      case Stored stored -> {
        if (status == OK && !stored.externalHashes().isEmpty()) {
          forget(stored);
        }
      }
      case Removed(var owner, var tier, var hashes) ->
          hashes.stream()
              .filter(hash -> before.holds(tier, owner, hash))
              .forEach(hash -> removed.add(new Block(tier, owner, hash)));
      case Cleared _ -> {}
      case RankRemoved(var rank) -> {
        if (before.holdsAnything(rank)) {
          removedRanks.add(rank);
        }
      }
      case WorkerRemoved(long workerId) -> {
        if (EventScene.holdingRanks(before, workerId) > 0) {
          removedWorkers.add(workerId);
        }
      }
    }
  }

  private void forget(Stored stored) {
    stored.externalHashes().stream()
        .forEach(hash -> removed.remove(new Block(stored.tier(), stored.owner(), hash)));
    if (stored.owner() instanceof WorkerWithDpRank rank) {
      removedRanks.remove(rank);
      removedWorkers.remove(rank.workerId());
    }
  }
}
