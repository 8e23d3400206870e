package kvproof.oracles;

import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * What the chain and the intervals of one prompt are worked out from: {@code continuation.md} 1.
 *
 * @param runs per rank with blocks, what it holds below its frontier
 * @param sources every rank that holds anything useful and the advertised cache owners
 */
record Lookup(
    Inventories inventories,
    BlockHashes localHashes,
    SortedMap<WorkerWithDpRank, OwnRun> runs,
    SortedSet<Owner> sources) {

  static Lookup of(TierWalk walk, SortedMap<WorkerWithDpRank, OwnRun> runs) {
    SortedSet<Owner> sources = new TreeSet<>(runs.keySet());
    for (Owner owner : walk.inventories().owners(HOST_PINNED)) {
      switch (owner) {
        case WorkerWithDpRank rank -> sources.add(rank);
        case CacheOwner cacheOwner -> {
          if (walk.residency().hintSources().containsKey(cacheOwner)) {
            sources.add(cacheOwner);
          }
        }
      }
    }
    return new Lookup(walk.inventories(), walk.localHashes(), runs, sources);
  }

  /** N. */
  int size() {
    return localHashes.size();
  }

  /** The hash under which exactly this owner, projections aside, holds the host-pinned place. */
  OptionalLong exactHash(Owner owner, Place place) {
    return inventories.hashAt(HOST_PINNED, owner, place);
  }

  /** What the rank holds below its frontier; nothing for one that is in no hit map. */
  OwnRun run(WorkerWithDpRank rank) {
    return runs.getOrDefault(rank, OwnRun.EMPTY);
  }
}
