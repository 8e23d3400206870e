package kvproof.model;

/**
 * Whoever holds blocks: a rank, or a persistent cache owner.
 *
 * <p>The order is the source order of a hint: all ranks by (worker, dp rank), unsigned, then all
 * cache owners by their key bytes, unsigned.
 */
public sealed interface Owner extends Comparable<Owner> permits WorkerWithDpRank, CacheOwner {

  @Override
  default int compareTo(Owner other) {
    return switch (this) {
      case WorkerWithDpRank rank ->
          other instanceof WorkerWithDpRank otherRank
              ? WorkerWithDpRank.UNSIGNED_ORDER.compare(rank, otherRank)
              : -1;
      case CacheOwner owner ->
          other instanceof CacheOwner otherOwner
              ? CacheOwner.KEY_ORDER.compare(owner, otherOwner)
              : 1;
    };
  }
}
