package kvproof.router.index;

/** Places the blocks of one tier in runs and takes them away; keeps the two rules of the layout. */
final class BlockLayout extends BlockPlaces {
  private final OwnerSets sets;
  private final Holdings holdings;

  BlockLayout(OwnerSets sets, Holdings holdings) {
    this.sets = sets;
    this.holdings = holdings;
  }

  /**
   * Appends as many blocks of the chain as are new, from {@code from} on, to one run; how many. 0
   * if the first one is not new, or needs a run to be split.
   */
  int appendNew(StoredChain chain, int from, OwnerSet owners) {
    boolean root = chain.rootedAt(from);
    long parent = chain.parentAt(from);
    if (!isNew(root, parent, chain.local[from], chain.external[from])) {
      return 0;
    }
    Run tail = root ? null : runThatEndsWith(parent);
    if (tail == null && placeBehind(root, parent, chain.local[from]) != LocationTable.NONE) {
      return 0;
    }
    Run run = tail == null ? newRun(root, parent, chain.length() - from) : tail;
    append(run, chain.local[from], chain.external[from], owners);
    int index = from + 1;
    while (index < chain.length() && appendIfNew(run, chain, index, owners)) {
      index++;
    }
    if (tail == null) {
      heads.add(run);
    }
    return index - from;
  }

  /** Appends a block of the chain, the parent of which is the run's last, unless it is known. */
  private boolean appendIfNew(Run run, StoredChain chain, int at, OwnerSet owners) {
    long local = chain.local[at];
    long external = chain.external[at];
    if (heads.first(false, chain.external[at - 1], local) != null
        || !locations.addFirst(external, LocationTable.pack(run.slot, run.length))) {
      return false;
    }
    run.append(local, external, owners);
    return true;
  }

  private void append(Run run, long local, long external, OwnerSet owners) {
    locations.add(external, LocationTable.pack(run.slot, run.length));
    run.append(local, external, owners);
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
    Run tail = free && !root ? runThatEndsWith(parent) : null;
    Run run = tail == null ? newRun(root, parent, 1) : tail;
    append(run, local, external, sets.empty());
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
}
