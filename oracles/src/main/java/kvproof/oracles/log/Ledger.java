package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/**
 * The stores and removals of one owner on one tier since it last lost everything, newest first.
 *
 * <p>One rule answers every question (index.md 2.5, "As a set"): a block is held exactly if some
 * event stored it and no newer event names its place or its external hash. Duplicates, re-hashes
 * and moves need no case of their own.
 */
final class Ledger {
  private final Owner owner;
  private final StorageTier tier;
  private final List<KvCacheEvent> newestFirst;

  /** {@code newestFirst} has nothing but stores and removals of that owner and tier. */
  Ledger(Owner owner, StorageTier tier, List<KvCacheEvent> newestFirst) {
    this.owner = owner;
    this.tier = tier;
    this.newestFirst = newestFirst;
  }

  /** The external hash under which the place is held; empty if it is not. */
  OptionalLong hashAt(Place place) {
    for (int age = 0; age < newestFirst.size(); age++) {
      if (newestFirst.get(age) instanceof Stored stored) {
        int index = place.indexIn(stored);
        if (index >= 0) { // the newest store of this place: whatever was here before it is gone
          long hash = stored.externalHashes().at(index);
          return isHashNamedAfter(age, hash) ? OptionalLong.empty() : OptionalLong.of(hash);
        }
      }
    }
    return OptionalLong.empty();
  }

  /** Whether a block of this external hash is held, wherever it sits. */
  boolean holds(long hash) {
    for (int age = 0; age < newestFirst.size(); age++) {
      KvCacheEvent event = newestFirst.get(age);
      if (names(event, hash)) { // the newest word on this hash
        return event instanceof Stored stored
            && !isPlaceNamedAfter(age, Place.of(stored, indexOf(stored.externalHashes(), hash)));
      }
    }
    return false;
  }

  /** Everything held, newest store first. */
  List<HeldBlock> blocks() {
    List<HeldBlock> blocks = new ArrayList<>();
    for (int age = 0; age < newestFirst.size(); age++) {
      if (newestFirst.get(age) instanceof Stored stored) {
        for (int index = 0; index < stored.localHashes().size(); index++) {
          Place place = Place.of(stored, index);
          long hash = stored.externalHashes().at(index);
          if (!isHashNamedAfter(age, hash) && !isPlaceNamedAfter(age, place)) {
            blocks.add(new HeldBlock(tier, owner, place.parent(), place.localHash(), hash));
          }
        }
      }
    }
    return blocks;
  }

  private boolean isHashNamedAfter(int age, long hash) {
    for (int newer = 0; newer < age; newer++) {
      if (names(newestFirst.get(newer), hash)) {
        return true;
      }
    }
    return false;
  }

  private boolean isPlaceNamedAfter(int age, Place place) {
    for (int newer = 0; newer < age; newer++) {
      if (newestFirst.get(newer) instanceof Stored stored && place.indexIn(stored) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean names(KvCacheEvent event, long hash) {
    return switch (event) {
      case Stored stored -> indexOf(stored.externalHashes(), hash) >= 0;
      case Removed removed -> indexOf(removed.externalHashes(), hash) >= 0;
      case Cleared _, RankRemoved _, WorkerRemoved _ -> false;
    };
  }

  static int indexOf(BlockHashes hashes, long hash) {
    for (int index = 0; index < hashes.size(); index++) {
      if (hashes.at(index) == hash) {
        return index;
      }
    }
    return -1;
  }
}
