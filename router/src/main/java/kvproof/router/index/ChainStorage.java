package kvproof.router.index;

import kvproof.model.BlockHashes;

/**
 * Stores chains of blocks for owners on one tier, and takes blocks off them.
 *
 * <p>Stretches that lie in one run already, or that nobody knows yet, are stored in bulk; whatever
 * is out of the ordinary block by block.
 */
final class ChainStorage {
  private final OwnerSets sets;
  private final Holdings holdings;
  private final BlockLayout layout;
  private final BlockLives lives;

  ChainStorage(OwnerSets sets, Holdings holdings, BlockLayout layout, BlockLives lives) {
    this.sets = sets;
    this.holdings = holdings;
    this.layout = layout;
    this.lives = lives;
  }

  /** Stores a chain that is not malformed; false if the owner held it all before. */
  boolean store(int owner, StoredChain chain) {
    boolean changed = false;
    int done = 0;
    while (done < chain.length()) {
      int heldBefore = holdings.held(owner);
      int step = storeKnown(owner, chain, done);
      if (step == 0) {
        step = storeNew(owner, chain, done);
      }
      changed |= holdings.held(owner) != heldBefore;
      if (step == 0) {
        changed |= storeOne(owner, chain, done);
        step = 1;
      }
      done += step;
    }
    return changed;
  }

  /**
   * Adds the owner to as many blocks as lie in one run already, from {@code from} on; 0 if the
   * first one does not, or if anything about it is out of the ordinary.
   */
  private int storeKnown(int owner, StoredChain chain, int from) {
    long location = layout.firstLocation(chain.external[from]);
    if (location == LocationTable.NONE || lives.isObserved() || layout.anyAmbiguous()) {
      return 0;
    }
    Run run = layout.runAt(location);
    int index = LocationTable.index(location);
    if (!run.isAt(index, chain.rootedAt(from), chain.parentAt(from), chain.local[from])
        || (index == 0 && layout.hasVariants(run))) {
      return 0;
    }
    int same = run.sameExternal(index, chain.external, from, chain.length() - from);
    same = run.sameLocal(index, chain.local, from, same);
    int added = run.addOwner(index, index + same, owner, sets);
    if (added > 0) {
      holdings.add(owner, added, run);
    }
    return same;
  }

  /** Stores as many blocks as nobody knew, from {@code from} on; 0 if somebody knows the first. */
  private int storeNew(int owner, StoredChain chain, int from) {
    if (lives.isObserved()) {
      return 0;
    }
    int blocks = layout.appendNew(chain, from, sets.with(sets.empty(), owner));
    if (blocks > 0) {
      holdings.add(owner, blocks, layout.runAt(layout.firstLocation(chain.external[from])));
    }
    return blocks;
  }

  /** Stores one block, whatever the owner holds; false if that changed nothing. */
  private boolean storeOne(int owner, StoredChain chain, int at) {
    boolean root = chain.rootedAt(at);
    long parent = chain.parentAt(at);
    long local = chain.local[at];
    long external = chain.external[at];
    long location = layout.locationOf(root, parent, local, external);
    if (location != LocationTable.NONE && layout.ownersAt(location).has(owner)) {
      return false;
    }
    boolean wasAlive = lives.isAlive(external);
    long displaced = displacedBy(owner, root, parent, local);
    long before = displaced == LocationTable.NONE ? 0 : layout.hashAt(displaced);
    if (displaced != LocationTable.NONE) {
      takeOff(owner, displaced);
    }
    long moved = layout.locationHeldBy(owner, external);
    if (moved != LocationTable.NONE) {
      takeOff(owner, moved);
    }
    place(owner, root, parent, local, external);
    lives.begin(external, wasAlive);
    if (displaced != LocationTable.NONE) {
      lives.end(before);
    }
    return true;
  }

  /** The block of this place that the owner holds under whatever hash, or none. */
  private long displacedBy(int owner, boolean root, long parent, long local) {
    HeadTable heads = layout.heads();
    for (Run head = heads.first(root, parent, local); head != null; head = heads.next(head)) {
      if (head.ownersOf(0).has(owner)) {
        return LocationTable.pack(head.slot, 0);
      }
    }
    long behind = layout.placeBehind(root, parent, local);
    return behind != LocationTable.NONE && layout.ownersAt(behind).has(owner)
        ? behind
        : LocationTable.NONE;
  }

  /** Adds the owner to the block, which is made if it is not there. */
  private void place(int owner, boolean root, long parent, long local, long external) {
    // Looked up again: what the owner was taken off may have gone, and runs with it.
    long location = layout.locationOf(root, parent, local, external);
    if (location == LocationTable.NONE) {
      location = layout.insert(root, parent, local, external);
    }
    Run run = layout.runAt(location);
    int index = LocationTable.index(location);
    holdings.add(owner, run.addOwner(index, index + 1, owner, sets), run);
  }

  /**
   * Takes the owner off the block of hash {@code at}, which it holds at this location, and off
   * those of the hashes behind it if they lie beside it one after the other; how many hashes that
   * was.
   */
  int takeOff(int owner, long location, BlockHashes hashes, int at) {
    if (lives.isObserved() || layout.anyAmbiguous()) {
      takeOff(owner, location);
      lives.end(hashes.at(at));
      return 1;
    }
    Run run = layout.runAt(location);
    int index = LocationTable.index(location);
    int back = run.heldBackward(index, owner, hashes, at);
    int blocks = back > 1 ? back : run.heldForward(index, owner, hashes, at);
    takeOff(owner, run, back > 1 ? index - blocks + 1 : index, blocks);
    return blocks;
  }

  /** Takes the owner off the block that it holds at this location. */
  private void takeOff(int owner, long location) {
    takeOff(owner, layout.runAt(location), LocationTable.index(location), 1);
  }

  private void takeOff(int owner, Run run, int from, int blocks) {
    holdings.take(owner, run.removeOwner(from, from + blocks, owner, sets));
    layout.dropUnowned(run);
  }
}
