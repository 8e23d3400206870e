package kvproof.oracles;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Which blocks each cache holds, by external hash: what was stored, less what was removed or
 * replaced in its place.
 */
final class FetchCaches {
  private static final List<StorageTier> OWN_TIERS = List.of(DEVICE, HOST_PINNED);

  private record Cache(Owner owner, StorageTier tier) {}

  /** Place by external hash; a fetched, computed or fresh block has none. */
  private final Map<Cache, Map<Long, Optional<Place>>> caches = new HashMap<>();

  private ResidencySnapshot residency = ResidencySnapshot.empty();

  void take(IndexStep step) {
    switch (step) {
      case Stored stored -> store(stored);
      case Removed(var owner, var tier, var hashes) ->
          hashes.stream().forEach(blocks(owner, tier)::remove);
      case Cleared(var rank, var cacheOwner) -> {
        rank.ifPresent(this::empty);
        cacheOwner.ifPresent(this::empty);
      }
      case RankRemoved(var rank) -> empty(rank);
      case WorkerRemoved(long workerId) ->
          caches
              .keySet()
              .removeIf(
                  cache ->
                      cache.owner() instanceof WorkerWithDpRank rank
                          && rank.workerId() == workerId);
      case ResidencySnapshot snapshot -> residency = snapshot;
      case WorkerSnapshot _, StreamState _ -> {}
    }
  }

  private void store(Stored stored) {
    boolean isRefused = stored.tier() == DEVICE && !(stored.owner() instanceof WorkerWithDpRank);
    if (isRefused || isMalformed(stored)) {
      return;
    }
    Map<Long, Optional<Place>> blocks = blocks(stored.owner(), stored.tier());
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      Optional<Place> place = Optional.of(new Place(parent, stored.localHashes().at(i)));
      blocks.values().remove(place); // whatever was in this place before
      blocks.put(stored.externalHashes().at(i), place);
      parent = OptionalLong.of(stored.externalHashes().at(i));
    }
  }

  private static boolean isMalformed(Stored stored) {
    Set<Long> hashes = new HashSet<>(stored.externalHashes().stream().boxed().toList());
    boolean isOwnParent =
        stored.parent().isPresent() && hashes.contains(stored.parent().getAsLong());
    return isOwnParent || hashes.size() < stored.externalHashes().size();
  }

  /** The blocks of the owner itself on one tier. */
  Set<Long> own(Owner owner, StorageTier tier) {
    return Set.copyOf(blocks(owner, tier).keySet());
  }

  /** The host-pinned blocks of all cache owners that are projected to the owner. */
  Set<Long> projected(Owner owner) {
    Set<Long> hashes = new HashSet<>();
    residency
        .projections()
        .forEach(
            (cacheOwner, rank) -> {
              if (rank.equals(owner)) {
                hashes.addAll(own(cacheOwner, HOST_PINNED));
              }
            });
    return hashes;
  }

  /** Adds a block of which no event tells. */
  void add(Owner owner, StorageTier tier, long hash) {
    blocks(owner, tier).put(hash, Optional.empty());
  }

  /** The block leaves every tier of the owner itself. */
  void evict(Owner owner, long hash) {
    OWN_TIERS.forEach(tier -> blocks(owner, tier).remove(hash));
  }

  /** The block leaves every tier of the owner itself, and another one comes wherever it was. */
  void replace(Owner owner, long hash, long fresh) {
    for (StorageTier tier : OWN_TIERS) {
      if (own(owner, tier).contains(hash)) {
        blocks(owner, tier).remove(hash);
        add(owner, tier, fresh);
      }
    }
  }

  /** The owner itself holds nothing any more. */
  void empty(Owner owner) {
    caches.keySet().removeIf(cache -> cache.owner().equals(owner));
  }

  private Map<Long, Optional<Place>> blocks(Owner owner, StorageTier tier) {
    return caches.computeIfAbsent(new Cache(owner, tier), cache -> new HashMap<>());
  }
}
