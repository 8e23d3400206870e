package kvproof.testkit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Who holds what while a history is drawn or judged: one list of blocks per owner and tier.
 *
 * <p>Lists keep the order in which blocks came, so that a draw from them is reproducible. They are
 * short here, and a scan is cheaper than a map.
 */
final class Inventories {
  private final Map<Owner, EnumMap<StorageTier, List<HeldBlock>>> held = new LinkedHashMap<>();

  /** Everybody who may hold something, in the order in which they first did. */
  List<Owner> owners() {
    return List.copyOf(held.keySet());
  }

  /** What the owner holds on the tier, oldest first; to read, not to keep. */
  List<HeldBlock> blocks(Owner owner, StorageTier tier) {
    EnumMap<StorageTier, List<HeldBlock>> tiers = held.get(owner);
    return tiers == null ? List.of() : tiers.getOrDefault(tier, List.of());
  }

  Optional<HeldBlock> block(Owner owner, StorageTier tier, long externalHash) {
    for (HeldBlock block : blocks(owner, tier)) {
      if (block.externalHash() == externalHash) {
        return Optional.of(block);
      }
    }
    return Optional.empty();
  }

  boolean holds(Owner owner, StorageTier tier, long externalHash) {
    for (HeldBlock block : blocks(owner, tier)) {
      if (block.externalHash() == externalHash) {
        return true;
      }
    }
    return false;
  }

  void apply(KvCacheEvent event) {
    switch (event) {
      case Stored stored -> {
        if (!isRefused(stored.owner(), stored.tier()) && !isMalformed(stored)) {
          blocksOf(stored).forEach(this::store);
        }
      }
      case KvCacheEvent.Removed(Owner owner, StorageTier tier, BlockHashes hashes) ->
          removeIf(owner, tier, block -> hashes.stream().anyMatch(h -> h == block.externalHash()));
      case KvCacheEvent.Cleared(var rank, var cacheOwner) -> {
        rank.ifPresent(held::remove);
        cacheOwner.ifPresent(held::remove);
      }
      case KvCacheEvent.RankRemoved(WorkerWithDpRank rank) -> held.remove(rank);
      case KvCacheEvent.WorkerRemoved(long workerId) ->
          held.keySet().removeIf(owner -> isRankOf(owner, workerId));
    }
  }

  private void store(HeldBlock block) {
    removeIf(
        block.owner(),
        block.tier(),
        old -> old.externalHash() == block.externalHash() || isSamePlace(old, block));
    held.computeIfAbsent(block.owner(), owner -> new EnumMap<>(StorageTier.class))
        .computeIfAbsent(block.tier(), tier -> new ArrayList<>())
        .add(block);
  }

  private void removeIf(Owner owner, StorageTier tier, Predicate<HeldBlock> leaves) {
    EnumMap<StorageTier, List<HeldBlock>> tiers = held.get(owner);
    if (tiers != null && tiers.containsKey(tier)) {
      tiers.get(tier).removeIf(leaves);
    }
  }

  private static boolean isRankOf(Owner owner, long workerId) {
    return owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId;
  }

  static boolean isSamePlace(HeldBlock left, HeldBlock right) {
    return left.localHash() == right.localHash() && left.parent().equals(right.parent());
  }

  /** A cache owner holds nothing on the device. */
  static boolean isRefused(Owner owner, StorageTier tier) {
    return owner instanceof CacheOwner && tier == StorageTier.DEVICE;
  }

  /** Whether the parent is among the store's own external hashes, or one of them there twice. */
  static boolean isMalformed(Stored stored) {
    BlockHashes hashes = stored.externalHashes();
    for (int i = 0; i < hashes.size(); i++) {
      if (isParent(stored, hashes.at(i))) {
        return true;
      }
      for (int earlier = 0; earlier < i; earlier++) {
        if (hashes.at(earlier) == hashes.at(i)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isParent(Stored stored, long externalHash) {
    return stored.parent().isPresent() && stored.parent().getAsLong() == externalHash;
  }

  /** The blocks that a store speaks of, each with its parent. */
  static List<HeldBlock> blocksOf(Stored stored) {
    List<HeldBlock> blocks = new ArrayList<>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      long externalHash = stored.externalHashes().at(i);
      blocks.add(
          new HeldBlock(
              stored.tier(), stored.owner(), parent, stored.localHashes().at(i), externalHash));
      parent = OptionalLong.of(externalHash);
    }
    return blocks;
  }
}
