package kvproof.soak.situation;

import static kvproof.model.ApplyStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * One event and what it did.
 *
 * @param past what the case did before
 * @param wasSeen whether the rank that the event names was seen before it
 * @param residentAfter device blocks of that rank after it; absent: not seen, or no rank named
 */
record EventScene(
    KvCacheEvent event,
    ApplyStatus status,
    Holdings before,
    Holdings after,
    Past past,
    Snapshots snapshots,
    boolean wasSeen,
    OptionalLong residentAfter) {

  /** The store, if it was taken. */
  Optional<Stored> taken() {
    return event instanceof Stored stored && status == OK ? Optional.of(stored) : Optional.empty();
  }

  Optional<Removed> removal() {
    return event instanceof Removed removed ? Optional.of(removed) : Optional.empty();
  }

  /** The blocks that a store speaks of, each with its parent. */
  static List<HeldBlock> blocksOf(Stored stored) {
    List<HeldBlock> blocks = new ArrayList<>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      long externalHash = stored.externalHashes().at(i);
      long localHash = stored.localHashes().at(i);
      blocks.add(new HeldBlock(stored.tier(), stored.owner(), parent, localHash, externalHash));
      parent = OptionalLong.of(externalHash);
    }
    return blocks;
  }

  /** Some block of a store that was taken. */
  boolean storesABlock(Predicate<HeldBlock> wanted) {
    return taken().filter(stored -> blocksOf(stored).stream().anyMatch(wanted)).isPresent();
  }

  boolean storesOnlyBlocks(Predicate<HeldBlock> wanted) {
    return taken()
        .filter(stored -> !stored.externalHashes().isEmpty())
        .filter(stored -> blocksOf(stored).stream().allMatch(wanted))
        .isPresent();
  }

  /** The hash is new to its owner, though the owner holds a block below it. */
  boolean isPutAboveAHeldBlock(HeldBlock block) {
    return !before.holds(block.tier(), block.owner(), block.externalHash())
        && before.holdsChildOf(block.tier(), block.owner(), block.externalHash());
  }

  /** Some hash that a removal named and its owner held. */
  boolean removesABlock(Predicate<Past.Block> wanted) {
    return removal()
        .filter(
            removed ->
                removed.externalHashes().stream()
                    .filter(hash -> before.holds(removed.tier(), removed.owner(), hash))
                    .mapToObj(hash -> new Past.Block(removed.tier(), removed.owner(), hash))
                    .anyMatch(wanted))
        .isPresent();
  }

  /** The place is held under another hash. */
  boolean isRehash(HeldBlock block) {
    OptionalLong hash =
        before.hashAt(block.tier(), block.owner(), block.parent(), block.localHash());
    return hash.isPresent() && hash.getAsLong() != block.externalHash();
  }

  /** The hash is held at another place. */
  boolean isMove(HeldBlock block) {
    return before.holds(block.tier(), block.owner(), block.externalHash()) && !before.holds(block);
  }

  /** The block is its own ancestor. */
  boolean isOnACycle(HeldBlock block) {
    HeldBlock ancestor = block;
    for (int i = after.blocks(block.tier(), block.owner()).size(); i > 0; i--) {
      Optional<HeldBlock> parent = parentOf(ancestor);
      if (parent.isEmpty() || parent.get().equals(block)) {
        return parent.isPresent();
      }
      ancestor = parent.get();
    }
    return false;
  }

  private Optional<HeldBlock> parentOf(HeldBlock block) {
    return after.blocks(block.tier(), block.owner()).stream()
        .filter(other -> Holdings.isHash(block.parent(), other.externalHash()))
        .findFirst();
  }

  /** Whether the event ends the rank. */
  boolean dismisses(WorkerWithDpRank rank) {
    return switch (event) {
      case RankRemoved removed -> removed.rank().equals(rank);
      case WorkerRemoved removed -> removed.workerId() == rank.workerId();
      case Stored _, Removed _, KvCacheEvent.Cleared _ -> false;
    };
  }

  /** Ranks of the worker that hold something. */
  static long holdingRanks(Holdings holdings, long workerId) {
    return holdings.all().stream()
        .map(HeldBlock::owner)
        .filter(owner -> isRankOf(owner, workerId))
        .distinct()
        .count();
  }

  private static boolean isRankOf(Owner owner, long workerId) {
    return owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId;
  }

  /** A cache owner that is projected to a rank that the event ends, and holds something. */
  boolean leavesAProjectedOwner() {
    return snapshots.residency().projections().entrySet().stream()
        .anyMatch(
            projection ->
                dismisses(projection.getValue()) && after.holdsAnything(projection.getKey()));
  }
}
