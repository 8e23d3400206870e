package kvproof.router.index;

import kvproof.model.StorageTier;
import org.jspecify.annotations.Nullable;

/** The block index of each tier. A lower tier exists from its first store or removal on. */
final class TierTable {
  private final OwnerSets sets = new OwnerSets();
  private final BlockIndex device = new BlockIndex(sets);
  private final @Nullable BlockIndex[] tiers = new BlockIndex[StorageTier.values().length];

  TierTable() {
    tiers[StorageTier.DEVICE.ordinal()] = device;
  }

  BlockIndex device() {
    return device;
  }

  /** The tier's index, or null if it had no event yet. */
  @Nullable BlockIndex find(StorageTier tier) {
    return tiers[tier.ordinal()];
  }

  /** The tier's index, made now if it had no event yet. */
  BlockIndex obtain(StorageTier tier) {
    BlockIndex known = tiers[tier.ordinal()];
    if (known == null) {
      known = new BlockIndex(sets);
      tiers[tier.ordinal()] = known;
    }
    return known;
  }

  /**
   * Makes the tiers of another table, and stores what is held there; owner numbers are the same.
   */
  void storeAll(TierTable other) {
    for (StorageTier tier : StorageTier.values()) {
      BlockIndex index = other.find(tier);
      if (index != null) {
        obtain(tier).storeAll(index);
      }
    }
  }

  /** Removes everything that the owner holds, on every tier. */
  void clear(int owner) {
    for (BlockIndex tier : tiers) {
      if (tier != null) {
        tier.clear(owner);
      }
    }
  }

  /** Work of clears and of what keeps them cheap, over all tiers. */
  long segmentsVisited() {
    long visited = 0;
    for (BlockIndex tier : tiers) {
      visited += tier == null ? 0 : tier.segmentsVisited();
    }
    return visited;
  }

  /** Forgets owner sets that nobody uses, once many have piled up. */
  void sweepIfWanted() {
    if (sets.wantsSweep()) {
      sweep();
    }
  }

  /** Forgets owner sets that nobody uses any more. */
  void sweep() {
    for (BlockIndex tier : tiers) {
      if (tier != null) {
        tier.markSets();
      }
    }
    sets.sweep();
  }
}
