package kvproof.router.index;

import java.util.OptionalLong;
import kvproof.model.ApplyStatus;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;

/** What events make of an index: blocks on tiers, and besides seen ranks, gaps and counters. */
final class IndexContent {
  private final OwnerTable owners;
  private final TierTable tiers;
  private final StoreCounters counters = new StoreCounters();
  private final OwnerFlags seen = new OwnerFlags();
  private final OwnerFlags gapped = new OwnerFlags();

  IndexContent(OwnerTable owners, TierTable tiers) {
    this.owners = owners;
    this.tiers = tiers;
  }

  /** Becomes as another one is; owner numbers are the same. */
  void set(IndexContent other) {
    tiers.storeAll(other.tiers);
    counters.set(other.counters);
    seen.set(other.seen);
    gapped.set(other.gapped);
  }

  ApplyStatus apply(PreparedEvent prepared) {
    return switch (prepared.event()) {
      case Stored stored -> store(stored, prepared);
      case Removed removed -> remove(removed);
      case Cleared cleared -> {
        cleared.rank().ifPresent(this::clear);
        cleared.cacheOwner().ifPresent(this::clear);
        yield ApplyStatus.OK;
      }
      case RankRemoved removed -> {
        forget(removed.rank());
        yield ApplyStatus.OK;
      }
      case WorkerRemoved removed -> {
        forgetWorker(removed.workerId());
        yield ApplyStatus.OK;
      }
    };
  }

  /** Notes whether the stream of an owner misses something; no block changes. */
  void mark(StreamState state) {
    int owner = owners.numberOf(state.owner());
    if (state.isGapped()) {
      gapped.set(owner);
    } else {
      gapped.clear(owner);
    }
  }

  long gapped(int word) {
    return gapped.word(word);
  }

  private static boolean isUnsupported(Owner owner, StorageTier tier) {
    return owner instanceof CacheOwner && tier == StorageTier.DEVICE;
  }

  private ApplyStatus store(Stored event, PreparedEvent prepared) {
    StorageTier tier = event.tier();
    if (isUnsupported(event.owner(), tier)) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    if (prepared.isMalformed()) {
      counters.countMalformed(tier);
      return ApplyStatus.INVALID_BLOCK;
    }
    int owner = owners.numberOf(event.owner());
    if (tier == StorageTier.DEVICE) {
      seen.set(owner);
    }
    BlockIndex index = tiers.obtain(tier);
    StoredChain chain = prepared.chain();
    if (chain.length() > 0) {
      if (index.wouldDetach(owner, chain)) {
        counters.countDetached(tier);
      }
      if (!index.store(owner, chain)) {
        counters.countDuplicate(tier);
      }
    }
    return ApplyStatus.OK;
  }

  private ApplyStatus remove(Removed event) {
    if (isUnsupported(event.owner(), event.tier())) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    BlockIndex index = tiers.obtain(event.tier());
    int owner = owners.find(event.owner());
    boolean allKnown = index.remove(owner, event.externalHashes());
    return allKnown ? ApplyStatus.OK : ApplyStatus.BLOCK_NOT_FOUND;
  }

  /** What the owner holds is known again: nothing. */
  private void clear(Owner owner) {
    int number = owners.find(owner);
    if (number >= 0) {
      tiers.clear(number);
      gapped.clear(number);
    }
  }

  private void forget(WorkerWithDpRank rank) {
    clear(rank);
    int number = owners.find(rank);
    if (number >= 0) {
      seen.clear(number);
    }
  }

  private void forgetWorker(long workerId) {
    for (int number = 0; number < owners.size(); number++) {
      if (owners.owner(number) instanceof WorkerWithDpRank rank && rank.workerId() == workerId) {
        forget(rank);
      }
    }
  }

  /** Device blocks of a rank, reachable or not; empty for a rank that is not seen. */
  OptionalLong residentBlocks(WorkerWithDpRank rank) {
    int number = owners.find(rank);
    return number >= 0 && seen.has(number)
        ? OptionalLong.of(tiers.device().held(number))
        : OptionalLong.empty();
  }

  TierStatistics statistics(StorageTier tier) {
    return counters.of(tier);
  }
}
