package kvproof.router.index;

import java.util.Arrays;
import kvproof.model.StorageTier;

/**
 * One prompt being looked up: its blocks, the scratch space of the walk, and what was found.
 *
 * <p>Owned by the caller and used again for the next prompt, so that a warm look-up allocates
 * nothing. Arrays indexed by owner number are valid for owners below {@link #ownerCount}. For one
 * thread at a time.
 */
public final class Lookup {
  long[] prompt = new long[0];
  int length;
  int ownerCount;

  /** External hashes of the chain, as far as they are fixed. */
  final HashLine chain = new HashLine();

  /* Where each rank's walk stands: a position, and the rank's own hash before it (none at 0). */
  int[] position = new int[0];
  long[] lastHash = new long[0];

  /** Ranks whose walk has begun on some tier. */
  long[] walkers = new long[0];

  /** Ranks that left the chain, and where. */
  long[] offChain = new long[0];

  int[] cutAt = new int[0];

  private int[] deviceBlocks = new int[0];
  private long[] deviceLast = new long[0];
  private int[] frontier = new int[0];
  private final TierHits[] tiers = {new TierHits(), new TierHits(), new TierHits()};

  /** What was found of sources; empty unless candidates were wanted. */
  final IntervalList intervals = new IntervalList();

  long positionsCompared;

  /** Walk positions before and after one lower tier. */
  static final class TierHits {
    boolean exists;
    long[] walkers = new long[0];
    int[] hits = new int[0];
    int[] nextPosition = new int[0];
    long[] nextHash = new long[0];
  }

  private final LineWalk walk;
  private int[] rootEnd = new int[0];

  Lookup(OwnerTable owners, BlockIndex device, ResidencyView residency) {
    this.walk = new LineWalk(this, owners, device.layout(), residency);
  }

  LineWalk walk() {
    return walk;
  }

  /** Begins a look-up; copies nothing, so the array must stay as it is until the next one. */
  void begin(long[] localHashes, int lengthBlocks, OwnerTable owners, ResidencyView residency) {
    prompt = localHashes;
    length = lengthBlocks;
    ownerCount = owners.size();
    chain.begin(length);
    positionsCompared = 0;
    intervals.clear();
    if (position.length < ownerCount || walkers.length != owners.words()) {
      makeRoom(Math.max(8, 2 * ownerCount), owners.words());
    }
    Arrays.fill(position, 0, ownerCount, 0);
    Arrays.fill(deviceBlocks, 0, ownerCount, 0);
    Arrays.fill(frontier, 0, ownerCount, 0);
    Arrays.fill(walkers, 0);
    Arrays.fill(offChain, 0);
    for (TierHits tier : tiers) {
      tier.exists = false;
    }
    walk.begin(owners, residency);
  }

  private void makeRoom(int ownersWithSpare, int words) {
    position = new int[ownersWithSpare];
    lastHash = new long[ownersWithSpare];
    cutAt = new int[ownersWithSpare];
    rootEnd = new int[ownersWithSpare];
    deviceBlocks = new int[ownersWithSpare];
    deviceLast = new long[ownersWithSpare];
    frontier = new int[ownersWithSpare];
    walkers = new long[words];
    offChain = new long[words];
    for (TierHits tier : tiers) {
      tier.walkers = new long[words];
      tier.hits = new int[ownersWithSpare];
      tier.nextPosition = new int[ownersWithSpare];
      tier.nextHash = new long[ownersWithSpare];
    }
  }

