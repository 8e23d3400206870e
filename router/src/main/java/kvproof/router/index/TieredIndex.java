package kvproof.router.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
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
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * The index of one partition: one {@link BlockIndex} per tier, fed by events, asked by prompts.
 *
 * <p>A lower tier exists from its first store or removal on. For one thread at a time.
 */
public final class TieredIndex {
  private static final int TIERS = StorageTier.values().length;

  /** An array, since iterating a list allocates. */
  private static final StorageTier[] LOWER = StorageTier.lower().toArray(new StorageTier[0]);

  private final OwnerTable owners = new OwnerTable();
  private final OwnerSets sets = new OwnerSets();
  private final BlockIndex device = new BlockIndex(owners, sets);
  private final @Nullable BlockIndex[] tiers = new BlockIndex[TIERS];
  private final long[] detached = new long[TIERS];
  private final long[] malformed = new long[TIERS];
  private final long[] duplicateStores = new long[TIERS];
  private boolean[] seen = new boolean[8];
  private ResidencyView residency = new ResidencyView(owners, ResidencySnapshot.empty());

  public TieredIndex() {
    tiers[StorageTier.DEVICE.ordinal()] = device;
  }

  public OwnerTable owners() {
    return owners;
  }

  public BlockIndex device() {
    return device;
  }

  /** The residency snapshot over owner numbers, as the next look-up will use it. */
  public ResidencyView residency() {
    if (residency.words() != owners.words()) {
      residency = new ResidencyView(owners, residency.snapshot());
    }
    return residency;
  }

  public void replace(ResidencySnapshot snapshot) {
    residency = new ResidencyView(owners, snapshot);
  }

  /** The tier's index, or null if it had no event yet. */
  public @Nullable BlockIndex tier(StorageTier tier) {
    return tiers[tier.ordinal()];
  }

  public ApplyStatus apply(KvCacheEvent event) {
    ApplyStatus status =
        switch (event) {
          case Stored stored -> store(stored);
          case Removed removed -> remove(removed);
          case Cleared cleared -> {
            cleared.rank().ifPresent(this::clear);
            cleared.cacheOwner().ifPresent(this::clear);
            yield ApplyStatus.OK;
          }
          case RankRemoved removed -> {
            forget(removed.rank());
            yield ApplyStatus.OK;
          }
          case WorkerRemoved removed -> {
            forgetWorker(removed.workerId());
            yield ApplyStatus.OK;
          }
        };
    if (sets.wantsSweep()) {
      sweepSets();
    }
    return status;
  }

  private void sweepSets() {
    for (BlockIndex tier : tiers) {
      if (tier != null) {
        tier.markSets();
      }
    }
    sets.sweep();
  }

  private static boolean isUnsupported(Owner owner, StorageTier tier) {
    return owner instanceof CacheOwner && tier == StorageTier.DEVICE;
  }

  private ApplyStatus store(Stored event) {
    StorageTier tier = event.tier();
    if (isUnsupported(event.owner(), tier)) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    long[] local = event.localHashes().toArray();
    long[] external = event.externalHashes().toArray();
    boolean root = event.parent().isEmpty();
    long parent = event.parent().orElse(0);
    if (BlockIndex.isMalformed(root, parent, external)) {
      malformed[tier.ordinal()]++;
      return ApplyStatus.INVALID_BLOCK;
    }
    int owner = owners.numberOf(event.owner());
    if (tier == StorageTier.DEVICE) {
      see(owner);
    }
    BlockIndex index = obtain(tier);
    if (local.length > 0) {
      if (index.wouldDetach(owner, root, parent, local[0], external[0])) {
        detached[tier.ordinal()]++;
      }
      if (index.store(owner, root, parent, local, external) == 0) {
        duplicateStores[tier.ordinal()]++;
      }
    }
    return ApplyStatus.OK;
  }

  private BlockIndex obtain(StorageTier tier) {
    BlockIndex known = tiers[tier.ordinal()];
    if (known == null) {
      known = new BlockIndex(owners, sets);
      tiers[tier.ordinal()] = known;
    }
    return known;
  }

  private void see(int rank) {
    if (rank >= seen.length) {
      seen = Arrays.copyOf(seen, Math.max(rank + 1, 2 * seen.length));
    }
    seen[rank] = true;
  }

