package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.HeldBlock;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** The oracle's inventory at one moment, to look things up in. */
final class Holdings {
  private final Map<StorageTier, Map<Owner, List<HeldBlock>>> held =
      new EnumMap<>(StorageTier.class);

  private final List<HeldBlock> all;

  /** The blocks are in {@link HeldBlock#DUMP_ORDER}, so owners come up in source order. */
  Holdings(List<HeldBlock> all) {
    this.all = all;
    for (HeldBlock block : all) {
      held.computeIfAbsent(block.tier(), tier -> new LinkedHashMap<>())
          .computeIfAbsent(block.owner(), owner -> new ArrayList<>())
          .add(block);
    }
  }

  List<HeldBlock> all() {
    return all;
  }

  List<HeldBlock> blocks(StorageTier tier, Owner owner) {
    return held.getOrDefault(tier, Map.of()).getOrDefault(owner, List.of());
  }

  boolean hasTier(StorageTier tier) {
    return held.containsKey(tier);
  }

  /** Whoever holds something on the tier, in source order. */
  Set<Owner> owners(StorageTier tier) {
    return held.getOrDefault(tier, Map.of()).keySet();
  }

  boolean holdsAnything(Owner owner) {
    for (StorageTier tier : StorageTier.values()) {
      if (!blocks(tier, owner).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  boolean holds(StorageTier tier, Owner owner, long externalHash) {
    for (HeldBlock block : blocks(tier, owner)) {
      if (block.externalHash() == externalHash) {
        return true;
      }
    }
    return false;
  }

  /** The very block: at this place and under this hash. */
  boolean holds(HeldBlock wanted) {
    for (HeldBlock block : blocks(wanted.tier(), wanted.owner())) {
      if (block.externalHash() == wanted.externalHash()) {
        return block.equals(wanted);
      }
    }
    return false;
  }

  /** A block whose parent has this hash. */
  boolean holdsChildOf(StorageTier tier, Owner owner, long externalHash) {
    for (HeldBlock block : blocks(tier, owner)) {
      if (isHash(block.parent(), externalHash)) {
        return true;
      }
    }
    return false;
  }

  /** Under which hash the owner knows a place. */
  OptionalLong hashAt(StorageTier tier, Owner owner, OptionalLong parent, long localHash) {
    for (HeldBlock block : blocks(tier, owner)) {
      if (block.localHash() == localHash && block.parent().equals(parent)) {
        return OptionalLong.of(block.externalHash());
      }
    }
    return OptionalLong.empty();
  }

  /** No allocation, unlike a comparison with a fresh {@link OptionalLong}. */
  static boolean isHash(OptionalLong parent, long externalHash) {
    return parent.isPresent() && parent.getAsLong() == externalHash;
  }
}
