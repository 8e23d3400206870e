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

  /* How the device walk left all this, for the walk of the lower tiers to begin with. */
  private long[] deviceWalkers = new long[0];
  private long[] deviceOffChain = new long[0];
  private int deviceChain;

  private int[] deviceBlocks = new int[0];
  private long[] deviceLast = new long[0];
  private int[] frontier = new int[0];
  private final TierHits[] tiers = {new TierHits(), new TierHits(), new TierHits()};

  /** What sources hold besides the root prefixes of ranks; empty unless candidates were wanted. */
  final SharedIntervals continuations = new SharedIntervals();

  private boolean candidates;

  /** Spelled out when somebody asks. */
  private final IntervalList intervals = new IntervalList();

  private boolean isSpelledOut;

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
    if (position.length < ownerCount || walkers.length != owners.words()) {
      makeRoom(Math.max(8, 2 * ownerCount), owners.words());
    }
    Arrays.fill(walkers, 0);
    Arrays.fill(offChain, 0);
    walk.begin(owners, residency);
    beginLower(false);
  }

  private void makeRoom(int ownersWithSpare, int words) {
    position = new int[ownersWithSpare];
    lastHash = new long[ownersWithSpare];
    cutAt = new int[ownersWithSpare];
    deviceBlocks = new int[ownersWithSpare];
    deviceLast = new long[ownersWithSpare];
    frontier = new int[ownersWithSpare];
    walkers = new long[words];
    offChain = new long[words];
    deviceWalkers = new long[words];
    deviceOffChain = new long[words];
    for (TierHits tier : tiers) {
      tier.walkers = new long[words];
      tier.hits = new int[ownersWithSpare];
      tier.nextPosition = new int[ownersWithSpare];
      tier.nextHash = new long[ownersWithSpare];
    }
  }

  /** Ranks 64 * word and up begin at the root, but for those that have begun on a tier above. */
  void enterAtRoot(int word, long ranks) {
    for (long rest = ranks & ~walkers[word]; rest != 0; rest &= rest - 1) {
      int rank = (word << 6) + Long.numberOfTrailingZeros(rest);
      position[rank] = 0;
      deviceBlocks[rank] = 0;
      frontier[rank] = 0;
    }
    walkers[word] |= ranks;
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
    System.arraycopy(walkers, 0, deviceWalkers, 0, walkers.length);
    System.arraycopy(offChain, 0, deviceOffChain, 0, offChain.length);
    deviceChain = chain.length;
  }

  /** Everybody stands where the device walk ended. */
  void standAsDeviceLeft() {
    System.arraycopy(deviceWalkers, 0, walkers, 0, walkers.length);
    System.arraycopy(deviceOffChain, 0, offChain, 0, offChain.length);
    chain.length = deviceChain;
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      position[rank] = deviceBlocks[rank];
      lastHash[rank] = deviceLast[rank];
      frontier[rank] = deviceBlocks[rank];
    }
  }

  /** Nothing is known of lower tiers. */
  void beginLower(boolean wantsCandidates) {
    positionsCompared = 0;
    candidates = wantsCandidates;
    continuations.begin(walkers.length);
    isSpelledOut = false;
    for (TierHits tier : tiers) {
      tier.exists = false;
    }
  }

  /** A tier is about to be walked. */
  void beginTier(StorageTier tier) {
    TierHits hits = tiers[tier.ordinal() - 1];
    hits.exists = true;
    System.arraycopy(walkers, 0, hits.walkers, 0, walkers.length);
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      hits.hits[rank] = position[rank];
    }
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
   * Spells out what sources hold: the canonical list, at most one interval per owner and frontier,
   * and one from the root. What an owner's own root prefix covers is left out.
   */
  private void spellOut() {
    intervals.clear();
    isSpelledOut = true;
    if (!candidates) {
      return;
    }
    for (int row = 0; row < continuations.size(); row++) {
      for (int word = 0; word < continuations.words(); word++) {
        for (long rest = continuations.owners(row, word); rest != 0; rest &= rest - 1) {
          int owner = (word << 6) + Long.numberOfTrailingZeros(rest);
          addUncovered(owner, continuations.start(row), continuations.end(row));
        }
      }
    }
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      if (rootPrefix(rank) > 0) {
        intervals.add(rank, 0, rootPrefix(rank));
      }
    }
  }

  private void addUncovered(int owner, int start, int end) {
    int covered = start == 0 ? 0 : rootPrefixOfAny(owner);
    if (start >= covered || end > covered) {
      intervals.add(owner, start, end);
    }
  }

  /** Blocks from the root that a rank or a cache owner holds. */
  private int rootPrefixOfAny(int owner) {
    int word = owner >>> 6;
    for (int row = 0; row < continuations.size(); row++) {
      if (continuations.start(row) == 0 && (continuations.owners(row, word) & 1L << owner) != 0) {
        return continuations.end(row);
      }
    }
    return OwnerBits.has(walkers, owner) ? rootPrefix(owner) : 0;
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
    return hasWalked(rank) ? deviceBlocks[rank] : 0;
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
    return hasWalked(rank) ? frontier[rank] : 0;
  }

  private boolean hasWalked(int rank) {
    return rank < ownerCount && OwnerBits.has(walkers, rank);
  }

  /** Words of {@link #walkers}. */
  public int words() {
    return walkers.length;
  }

  /**
   * The ranks that have a block on any tier, as bits.
   *
   * @param word owners from {@code 64 * word} on
   */
  public long walkers(int word) {
    return walkers[word];
  }

  /**
   * How far from the root the blocks of one of the {@link #walkers} are the chain's; 0 if it has
   * none on the device and in host memory.
   */
  public int rootPrefix(int walker) {
    return isOnChain(walker) ? frontier[walker] : cutAt[walker];
  }

  /** Whether all hashes of the rank below its frontier are those of the chain. */
  public boolean isOnChain(int rank) {
    return rank >= ownerCount || !OwnerBits.has(offChain, rank);
  }

  /** What sources hold, in no particular order; nothing unless candidates were wanted. */
  public IntervalList intervals() {
    if (!isSpelledOut) {
      spellOut();
    }
    return intervals;
  }

  /** Whether {@link #intervals} has any, without spelling them out. */
  public boolean hasIntervals() {
    if (!candidates) {
      return false;
    }
    if (continuations.size() > 0) {
      return true;
    }
    for (int rank = OwnerBits.next(walkers, 0);
        rank >= 0;
        rank = OwnerBits.next(walkers, rank + 1)) {
      if (rootPrefix(rank) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The intervals but for the root prefixes of ranks, by set of owners; some lie within the root
   * prefix of their owner, and add nothing to it.
   */
  public SharedIntervals continuations() {
    return continuations;
  }

  /** Whether sources were looked for. */
  public boolean wantedCandidates() {
    return candidates;
  }

  /** Positions compared in the host-pinned tier: one for each position and hash line at most. */
  public long positionsCompared() {
    return positionsCompared;
  }
}