  /** The device walk is over. */
  void keepDevice() {
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      deviceBlocks[rank] = position[rank];
      deviceLast[rank] = lastHash[rank];
      frontier[rank] = position[rank];
    }
  }

  /** A tier is about to be walked. */
  void beginTier(StorageTier tier) {
    TierHits hits = tiers[tier.ordinal() - 1];
    hits.exists = true;
    System.arraycopy(walkers, 0, hits.walkers, 0, walkers.length);
    System.arraycopy(position, 0, hits.hits, 0, ownerCount);
  }

  /** The tier was walked. */
  void keepTier(StorageTier tier) {
    TierHits hits = tiers[tier.ordinal() - 1];
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      hits.hits[rank] = position[rank] - hits.hits[rank];
      hits.nextPosition[rank] = position[rank];
      hits.nextHash[rank] = lastHash[rank];
      if (tier == StorageTier.HOST_PINNED) {
        frontier[rank] = position[rank];
      }
    }
  }

  /**
   * Adds the root prefixes of ranks and drops what their owner's own root prefix already covers.
   *
   * <p>What stays is the canonical list: at most one interval per owner and frontier, and one from
   * the root.
   */
  void completeIntervals() {
    Arrays.fill(rootEnd, 0, ownerCount, 0);
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      rootEnd[rank] = isOnChain(rank) ? frontier[rank] : cutAt[rank];
    }
    int found = intervals.size();
    for (int row = 0; row < found; row++) {
      if (intervals.start(row) == 0) {
        rootEnd[intervals.owner(row)] = intervals.end(row);
      }
    }
    int kept = 0;
    for (int row = 0; row < found; row++) {
      int end = rootEnd[intervals.owner(row)];
      int start = intervals.start(row);
      if (start == 0 || start >= end || intervals.end(row) > end) {
        intervals.move(row, kept++);
      }
    }
    intervals.shrinkTo(kept);
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      if (rootEnd[rank] > 0) {
        intervals.add(rank, 0, rootEnd[rank]);
      }
    }
  }

  /** Number of blocks of the prompt. */
  public int length() {
    return length;
  }

  /** Owners below this number were known when the look-up began. */
  public int ownerCount() {
    return ownerCount;
  }

  /** External hash of the chain at a position below the end of an interval. */
  public long chainAt(int at) {
    return chain.hashes[at];
  }

  /** Leading blocks of the rank on the device; 0 for an owner that is not scored or was not met. */
  public int deviceBlocks(int rank) {
    return rank < ownerCount ? deviceBlocks[rank] : 0;
  }

  /** The rank's own hash of its last leading device block; meaningless without one. */
  public long deviceLastHash(int rank) {
    return deviceLast[rank];
  }

  public boolean tierExists(StorageTier tier) {
    return tiers[tier.ordinal() - 1].exists;
  }

  /** Whether the rank walked this tier. */
  public boolean walked(StorageTier tier, int rank) {
    return rank < ownerCount && OwnerBits.has(tiers[tier.ordinal() - 1].walkers, rank);
  }

  /** Blocks that a lower tier adds for the rank; 0 if the rank did not walk it or was not met. */
  public int blocks(StorageTier tier, int rank) {
    TierHits found = tiers[tier.ordinal() - 1];
    return found.exists && rank < ownerCount && OwnerBits.has(found.walkers, rank)
        ? found.hits[rank]
        : 0;
  }

  /** Whether any rank has a block on any tier. */
  public boolean hasBlocks() {
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      if (position[rank] > 0) {
        return true;
      }
    }
    return false;
  }

  public int hits(StorageTier tier, int rank) {
    return tiers[tier.ordinal() - 1].hits[rank];
  }

  public int nextPosition(StorageTier tier, int rank) {
    return tiers[tier.ordinal() - 1].nextPosition[rank];
  }

  public long nextHash(StorageTier tier, int rank) {
    return tiers[tier.ordinal() - 1].nextHash[rank];
  }

  /** End of the rank's device blocks and the host-pinned ones that continue them; 0 if not met. */
  public int frontier(int rank) {
    return rank < ownerCount ? frontier[rank] : 0;
  }

  /** Whether all hashes of the rank below its frontier are those of the chain. */
  public boolean isOnChain(int rank) {
    return rank >= ownerCount || !OwnerBits.has(offChain, rank);
  }

  public IntervalList intervals() {
    return intervals;
  }

  /** Positions compared in the host-pinned tier: one for each position and hash line at most. */
  public long positionsCompared() {
    return positionsCompared;
  }
}
