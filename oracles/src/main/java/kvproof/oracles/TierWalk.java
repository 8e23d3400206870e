package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * One rank's walk through one tier, along its own external hashes: {@code index.md} 3.2 and 4.5.
 *
 * <p>A block counts for a rank if the rank holds it or a cache owner that is projected to the rank
 * does. Cache owners hold no device blocks, so on the device that is the rank alone.
 */
record TierWalk(Inventories inventories, ResidencySnapshot residency, BlockHashes localHashes) {

  static final WalkPosition ROOT = new WalkPosition(0, OptionalLong.empty());

  /** The external hashes of the positions that the tier adds from here on. */
  List<Long> follow(StorageTier tier, WorkerWithDpRank rank, WalkPosition start) {
    List<Long> gained = new ArrayList<>();
    OptionalLong current = start.lastExternalHash();
    for (int position = start.position(); position < localHashes.size(); position++) {
      current = variantOf(rank, tier, new Place(current, localHashes.at(position)));
      if (current.isEmpty()) {
        break;
      }
      gained.add(current.getAsLong());
    }
    return gained;
  }

  /** The rank's own variant, else that of the smallest cache owner projected to it. */
  private OptionalLong variantOf(WorkerWithDpRank rank, StorageTier tier, Place place) {
    OptionalLong variant = inventories.hashAt(tier, rank, place);
    for (Map.Entry<CacheOwner, WorkerWithDpRank> projection : residency.projections().entrySet()) {
      if (variant.isEmpty() && projection.getValue().equals(rank)) {
        variant = inventories.hashAt(tier, projection.getKey(), place);
      }
    }
    return variant;
  }

  /** Ranks that hold the first block on the tier, themselves or through the projection. */
  SortedSet<WorkerWithDpRank> ranksAtRoot(StorageTier tier) {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    for (Owner owner : inventories.owners(tier)) {
      if (!localHashes.isEmpty() && holdsFirstBlock(tier, owner)) {
        switch (owner) {
          case WorkerWithDpRank rank -> ranks.add(rank);
          case CacheOwner cacheOwner -> {
            if (residency.projections().containsKey(cacheOwner)) {
              ranks.add(residency.projections().get(cacheOwner));
            }
          }
        }
      }
    }
    return ranks;
  }

  private boolean holdsFirstBlock(StorageTier tier, Owner owner) {
    Place first = new Place(OptionalLong.empty(), localHashes.at(0));
    return inventories.hashAt(tier, owner, first).isPresent();
  }
}
