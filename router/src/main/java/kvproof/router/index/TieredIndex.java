package kvproof.router.index;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * The index of one partition: one {@link BlockIndex} per tier, fed by events, asked by prompts.
 *
 * <p>One thread changes it; {@link #apply}, {@code replace} and {@link #meet} leave it ready to be
 * read. While nobody changes it, any number of threads may read, each with a {@link Lookup} of its
 * own.
 */
public final class TieredIndex {
  private final OwnerTable owners = new OwnerTable();
  private final TierTable tiers = new TierTable();
  private final PromptWalk walk = new PromptWalk(tiers);
  private final IndexContent content = new IndexContent(owners, tiers);
  private final EventPreparer preparer = new EventPreparer();
  private ResidencyView residency = new ResidencyView(owners, ResidencySnapshot.empty());

  /**
   * An index that answers and counts as this one does, under the same owner numbers.
   *
   * <p>Built from what is held here, so that it is sound even where a failed change left another
   * copy broken. Observers are not taken along.
   */
  public TieredIndex copy() {
    TieredIndex copy = new TieredIndex();
    for (int number = 0; number < owners.size(); number++) {
      copy.owners.numberOf(owners.owner(number));
    }
    copy.content.set(content);
    copy.replace(residency.snapshot());
    return copy;
  }

  public OwnerTable owners() {
    return owners;
  }

  public BlockIndex device() {
    return tiers.device();
  }

  /** The residency snapshot over owner numbers. */
  public ResidencyView residency() {
    return residency;
  }

  public void replace(ResidencySnapshot snapshot) {
    residency = new ResidencyView(owners, snapshot);
  }

  /** Notes whether the stream of an owner misses something; no block changes. */
  public void replace(StreamState state) {
    content.mark(state);
    widenResidency();
  }

  /**
   * Whose streams miss something for good, so that their blocks are not believed, as bits.
   *
   * @param word owners from {@code 64 * word} on
   */
  public long gapped(int word) {
    return content.gapped(word);
  }

  /** The owner's number, given now if it has none. */
  public int meet(Owner owner) {
    int number = owners.numberOf(owner);
    widenResidency();
    return number;
  }

  /** Forgets owner sets that nobody uses any more; no answer changes. */
  public void sweep() {
    tiers.sweep();
  }

  /** The tier's index, or null if it had no event yet. */
  public @Nullable BlockIndex tier(StorageTier tier) {
    return tiers.find(tier);
  }

  public ApplyStatus apply(KvCacheEvent event) {
    return apply(preparer.prepare(event));
  }

  /** The same, where the event was prepared, maybe for several indexes. */
  public ApplyStatus apply(PreparedEvent event) {
    ApplyStatus status = content.apply(event);
    widenResidency();
    tiers.sweepIfWanted();
    return status;
  }

  /**
   * Brings closer to this processor what applying the event will read. Changes nothing, goes by
   * nothing that it reads, and so may run while another thread changes the index.
   *
   * @return of no meaning; to be kept, so that no compiler leaves the reading out
   */
  public long glance(PreparedEvent event) {
    StorageTier tier = event.tier();
    BlockIndex index = tier == null ? null : tiers.find(tier);
    return index == null ? 0 : index.layout().locations.glance(event.externalHashes());
  }

  /** Sets as the snapshot sees them have as many words as the owners need. */
  private void widenResidency() {
    if (residency.words() != owners.words()) {
      residency = new ResidencyView(owners, residency.snapshot());
    }
  }

  /** Every rank that was met, in the order in which it was. */
  public List<WorkerWithDpRank> ranks() {
    List<WorkerWithDpRank> ranks = new ArrayList<>();
    for (int number = 0; number < owners.size(); number++) {
      if (owners.owner(number) instanceof WorkerWithDpRank rank) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  /** Device blocks of a rank, reachable or not; empty for a rank that is not seen. */
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return content.residentBlocks(rank);
  }

  /** Stretches of blocks that clears, and the tidying behind removals, have looked at so far. */
  public long segmentsVisited() {
    return tiers.segmentsVisited();
  }

  public TierStatistics statistics(StorageTier tier) {
    return content.statistics(tier);
  }

  /** Every held block of every tier, in dump order. */
  public List<HeldBlock> heldBlocks() {
    List<HeldBlock> blocks = new ArrayList<>();
    for (StorageTier tier : StorageTier.values()) {
      BlockIndex index = tiers.find(tier);
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

  /** Everything that is held, as events. */
  public IndexDump dump() {
    return IndexDump.of(IntStream.range(0, owners.size()).mapToObj(this::dumpOf).toList());
  }

  /** What one owner holds, as events. */
  public OwnerDump dumpOf(int number) {
    Owner owner = owners.owner(number);
    InventoryDump onDevice = new InventoryDump(owner, number, StorageTier.DEVICE, device());
    List<Stored> lower = new ArrayList<>();
    for (StorageTier tier : StorageTier.lower()) {
      BlockIndex index = tiers.find(tier);
      if (index != null) {
        lower.addAll(new InventoryDump(owner, number, tier, index).singleBlocks());
      }
    }
    return new OwnerDump(owner, onDevice.rootedChains(), onDevice.detachedChains(), lower);
  }

  /** Scratch space for look-ups in this index, and in any other. */
  public Lookup newLookup() {
    return new Lookup(owners, device(), residency);
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
    matchDevice(prompt, length, lookup);
    walk.walkLower(residency, candidates, lookup);
  }

  /** The first half of a look-up: the device tier alone. Parameters are those of a look-up. */
  public void matchDevice(long[] prompt, int length, Lookup lookup) {
    lookup.begin(prompt, length, owners, residency);
    walk.walkDevice(residency, lookup);
  }

  /**
   * The second half of a look-up, from the device matches that {@code lookup} has: as often as is
   * wanted, as long as neither index nor snapshot has changed since.
   *
   * @param candidates also find who may be a source
   */
  public void lookUpLower(boolean candidates, Lookup lookup) {
    lookup.standAsDeviceLeft();
    walk.walkLower(residency, candidates, lookup);
  }
}
