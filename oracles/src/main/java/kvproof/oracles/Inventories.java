package kvproof.oracles;

import static java.util.Objects.requireNonNull;
import static kvproof.model.StorageTier.DEVICE;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;

/**
 * What every owner holds on every tier, and what events do to it: {@code index.md} 2.2 to 2.7.
 *
 * <p>Besides the blocks it keeps which ranks were seen, which tiers ever had an event, and the
 * statistics. No order of events is remembered.
 */
final class Inventories {
  private final Map<StorageTier, NavigableMap<Owner, Inventory>> held =
      new EnumMap<>(StorageTier.class);
  private final NavigableSet<WorkerWithDpRank> seen = new TreeSet<>();
  private final NavigableSet<StorageTier> touched = new TreeSet<>();
  private final Map<StorageTier, Long> detached = new EnumMap<>(StorageTier.class);
  private final Map<StorageTier, Long> malformed = new EnumMap<>(StorageTier.class);
  private final Map<StorageTier, Long> duplicateStores = new EnumMap<>(StorageTier.class);

  Inventories() {
    for (StorageTier tier : StorageTier.values()) {
      held.put(tier, new TreeMap<>());
    }
  }

  /** As they are now; what is applied to either later does not reach the other. */
  Inventories copy() {
    var copy = new Inventories();
    for (StorageTier tier : StorageTier.values()) {
      on(tier).forEach((owner, inventory) -> copy.on(tier).put(owner, inventory.copy()));
    }
    copy.seen.addAll(seen);
    copy.touched.addAll(touched);
    copy.detached.putAll(detached);
    copy.malformed.putAll(malformed);
    copy.duplicateStores.putAll(duplicateStores);
    return copy;
  }

  ApplyStatus apply(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> store(stored);
      case Removed removed -> remove(removed);
      case Cleared(var rank, var cacheOwner) -> {
        rank.ifPresent(this::drop);
        cacheOwner.ifPresent(this::drop);
        yield ApplyStatus.OK;
      }
      case RankRemoved(var rank) -> forget(rank::equals);
      case WorkerRemoved(long workerId) -> forget(rank -> rank.workerId() == workerId);
    };
  }

  private ApplyStatus store(Stored event) {
    if (isUnsupported(event.owner(), event.tier())) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    if (isMalformed(event)) {
      malformed.merge(event.tier(), 1L, Long::sum);
      return ApplyStatus.INVALID_BLOCK;
    }
    touched.add(event.tier());
    if (event.tier() == DEVICE && event.owner() instanceof WorkerWithDpRank rank) {
      seen.add(rank);
    }
    boolean changed = storeBlocks(event);
    if (!changed && !event.externalHashes().isEmpty()) {
      duplicateStores.merge(event.tier(), 1L, Long::sum);
    }
    return ApplyStatus.OK;
  }

  /** Step 3 of "Stored"; false if every block was a duplicate. */
  private boolean storeBlocks(Stored event) {
    Inventory inventory = on(event.tier()).computeIfAbsent(event.owner(), owner -> new Inventory());
    boolean changed = false;
    OptionalLong parent = event.parent();
    for (int i = 0; i < event.externalHashes().size(); i++) {
      long externalHash = event.externalHashes().at(i);
      boolean parentHeld = parent.isEmpty() || inventory.holds(parent.getAsLong());
      if (inventory.store(new Place(parent, event.localHashes().at(i)), externalHash)) {
        changed = true;
        if (!parentHeld) {
          detached.merge(event.tier(), 1L, Long::sum);
        }
      }
      parent = OptionalLong.of(externalHash);
    }
    return changed;
  }

  /** The parent among the event's own hashes, or one hash twice. */
  private static boolean isMalformed(Stored event) {
    Set<Long> own = new HashSet<>();
    event.parent().ifPresent(own::add);
    return !event.externalHashes().stream().allMatch(own::add);
  }

  private ApplyStatus remove(Removed event) {
    if (isUnsupported(event.owner(), event.tier())) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    touched.add(event.tier());
    Inventory inventory = inventory(event.tier(), event.owner());
    BlockHashes hashes = event.externalHashes();
    boolean allKnown = hashes.stream().allMatch(inventory::holds); // before the event
    hashes.stream().forEach(inventory::remove);
    return allKnown ? ApplyStatus.OK : ApplyStatus.BLOCK_NOT_FOUND;
  }

  /** Cache owners never hold device blocks (2.2). */
  private static boolean isUnsupported(Owner owner, StorageTier tier) {
    return tier == DEVICE && owner instanceof CacheOwner;
  }

  private void drop(Owner owner) {
    for (StorageTier tier : StorageTier.values()) {
      on(tier).remove(owner);
    }
  }

  private ApplyStatus forget(Predicate<WorkerWithDpRank> leaves) {
    for (StorageTier tier : StorageTier.values()) {
      on(tier)
          .keySet()
          .removeIf(owner -> owner instanceof WorkerWithDpRank rank && leaves.test(rank));
    }
    seen.removeIf(leaves);
    return ApplyStatus.OK;
  }

  /** Whoever stored on the tier and was not cleared since, in source order. */
  List<Owner> owners(StorageTier tier) {
    return List.copyOf(on(tier).keySet());
  }

  /** The external hash under which the owner holds this place on the tier, if it does. */
  OptionalLong hashAt(StorageTier tier, Owner owner, Place place) {
    return inventory(tier, owner).hashAt(place);
  }

  /** The lower tiers that exist (2.3), in walking order. */
  List<StorageTier> lowerTiers() {
    return StorageTier.lower().stream().filter(touched::contains).toList();
  }

  /** RESIDENT_BLOCKS (9.3): size of the device inventory of a seen rank. */
  OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return seen.contains(rank)
        ? OptionalLong.of(inventory(DEVICE, rank).size())
        : OptionalLong.empty();
  }

  TierStatistics statistics(StorageTier tier) {
    return new TierStatistics(
        detached.getOrDefault(tier, 0L),
        malformed.getOrDefault(tier, 0L),
        duplicateStores.getOrDefault(tier, 0L));
  }

  /** Every block: the three levels of maps are in {@link HeldBlock#DUMP_ORDER}. */
  List<HeldBlock> heldBlocks() {
    List<HeldBlock> blocks = new ArrayList<>();
    for (StorageTier tier : StorageTier.values()) {
      for (Owner owner : owners(tier)) {
        for (var block : inventory(tier, owner).blocks().entrySet()) {
          Place place = block.getValue();
          blocks.add(new HeldBlock(tier, owner, place.parent(), place.localHash(), block.getKey()));
        }
      }
    }
    return blocks;
  }

  private Inventory inventory(StorageTier tier, Owner owner) {
    return on(tier).getOrDefault(owner, Inventory.EMPTY);
  }

  private NavigableMap<Owner, Inventory> on(StorageTier tier) {
    return requireNonNull(held.get(tier)); // the constructor filled in every tier
  }
}
