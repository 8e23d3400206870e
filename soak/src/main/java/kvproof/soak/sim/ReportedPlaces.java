package kvproof.soak.sim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;

/**
 * Where the blocks of one tier stand in their chains, as far as events have said so.
 *
 * <p>What is stored in a place replaces what was there. A block that was fetched or computed has no
 * place. All events of a tier, and all evictions, go through here.
 */
final class ReportedPlaces {
  private record Place(OptionalLong parent, long localHash) {}

  private final Map<Place, Long> hashByPlace = new HashMap<>();
  private final Map<Long, Place> placeByHash = new HashMap<>();

  /** Takes the blocks of a chain, unless it is malformed. */
  void store(BlockPool pool, Stored stored) {
    if (isMalformed(stored)) {
      return;
    }
    BlockHashes hashes = stored.externalHashes();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < hashes.size(); i++) {
      put(pool, hashes.at(i), new Place(parent, stored.localHashes().at(i)));
      parent = OptionalLong.of(hashes.at(i));
    }
  }

  private static boolean isMalformed(Stored stored) {
    BlockHashes hashes = stored.externalHashes();
    boolean isOwnParent =
        stored.parent().isPresent()
            && hashes.stream().anyMatch(hash -> hash == stored.parent().getAsLong());
    return isOwnParent || hashes.stream().distinct().count() < hashes.size();
  }

  private void put(BlockPool pool, long hash, Place place) {
    Long former = hashByPlace.get(place);
    if (former != null && former != hash) {
      evict(pool, former);
    }
    if (!pool.store(hash)) {
      throw new IllegalStateException(
          "no room for one more block: all of " + pool.slots() + " slots are taken");
    }
    leavePlace(hash);
    placeByHash.put(hash, place);
    hashByPlace.put(place, hash);
  }

  private void leavePlace(long hash) {
    Place place = placeByHash.remove(hash);
    if (place != null) {
      hashByPlace.remove(place);
    }
  }

  /** Lets a block go; what came of it. */
  BlockPool.Eviction evict(BlockPool pool, long hash) {
    BlockPool.Eviction eviction = pool.evict(hash);
    leavePlace(hash);
    return eviction;
  }

  void evictAll(BlockPool pool) {
    List<Long> held = pool.hashes().stream().boxed().toList();
    held.forEach(hash -> evict(pool, hash));
  }
}
