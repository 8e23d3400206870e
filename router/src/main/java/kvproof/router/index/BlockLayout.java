package kvproof.router.index;

import org.jspecify.annotations.Nullable;

/** Places the blocks of one tier in runs and takes them away; keeps the two rules of the layout. */
final class BlockLayout extends BlockPlaces {
  /** What is made ready for blocks that turn out to be known is made ready in vain. */
  private static final int MOST_AT_A_TIME = 256;

  private final OwnerSets sets;
  private final Holdings holdings;
  private final int mostBlocks;

  BlockLayout(OwnerSets sets, Holdings holdings) {
    this(sets, holdings, LocationTable.MOST_BLOCKS);
  }

  /**
   * @param mostBlocks of a run: one that has so many gets none behind them
   */
  BlockLayout(OwnerSets sets, Holdings holdings, int mostBlocks) {
    this.sets = sets;
    this.holdings = holdings;
    this.mostBlocks = mostBlocks;
  }

  /**
   * Appends as many blocks of the chain as are new, from {@code from} on, to one run, 256 at most;
   * how many. 0 if the first one is not new, or needs a run to be split.
   */
  int appendNew(StoredChain chain, int from, OwnerSet owners) {
    boolean root = chain.rootedAt(from);
    long parent = chain.parentAt(from);
    if (!isNew(root, parent, chain.local[from], chain.external[from])) {
      return 0;
    }
    Run tail = root ? null : runToAppendTo(parent);
    if (tail == null && placeBehind(root, parent, chain.local[from]) != LocationTable.NONE) {
      return 0;
    }
    int room = Math.min(MOST_AT_A_TIME, mostBlocks - (tail == null ? 0 : tail.length));
    int limit = Math.min(chain.length(), from + room);
    locations.reserve(limit - from);
    Run run =
        tail == null ? newRun(root, parent, Math.min(mostBlocks, chain.length() - from)) : tail;
    run.stage(chain, from, limit);
    locations.approach(chain.external, from, limit);
    int blocks = 0;
    while (from + blocks < limit && (blocks == 0 || isNewHead(chain, from + blocks))) {
      long location = LocationTable.pack(run.slot, run.length + blocks);
      if (!locations.addFirst(chain.external[from + blocks], location)) {
        break;
      }
      blocks++;
    }
    run.appendStaged(blocks, owners);
    if (tail == null) {
      heads.add(run);
    }
    return blocks;
  }

  /** Whether no run begins at the place of a block of the chain. */
  private boolean isNewHead(StoredChain chain, int at) {
    long parent = chain.external[at - 1];
    return !heads.mayFollow(parent) || heads.first(false, parent, chain.local[at]) == null;
  }

  /** The run that a block behind this one goes into, or null: it begins a run. */
  private @Nullable Run runToAppendTo(long parent) {
    Run run = runThatEndsWith(parent);
    return run == null || run.length >= mostBlocks ? null : run;
  }

  private Run newRun(boolean root, long parent, int capacity) {
    Run run = new Run(root, parent, capacity);
    runs.add(run);
    return run;
  }

  /** Makes a block that nobody owns yet; its location. Keeps both rules of the layout. */
  long insert(boolean root, long parent, long local, long external) {
    for (long child = childInRun(external);
        child != LocationTable.NONE;
        child = childInRun(external)) {
      split(runAt(child), LocationTable.index(child));
    }
    long variant = placeBehind(root, parent, local);
    if (variant != LocationTable.NONE) {
      split(runAt(variant), LocationTable.index(variant));
    }
    boolean free = variant == LocationTable.NONE && heads.first(root, parent, local) == null;
    Run tail = free && !root ? runToAppendTo(parent) : null;
    Run run = tail == null ? newRun(root, parent, 1) : tail;
    locations.reserve(1);
    run.append(local, external, sets.empty());
    locations.add(external, LocationTable.pack(run.slot, run.length - 1));
    if (tail == null) {
      heads.add(run);
    }
    return LocationTable.pack(run.slot, run.length - 1);
  }

  /** Location of a block that follows a block of this hash in its run, or none. */
  private long childInRun(long external) {
    for (long location : locations.all(external)) {
      if (LocationTable.index(location) + 1 < runAt(location).length) {
        return location + 1;
      }
    }
    return LocationTable.NONE;
  }

  private void split(Run run, int from) {
    Run tail = run.splitOff(from);
    runs.add(tail);
    for (int index = 0; index < tail.length; index++) {
      locations.remove(tail.external[index], LocationTable.pack(run.slot, from + index));
      locations.add(tail.external[index], LocationTable.pack(tail.slot, index));
    }
    heads.add(tail);
    for (int segment = 0; segment < tail.segments; segment++) {
      long[] members = tail.segmentOwners[segment].words;
      for (int owner = OwnerBits.next(members, 0);
          owner >= 0;
          owner = OwnerBits.next(members, owner + 1)) {
        holdings.add(owner, 0, tail);
      }
    }
    dropUnowned(run);
  }

  /** Lets go of the blocks at the end of a run that nobody owns. */
  void dropUnowned(Run run) {
    int length = run.length;
    int keep = length;
    if (run.segments > 0 && run.segmentOwners[run.segments - 1].isEmpty()) {
      keep = run.segments == 1 ? 0 : run.segmentEnd[run.segments - 2];
    }
    if (keep == length) {
      return;
    }
    locations.approach(run.external, keep, length);
    for (int index = keep; index < length; index++) {
      locations.remove(run.external[index], LocationTable.pack(run.slot, index));
    }
    long headLocal = run.local[0];
    run.truncate(keep);
    if (keep == 0) {
      heads.remove(run, headLocal);
      runs.remove(run);
    }
  }

  /** Gives memory back that a larger index needed. To be called between events. */
  void tidy() {
    locations.tidy();
  }
}
