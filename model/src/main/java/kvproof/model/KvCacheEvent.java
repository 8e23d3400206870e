package kvproof.model;

import java.util.Optional;
import java.util.OptionalLong;

/** One change to what an owner holds, in the order in which it was published. */
public sealed interface KvCacheEvent extends IndexStep {

  /**
   * A chain of blocks that became resident on {@code tier}.
   *
   * <p>The parent of the first block is {@code parent} (absent: the root), that of each further one
   * the external hash of the block before it. Block i has local hash i and external hash i. Nothing
   * is checked but the lengths: a malformed chain is for the receiver to refuse.
   */
  record Stored(
      Owner owner,
      StorageTier tier,
      OptionalLong parent,
      BlockHashes localHashes,
      BlockHashes externalHashes)
      implements KvCacheEvent {
    public Stored {
      if (localHashes.size() != externalHashes.size()) {
        throw new IllegalArgumentException(
            localHashes.size()
                + " local hashes against "
                + externalHashes.size()
                + " external ones");
      }
    }
  }

  /** Blocks that left {@code tier}, by external hash. One that is not held changes nothing. */
  record Removed(Owner owner, StorageTier tier, BlockHashes externalHashes)
      implements KvCacheEvent {}

  /**
   * Everything that {@code rank}, {@code cacheOwner} or both hold went away, on every tier.
   *
   * <p>Never more than that: another rank of the same worker keeps its blocks. The rank stays seen.
   */
  record Cleared(Optional<WorkerWithDpRank> rank, Optional<CacheOwner> cacheOwner)
      implements KvCacheEvent {
    public Cleared {
      if (rank.isEmpty() && cacheOwner.isEmpty()) {
        throw new IllegalArgumentException("a clear names a rank, a cache owner or both");
      }
    }

    public static Cleared of(WorkerWithDpRank rank) {
      return new Cleared(Optional.of(rank), Optional.empty());
    }

    public static Cleared of(CacheOwner cacheOwner) {
      return new Cleared(Optional.empty(), Optional.of(cacheOwner));
    }
  }

  /** The rank left: its blocks go and it is forgotten. Cache owners keep theirs. */
  record RankRemoved(WorkerWithDpRank rank) implements KvCacheEvent {}

  /** Every rank of the worker left. Cache owners keep their blocks. */
  record WorkerRemoved(long workerId) implements KvCacheEvent {}
}
