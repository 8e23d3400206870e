package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.ApplyStatus;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;

/**
 * The events as they came, and what can be read from them backwards (index.md 2.2 to 2.5).
 *
 * <p>An event that was refused changes nothing and is not written down. Ledgers are cut from the
 * log when a question needs one and thrown away with the next event. States of streams stand in a
 * list of their own, with the events between them.
 */
public final class EventLog {
  private record OwnerOnTier(Owner owner, StorageTier tier) {}

  private final List<KvCacheEvent> events = new ArrayList<>();

  /** Every event, refused ones too, and every state of a stream. */
  private final List<IndexStep> aboutStreams = new ArrayList<>();

  /** Looked up, never iterated. */
  private final Map<OwnerOnTier, Ledger> ledgers = new HashMap<>();

  public ApplyStatus append(KvCacheEvent event) {
    ApplyStatus status = statusOf(event);
    aboutStreams.add(event);
    switch (status) {
      case OK, BLOCK_NOT_FOUND -> {
        events.add(event);
        ledgers.clear();
      }
      case INVALID_BLOCK, UNSUPPORTED_RESIDENCY_DOMAIN -> {}
    }
    return status;
  }

  public void append(StreamState state) {
    aboutStreams.add(state);
  }

  /** The last word on the owner's stream: a state, or the loss of all that it held (6.9). */
  boolean isGapped(Owner owner) {
    for (IndexStep step : aboutStreams.reversed()) {
      if (step instanceof StreamState state && state.owner().equals(owner)) {
        return state.isGapped();
      }
      if (step instanceof KvCacheEvent event && wipes(event, owner)) {
        return false;
      }
    }
    return false;
  }

  /** Checked in this order: domain (2.2), malformed (2.5), then whether a removal hits (2.5). */
  private ApplyStatus statusOf(KvCacheEvent event) {
    return switch (event) {
      case Stored stored when isUnsupported(stored.owner(), stored.tier()) ->
          ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
      case Removed removed when isUnsupported(removed.owner(), removed.tier()) ->
          ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
      case Stored stored when isMalformed(stored) -> ApplyStatus.INVALID_BLOCK;
      case Removed(Owner owner, StorageTier tier, var hashes)
          when !hashes.stream().allMatch(ledger(owner, tier)::holds) ->
          ApplyStatus.BLOCK_NOT_FOUND;
      case Stored _, Removed _, Cleared _, RankRemoved _, WorkerRemoved _ -> ApplyStatus.OK;
    };
  }

  private static boolean isUnsupported(Owner owner, StorageTier tier) {
    return owner instanceof CacheOwner && tier == StorageTier.DEVICE;
  }

  private static boolean isMalformed(Stored stored) {
    boolean ownParent =
        stored.parent().isPresent()
            && Ledger.indexOf(stored.externalHashes(), stored.parent().getAsLong()) >= 0;
    long distinct = stored.externalHashes().stream().distinct().count();
    return ownParent || distinct < stored.externalHashes().size();
  }

  /** What an owner's tier went through since the owner last lost everything. */
  Ledger ledger(Owner owner, StorageTier tier) {
    return ledgers.computeIfAbsent(
        new OwnerOnTier(owner, tier), _ -> new Ledger(owner, tier, newestFirst(owner, tier)));
  }

  private List<KvCacheEvent> newestFirst(Owner owner, StorageTier tier) {
    List<KvCacheEvent> found = new ArrayList<>();
    for (KvCacheEvent event : events.reversed()) {
      if (wipes(event, owner)) {
        break;
      }
      boolean concerns =
          switch (event) {
            case Stored stored -> stored.owner().equals(owner) && stored.tier() == tier;
            case Removed removed -> removed.owner().equals(owner) && removed.tier() == tier;
            case Cleared _, RankRemoved _, WorkerRemoved _ -> false;
          };
      if (concerns) {
        found.add(event);
      }
    }
    return found;
  }

  /** Whether the owner loses all it holds, on every tier (2.5 Cleared, Remove rank and worker). */
  private static boolean wipes(KvCacheEvent event, Owner owner) {
    return switch (event) {
      case Cleared(var rank, var cacheOwner) ->
          rank.equals(Optional.of(owner)) || cacheOwner.equals(Optional.of(owner));
      case RankRemoved _, WorkerRemoved _ -> forgets(event, owner);
      case Stored _, Removed _ -> false;
    };
  }

  private static boolean forgets(KvCacheEvent event, Owner owner) {
    return switch (event) {
      case RankRemoved(var rank) -> rank.equals(owner);
      case WorkerRemoved(long workerId) ->
          owner instanceof WorkerWithDpRank(long id, int _) && id == workerId;
      case Stored _, Removed _, Cleared _ -> false;
    };
  }

  /** Blocks on the device of a seen rank: one with a device store since it was last forgotten. */
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    for (KvCacheEvent event : events.reversed()) {
      if (forgets(event, rank)) {
        break;
      }
      if (event instanceof Stored stored
          && stored.owner().equals(rank)
          && stored.tier() == StorageTier.DEVICE) {
        return OptionalLong.of(ledger(rank, StorageTier.DEVICE).blocks().size());
      }
    }
    return OptionalLong.empty();
  }

  /** Whether a tier exists: by a store or a removal, even one that changed nothing (2.3). */
  boolean hasTier(StorageTier tier) {
    for (KvCacheEvent event : events) {
      boolean ofTier =
          switch (event) {
            case Stored stored -> stored.tier() == tier;
            case Removed removed -> removed.tier() == tier;
            case Cleared _, RankRemoved _, WorkerRemoved _ -> false;
          };
      if (ofTier) {
        return true;
      }
    }
    return false;
  }

  /** Whoever stored anything ever; nobody else can hold a block. */
  SortedSet<Owner> owners() {
    SortedSet<Owner> owners = new TreeSet<>();
    for (KvCacheEvent event : events) {
      if (event instanceof Stored stored) {
        owners.add(stored.owner());
      }
    }
    return owners;
  }

  /** Every block of every owner, in {@link HeldBlock#DUMP_ORDER}. */
  public List<HeldBlock> blocks() {
    List<HeldBlock> blocks = new ArrayList<>();
    for (Owner owner : owners()) {
      for (StorageTier tier : StorageTier.values()) {
        blocks.addAll(ledger(owner, tier).blocks());
      }
    }
    blocks.sort(HeldBlock.DUMP_ORDER);
    return blocks;
  }
}
