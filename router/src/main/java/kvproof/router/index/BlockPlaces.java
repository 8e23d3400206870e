package kvproof.router.index;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where every block of one tier lies: in runs, found by the place of its head or by its hash. */
abstract sealed class BlockPlaces permits BlockLayout {
  /*
   * Blocks lie in runs, chains stored as arrays. A block is either the head of a run, found by its
   * place (parent, local hash), or follows its parent in the parent's run. Two rules keep the walk
   * simple, and cost work only on histories with inconsistent hashes:
   *
   *  1. a place that lies inside a run has no variant: variants are heads of runs of their own;
   *  2. a hash that lies at several places has no child inside a run: its children are heads.
   *
   * So a walk that stands on a block finds the next place either right behind it or among the heads,
   * never in both. A fork is the first child behind the parent and further runs that name it.
   *
   * A block that lost its last owner leaves at once if nothing owned lies behind it in its run. In
   * the middle it stays, owned by nobody, until what lies behind it has gone as well.
   */
  final HeadTable heads = new HeadTable();
  final RunTable runs = new RunTable();
  final LocationTable locations = new LocationTable(runs);

  HeadTable heads() {
    return heads;
  }

  /** Runs in use: 0 if nobody holds anything. */
  int runCount() {
    return runs.size();
  }

  void forEachRun(Consumer<Run> visitor) {
    runs.forEach(visitor);
  }

  Run runAt(long location) {
    return runs.run(LocationTable.slot(location));
  }

  /** The run in the slot, or null if none is there any more. */
  @Nullable Run find(int slot) {
    return runs.find(slot);
  }

  /** Whether any hash at all lies at several places. */
  boolean anyAmbiguous() {
    return locations.anyAmbiguous();
  }

  /** One location of the hash, or {@link LocationTable#NONE}. */
  long firstLocation(long external) {
    return locations.first(external);
  }

  /**
   * The run and index at which the child of a block may lie inside a run, packed, or {@link
   * LocationTable#NONE} if the block is unknown or its children are all heads.
   */
  long locationBehind(long parentHash) {
    long location = locations.first(parentHash);
    if (location == LocationTable.NONE || locations.isAmbiguous(parentHash)) {
      return LocationTable.NONE;
    }
    return location + 1;
  }

  /** Location of the block, or none. */
  long locationOf(boolean root, long parent, long local, long external) {
    long one = locations.first(external);
    if (one == LocationTable.NONE) {
      return LocationTable.NONE;
    }
    if (!locations.isAmbiguous(external)) {
      return isAt(one, root, parent, local) ? one : LocationTable.NONE;
    }
    for (long location : locations.all(external)) {
      if (isAt(location, root, parent, local)) {
        return location;
      }
    }
    return LocationTable.NONE;
  }

  private boolean isAt(long location, boolean root, long parent, long local) {
    return runAt(location).isAt(LocationTable.index(location), root, parent, local);
  }

  /** Location of the block of this hash that the owner holds, or none. */
  long locationHeldBy(int owner, long external) {
    long one = locations.first(external);
    if (one == LocationTable.NONE) {
      return LocationTable.NONE;
    }
    if (!locations.isAmbiguous(external)) {
      return ownersAt(one).has(owner) ? one : LocationTable.NONE;
    }
    for (long location : locations.all(external)) {
      if (ownersAt(location).has(owner)) {
        return location;
      }
    }
    return LocationTable.NONE;
  }

  /** Location of the block at this place that lies inside a run, or none. */
  long placeBehind(boolean root, long parent, long local) {
    long behind = root ? LocationTable.NONE : locationBehind(parent);
    if (behind == LocationTable.NONE) {
      return LocationTable.NONE;
    }
    Run run = runAt(behind);
    int index = LocationTable.index(behind);
    return index < run.length && run.local[index] == local ? behind : LocationTable.NONE;
  }

  OwnerSet ownersAt(long location) {
    return runAt(location).ownersOf(LocationTable.index(location));
  }

  long hashAt(long location) {
    return runAt(location).external[LocationTable.index(location)];
  }

  /** Whether anybody holds a block of this hash. */
  boolean hasOwner(long external) {
    for (long location : locations.all(external)) {
      if (!ownersAt(location).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the place of this head is held under other hashes too. */
  boolean hasVariants(Run head) {
    Run first = heads.first(head.rooted, head.parent, head.local[0]);
    return first != head || heads.next(head) != null;
  }

  /** Neither the hash nor, among the heads, its place is known. */
  boolean isNew(boolean root, long parent, long local, long external) {
    return locations.first(external) == LocationTable.NONE
        && heads.first(root, parent, local) == null;
  }

  /** The run whose last block has this hash, if the hash lies nowhere else; or null. */
  @Nullable Run runThatEndsWith(long hash) {
    long location = locations.first(hash);
    if (location == LocationTable.NONE || locations.isAmbiguous(hash)) {
      return null;
    }
    Run run = runAt(location);
    return LocationTable.index(location) == run.length - 1 ? run : null;
  }
}
