package kvproof.router.index;

import java.util.function.Consumer;
import kvproof.model.BlockHashes;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which block on one tier; the same structure for all four tiers.
 *
 * <p>What an owner holds is a set of blocks (parent, local hash, external hash). No answer depends
 * on the order in which they came or on how they are stored. One thread changes it; any number may
 * read it while nobody does.
 */
public final class BlockIndex {
  private final OwnerSets sets;
  private final Holdings holdings = new Holdings();
  private final BlockLayout layout;
  private final BlockLives lives;
  private final ChainStorage storage;
  private long segmentsVisited;

  BlockIndex(OwnerSets sets) {
    this.sets = sets;
    this.layout = new BlockLayout(sets, holdings);
    this.lives = new BlockLives(layout);
    this.storage = new ChainStorage(sets, holdings, layout, lives);
  }

  /** Tells {@code observer} of hashes that come and go from now on; null: nobody. */
  public void observe(@Nullable BlockLifecycleObserver observer) {
    lives.observe(observer);
  }

  /** Number of blocks that the owner holds. */
  public int held(int owner) {
    return holdings.held(owner);
  }

  public boolean holds(int owner, long externalHash) {
    return layout.locationHeldBy(owner, externalHash) != LocationTable.NONE;
  }

  /** Runs in use, for statistics: 0 if nobody holds anything. */
  public int runs() {
    return layout.runCount();
  }

  BlockLayout layout() {
    return layout;
  }

  /** Stores a chain that is not malformed; false if the owner held all of it before. */
  boolean store(int owner, StoredChain chain) {
    return storage.store(owner, chain);
  }

  /** Whether the first block of a chain would be stored anew below a parent that is not held. */
  boolean wouldDetach(int owner, StoredChain chain) {
    if (chain.rootedAt(0) || holds(owner, chain.parentAt(0))) {
      return false;
    }
    long location = layout.locationOf(false, chain.parentAt(0), chain.local[0], chain.external[0]);
    return location == LocationTable.NONE || !layout.ownersAt(location).has(owner);
  }

  /**
   * Removes the blocks of these hashes from what the owner holds.
   *
   * @param owner -1: nobody, who holds nothing
   * @return whether it held each of them before; a hash that is given twice was held both times
   */
  boolean remove(int owner, BlockHashes hashes) {
    boolean allHeld = true;
    int done = 0;
    while (done < hashes.size()) {
      long location =
          owner < 0 ? LocationTable.NONE : layout.locationHeldBy(owner, hashes.at(done));
      if (location == LocationTable.NONE) {
        allHeld = allHeld && occursBefore(done, hashes);
        done++;
      } else {
        done += storage.takeOff(owner, location, hashes, done);
      }
    }
    if (owner >= 0 && holdings.isCluttered(owner)) {
      holdings.tidy(owner, slot -> hasLeft(owner, layout.find(slot)));
    }
    layout.tidy();
    return allHeld;
  }

  private boolean hasLeft(int owner, @Nullable Run run) {
    if (run == null) {
      return true;
    }
    segmentsVisited += run.segments;
    return !run.hasOwner(owner);
  }

  private static boolean occursBefore(int at, BlockHashes hashes) {
    for (int i = 0; i < at; i++) {
      if (hashes.at(i) == hashes.at(at)) {
        return true;
      }
    }
    return false;
  }

  /** Removes everything that the owner holds. */
  void clear(int owner) {
    for (int slot : holdings.slots(owner)) {
      Run run = layout.find(slot);
      if (run != null) {
        clear(owner, run);
      }
    }
    holdings.leave(owner);
    layout.tidy();
  }

  /**
   * Stretches of blocks that clears, sweeps of owner sets and the tidying of what owners left have
   * looked at so far: their work, whatever the machine.
   */
  long segmentsVisited() {
    return segmentsVisited;
  }

  private void clear(int owner, Run run) {
    segmentsVisited += run.segments;
    if (lives.isObserved()) {
      for (int index = run.length - 1; index >= 0; index--) {
        if (run.ownersOf(index).has(owner)) {
          holdings.take(owner, run.removeOwner(index, index + 1, owner, sets));
          lives.end(run.external[index]);
        }
      }
    } else {
      holdings.take(owner, run.removeOwner(0, run.length, owner, sets));
    }
    layout.dropUnowned(run);
  }

  /** Stores everything that the owners of another index hold; owner numbers are the same. */
  void storeAll(BlockIndex other) {
    other.forEachRun(
        run -> {
          for (int segment = 0; segment < run.segments; segment++) {
            int start = segment == 0 ? 0 : run.segmentEnd[segment - 1];
            StoredChain chain = StoredChain.of(run, start, run.segmentEnd[segment]);
            long[] members = run.segmentOwners[segment].words;
            for (int owner = OwnerBits.next(members, 0);
                owner >= 0;
                owner = OwnerBits.next(members, owner + 1)) {
              store(owner, chain);
            }
          }
        });
  }

  /** Marks every owner set in use, for {@link OwnerSets#sweep}. */
  void markSets() {
    forEachRun(
        run -> {
          segmentsVisited += run.segments;
          for (int segment = 0; segment < run.segments; segment++) {
            run.segmentOwners[segment].marked = true;
          }
        });
  }

  void forEachRun(Consumer<Run> visitor) {
    layout.forEachRun(visitor);
  }

  /** Takes one held block. */
  public interface BlockVisitor {
    void visit(int owner, boolean parentIsRoot, long parent, long local, long external);
  }

  /** Visits every held block once per owner, in no particular order. */
  public void forEachHeld(BlockVisitor visitor) {
    forEachRun(
        run -> {
          for (int index = 0; index < run.length; index++) {
            visit(run, index, visitor);
          }
        });
  }

  private static void visit(Run run, int index, BlockVisitor visitor) {
    long[] members = run.ownersOf(index).words;
    for (int owner = OwnerBits.next(members, 0);
        owner >= 0;
        owner = OwnerBits.next(members, owner + 1)) {
      visit(run, index, owner, visitor);
    }
  }

  private static void visit(Run run, int index, int owner, BlockVisitor visitor) {
    boolean root = index == 0 && run.rooted;
    long parent = index == 0 ? run.parent : run.external[index - 1];
    visitor.visit(owner, root, parent, run.local[index], run.external[index]);
  }

  /** Visits every block that the owner holds, in no particular order. */
  void forEachHeldBy(int owner, BlockVisitor visitor) {
    for (int slot : holdings.slots(owner)) {
      Run run = layout.find(slot);
      for (int index = 0; run != null && index < run.length; index++) {
        if (run.ownersOf(index).has(owner)) {
          visit(run, index, owner, visitor);
        }
      }
    }
  }
}