  private ApplyStatus remove(Removed event) {
    if (isUnsupported(event.owner(), event.tier())) {
      return ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
    }
    BlockIndex index = obtain(event.tier());
    int owner = owners.find(event.owner());
    BlockHashes hashes = event.externalHashes();
    // Known is what was held before the event: a hash given twice is known both times.
    boolean allKnown = true;
    for (int i = 0; i < hashes.size() && allKnown; i++) {
      allKnown = owner >= 0 && index.holds(owner, hashes.at(i));
    }
    for (int i = 0; i < hashes.size() && owner >= 0; i++) {
      index.remove(owner, hashes.at(i));
    }
    return allKnown ? ApplyStatus.OK : ApplyStatus.BLOCK_NOT_FOUND;
  }

  private void clear(Owner owner) {
    int number = owners.find(owner);
    for (BlockIndex tier : tiers) {
      if (tier != null && number >= 0) {
        tier.clear(number);
      }
    }
  }

  private void forget(WorkerWithDpRank rank) {
    clear(rank);
    int number = owners.find(rank);
    if (number >= 0 && number < seen.length) {
      seen[number] = false;
    }
  }

  private void forgetWorker(long workerId) {
    for (int number = 0; number < owners.size(); number++) {
      if (owners.owner(number) instanceof WorkerWithDpRank rank && rank.workerId() == workerId) {
        forget(rank);
      }
    }
  }

  /** Device blocks of a rank, reachable or not; empty for a rank that is not seen. */
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    int number = owners.find(rank);
    return number >= 0 && number < seen.length && seen[number]
        ? OptionalLong.of(device.held(number))
        : OptionalLong.empty();
  }

  public TierStatistics statistics(StorageTier tier) {
    int at = tier.ordinal();
    return new TierStatistics(detached[at], malformed[at], duplicateStores[at]);
  }

  /** Every held block of every tier, in dump order. */
  public List<HeldBlock> heldBlocks() {
    List<HeldBlock> blocks = new ArrayList<>();
    for (StorageTier tier : StorageTier.values()) {
      BlockIndex index = tiers[tier.ordinal()];
      if (index != null) {
        index.forEachHeld(
            (owner, root, parent, local, external) ->
                blocks.add(
                    new HeldBlock(
                        tier,
                        owners.owner(owner),
                        root ? OptionalLong.empty() : OptionalLong.of(parent),
                        local,
                        external)));
      }
    }
    blocks.sort(HeldBlock.DUMP_ORDER);
    return blocks;
  }

  /** Scratch space for look-ups in this index. */
  public Lookup newLookup() {
    return new Lookup(owners, device, residency());
  }

  /**
   * Looks a prompt up on all tiers: device, then host-pinned, disk and external.
   *
   * @param prompt local hash of each block; must not change while the look-up is read
   * @param length blocks of it that count
   * @param candidates also find who may be a source, in the same pass
   * @param lookup scratch space and result
   */
  public void lookUp(long[] prompt, int length, boolean candidates, Lookup lookup) {
    ResidencyView snapshot = residency();
    lookup.begin(prompt, length, candidates, owners);
    LineWalk walk = lookup.walk();
    if (length > 0) {
      enterAtRoot(device, snapshot, lookup);
    }
    walk.walk(device, snapshot, true, false);
    lookup.keepDevice();
    lookup.positionsCompared = 0;
    long inHostPinned = 0;
    for (StorageTier tier : LOWER) {
      BlockIndex index = tiers[tier.ordinal()];
      if (index != null) {
        boolean host = tier == StorageTier.HOST_PINNED;
        if (length > 0) {
          enterAtRoot(index, snapshot, lookup);
        }
        lookup.beginTier(tier);
        walk.walk(index, snapshot, host, host && candidates);
        lookup.keepTier(tier);
        inHostPinned = host ? lookup.positionsCompared : inHostPinned;
      }
    }
    lookup.positionsCompared = inHostPinned;
    if (candidates) {
      lookup.completeIntervals();
    }
  }

  /** Ranks that hold the first block of the prompt on this tier begin there, if not above it. */
  private static void enterAtRoot(BlockIndex index, ResidencyView snapshot, Lookup lookup) {
    for (Run head = index.heads().first(true, 0, lookup.prompt[0]);
        head != null;
        head = index.heads().next(head)) {
      long[] projected = head.ownersOf(0).view(snapshot).projected;
      for (int word = 0; word < projected.length; word++) {
        lookup.walkers[word] |= projected[word];
      }
    }
  }
}
