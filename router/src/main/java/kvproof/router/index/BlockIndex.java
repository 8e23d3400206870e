package kvproof.router.index;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which block on one tier; the same structure for all four tiers.
 *
 * <p>What an owner holds is a set of blocks (parent, local hash, external hash). No answer depends
 * on the order in which they came or on how they are stored. For one thread at a time.
 */
public final class BlockIndex {
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
  private static final int SMALL_EVENT = 8;

  private final OwnerTable owners;
  private final OwnerSets sets;
  private final HeadTable heads = new HeadTable();
  private final LocationTable locations = new LocationTable();
  private @Nullable Run[] runs = new Run[8];
  private int[] freeSlots = new int[8];
  private int freeSlotCount;
  private int usedSlots;
  private int[] held = new int[8];
  private @Nullable IntOpenHashSet[] touched = new IntOpenHashSet[8];
  private @Nullable BlockLifecycleObserver observer;

  BlockIndex(OwnerTable owners, OwnerSets sets) {
    this.owners = owners;
    this.sets = sets;
  }

  /** Tells {@code observer} of hashes that come and go from now on; null: nobody. */
  public void observe(@Nullable BlockLifecycleObserver newObserver) {
    observer = newObserver;
  }

  /** Number of blocks that the owner holds. */
  public int held(int owner) {
    return owner >= 0 && owner < held.length ? held[owner] : 0;
  }

  public boolean holds(int owner, long externalHash) {
    return locationHeldBy(owner, externalHash) != LocationTable.NONE;
  }

  /** Runs in use, for statistics: 0 if nobody holds anything. */
  public int runs() {
    return usedSlots - freeSlotCount;
  }

  HeadTable heads() {
    return heads;
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

  Run run(int slot) {
    Run run = runs[slot];
    if (run == null) {
      throw new AssertionError("no run in slot " + slot);
    }
    return run;
  }

  /** The parent is among the hashes, or a hash occurs twice. */
  static boolean isMalformed(boolean parentIsRoot, long parent, long[] externalHashes) {
    if (externalHashes.length <= SMALL_EVENT) {
      for (int i = 0; i < externalHashes.length; i++) {
        if (!parentIsRoot && externalHashes[i] == parent) {
          return true;
        }
        for (int k = 0; k < i; k++) {
          if (externalHashes[k] == externalHashes[i]) {
            return true;
          }
        }
      }
      return false;
    }
    long[] sorted = externalHashes.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i - 1] == sorted[i]) {
        return true;
      }
    }
    return !parentIsRoot && Arrays.binarySearch(sorted, parent) >= 0;
  }

  /**
   * Stores a chain of blocks that is not malformed.
   *
   * <p>Returns how many blocks were not duplicates. {@code detached} is told by {@link
   * #wouldDetach} beforehand.
   */
  int store(int owner, boolean parentIsRoot, long parent, long[] local, long[] external) {
    grow(owner);
    int changed = 0;
    int done = 0;
    boolean root = parentIsRoot;
    long before = parent;
    while (done < local.length) {
      int step = storeKnown(owner, root, before, local, external, done);
      if (step > 0) {
        changed += lastAdded;
      } else {
        step = storeNew(owner, root, before, local, external, done);
        if (step > 0) {
          changed += step;
        } else {
          step = 1;
          changed += storeOne(owner, root, before, local[done], external[done]) ? 1 : 0;
        }
      }
      done += step;
      root = false;
      before = external[done - 1];
    }
    return changed;
  }

  private int lastAdded;

  /** Whether the first block of a chain would be stored anew below a parent that is not held. */
  boolean wouldDetach(int owner, boolean parentIsRoot, long parent, long local, long external) {
    if (parentIsRoot || holds(owner, parent)) {
      return false;
    }
    long location = locationOf(false, parent, local, external);
    return location == LocationTable.NONE || !ownersAt(location).has(owner);
  }

  /**
   * Adds the owner to as many blocks as lie in one run already, from {@code from} on; 0 if the
   * first one does not, or if anything about it is out of the ordinary.
   */
  private int storeKnown(
      int owner, boolean root, long parent, long[] local, long[] external, int from) {
    long location = locations.first(external[from]);
    if (location == LocationTable.NONE || observer != null || locations.anyAmbiguous()) {
      return 0;
    }
    Run run = run(LocationTable.slot(location));
    int index = LocationTable.index(location);
    if (!run.isAt(index, root, parent, local[from]) || (index == 0 && hasVariants(run))) {
      return 0;
    }
    int limit = Math.min(run.length - index, local.length - from);
    int same = firstDifference(run.external, index, external, from, limit);
    same = firstDifference(run.local, index, local, from, same);
    lastAdded = run.addOwner(index, index + same, owner, sets);
    if (lastAdded > 0) {
      held[owner] += lastAdded;
      touch(owner, run);
    }
    return same;
  }

  private boolean hasVariants(Run head) {
    Run first = heads.first(head.rooted, head.parent, head.local[0]);
    return first != head || heads.next(head) != null;
  }

  static int firstDifference(long[] left, int leftFrom, long[] right, int rightFrom, int limit) {
    int difference =
        Arrays.mismatch(left, leftFrom, leftFrom + limit, right, rightFrom, rightFrom + limit);
    return difference < 0 ? limit : difference;
  }

  /** Stores as many blocks as nobody knew, from {@code from} on; 0 if somebody knows the first. */
  private int storeNew(
      int owner, boolean root, long parent, long[] local, long[] external, int from) {
    if (observer != null || !isNew(root, parent, local[from], external[from])) {
      return 0;
    }
    Run run = root ? null : runThatEndsWith(parent);
    if (run == null && placeBehind(root, parent, local[from]) != LocationTable.NONE) {
      return 0;
    }
    boolean head = run == null;
    Run target = run == null ? newRun(root, parent, local.length - from) : run;
    OwnerSet alone = sets.with(sets.empty(), owner);
    int index = from;
    do {
      locations.add(external[index], LocationTable.pack(target.slot, target.length));
      target.append(local[index], external[index], alone);
      index++;
    } while (index < local.length
        && isNew(false, external[index - 1], local[index], external[index]));
    if (head) {
      heads.add(target);
    }
    held[owner] += index - from;
    touch(owner, target);
    return index - from;
  }

  /** Neither the hash nor, among the heads, its place is known. */
  private boolean isNew(boolean root, long parent, long local, long external) {
    return locations.first(external) == LocationTable.NONE
        && heads.first(root, parent, local) == null;
  }

  /** The run whose last block has this hash, if the hash lies nowhere else; or null. */
  private @Nullable Run runThatEndsWith(long hash) {
    long location = locations.first(hash);
    if (location == LocationTable.NONE || locations.isAmbiguous(hash)) {
      return null;
    }
    Run run = run(LocationTable.slot(location));
    return LocationTable.index(location) == run.length - 1 ? run : null;
  }

  /** Location of the block at this place that lies inside a run, or none. */
  private long placeBehind(boolean root, long parent, long local) {
    long behind = root ? LocationTable.NONE : locationBehind(parent);
    if (behind == LocationTable.NONE) {
      return LocationTable.NONE;
    }
    Run run = run(LocationTable.slot(behind));
    int index = LocationTable.index(behind);
    return index < run.length && run.local[index] == local ? behind : LocationTable.NONE;
  }

  /** Stores one block, whatever the owner holds; false if that changed nothing. */
  private boolean storeOne(int owner, boolean root, long parent, long local, long external) {
    long location = locationOf(root, parent, local, external);
    if (location != LocationTable.NONE && ownersAt(location).has(owner)) {
      return false;
    }
    boolean hadOwner = observer != null && hasOwner(external);
    long displaced = displacedBy(owner, root, parent, local);
    long before = displaced == LocationTable.NONE ? 0 : hashAt(displaced);
    if (displaced != LocationTable.NONE) {
      takeOff(owner, displaced);
    }
    long moved = locationHeldBy(owner, external);
    if (moved != LocationTable.NONE) {
      takeOff(owner, moved);
    }
    place(owner, root, parent, local, external);
    if (observer != null) {
      if (!hadOwner) {
        observer.created(external);
      }
      if (displaced != LocationTable.NONE && !hasOwner(before)) {
        observer.removed(before);
      }
    }
    return true;
  }

  /** The block of this place that the owner holds under whatever hash, or none. */
  private long displacedBy(int owner, boolean root, long parent, long local) {
    for (Run head = heads.first(root, parent, local); head != null; head = heads.next(head)) {
      if (head.ownersOf(0).has(owner)) {
        return LocationTable.pack(head.slot, 0);
      }
    }
    long behind = placeBehind(root, parent, local);
    return behind != LocationTable.NONE && ownersAt(behind).has(owner)
        ? behind
        : LocationTable.NONE;
  }

  /** Adds the owner to the block, which is made if it is not there. */
  private void place(int owner, boolean root, long parent, long local, long external) {
    // Looked up again: what the owner was taken off may have gone, and runs with it.
    long location = locationOf(root, parent, local, external);
    if (location == LocationTable.NONE) {
      location = insert(root, parent, local, external);
    }
    Run run = run(LocationTable.slot(location));
    int index = LocationTable.index(location);
    held[owner] += run.addOwner(index, index + 1, owner, sets);
    touch(owner, run);
  }

  /** Makes a block that nobody owns yet; its location. Keeps both rules of the structure. */
  private long insert(boolean root, long parent, long local, long external) {
    for (long child = childInRun(external);
        child != LocationTable.NONE;
        child = childInRun(external)) {
      split(run(LocationTable.slot(child)), LocationTable.index(child));
    }
    long variant = placeBehind(root, parent, local);
    if (variant != LocationTable.NONE) {
      split(run(LocationTable.slot(variant)), LocationTable.index(variant));
    }
    boolean free = variant == LocationTable.NONE && heads.first(root, parent, local) == null;
    Run tail = free && !root ? runThatEndsWith(parent) : null;
    Run run = tail == null ? newRun(root, parent, 1) : tail;
    long location = LocationTable.pack(run.slot, run.length);
    run.append(local, external, sets.empty());
    locations.add(external, location);
    if (tail == null) {
      heads.add(run);
    }
    return location;
  }

  /** Location of a block that follows a block of this hash in its run, or none. */
  private long childInRun(long external) {
    for (long location : locations.all(external)) {
      if (LocationTable.index(location) + 1 < run(LocationTable.slot(location)).length) {
        return location + 1;
      }
    }
    return LocationTable.NONE;
  }

  private void split(Run run, int from) {
    Run tail = run.splitOff(from);
    takeSlot(tail);
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
        touch(owner, tail);
      }
    }
    dropUnowned(run);
  }

  /** Removes the block of this hash from what the owner holds; false if it holds none. */
  boolean remove(int owner, long external) {
    long location = locationHeldBy(owner, external);
    if (location == LocationTable.NONE) {
      return false;
    }
    takeOff(owner, location);
    if (observer != null && !hasOwner(external)) {
      observer.removed(external);
    }
    return true;
  }

  private void takeOff(int owner, long location) {
    Run run = run(LocationTable.slot(location));
    int index = LocationTable.index(location);
    held[owner] -= run.removeOwner(index, index + 1, owner, sets);
    dropUnowned(run);
  }

  /** Removes everything that the owner holds. */
  void clear(int owner) {
    IntOpenHashSet slots = owner < touched.length ? touched[owner] : null;
    if (slots == null) {
      return;
    }
    touched[owner] = null;
    for (int slot : slots.toIntArray()) {
      Run run = runs[slot];
      if (run != null) {
        clear(owner, run);
      }
    }
    if (held[owner] != 0) {
      throw new AssertionError(owners.owner(owner) + " still holds " + held[owner] + " blocks");
    }
  }

  private void clear(int owner, Run run) {
    if (observer == null) {
      held[owner] -= run.removeOwner(0, run.length, owner, sets);
    } else {
      for (int index = run.length - 1; index >= 0; index--) {
        if (run.ownersOf(index).has(owner)) {
          held[owner] -= run.removeOwner(index, index + 1, owner, sets);
          if (!hasOwner(run.external[index])) {
            observer.removed(run.external[index]);
          }
        }
      }
    }
    dropUnowned(run);
  }

  /** Lets go of the blocks at the end of a run that nobody owns. */
  private void dropUnowned(Run run) {
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
      releaseSlot(run);
    }
  }

  private long locationOf(boolean root, long parent, long local, long external) {
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
    return run(LocationTable.slot(location))
        .isAt(LocationTable.index(location), root, parent, local);
  }

  private long locationHeldBy(int owner, long external) {
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

  private boolean hasOwner(long external) {
    for (long location : locations.all(external)) {
      if (!ownersAt(location).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private OwnerSet ownersAt(long location) {
    return run(LocationTable.slot(location)).ownersOf(LocationTable.index(location));
  }

  private long hashAt(long location) {
    return run(LocationTable.slot(location)).external[LocationTable.index(location)];
  }

  private Run newRun(boolean root, long parent, int capacity) {
    Run run = new Run(root, parent, capacity);
    takeSlot(run);
    return run;
  }

  private void takeSlot(Run run) {
    int slot = freeSlotCount > 0 ? freeSlots[--freeSlotCount] : usedSlots++;
    if (slot == runs.length) {
      runs = Arrays.copyOf(runs, 2 * slot);
    }
    runs[slot] = run;
    run.slot = slot;
  }

  private void releaseSlot(Run run) {
    runs[run.slot] = null;
    if (freeSlotCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, 2 * freeSlotCount);
    }
    freeSlots[freeSlotCount++] = run.slot;
  }

  private void grow(int owner) {
    if (owner >= held.length) {
      int size = Math.max(owner + 1, 2 * held.length);
      held = Arrays.copyOf(held, size);
      touched = Arrays.copyOf(touched, size);
    }
  }

  /** Remembers that the owner has blocks in the run; may name runs that it has since left. */
  private void touch(int owner, Run run) {
    IntOpenHashSet slots = touched[owner];
    if (slots == null) {
      slots = new IntOpenHashSet(4);
      touched[owner] = slots;
    }
    slots.add(run.slot);
  }

  /** Marks every owner set in use, for {@link OwnerSets#sweep}. */
  void markSets() {
    forEachRun(
        run -> {
          for (int segment = 0; segment < run.segments; segment++) {
            run.segmentOwners[segment].marked = true;
          }
        });
  }

  void forEachRun(Consumer<Run> visitor) {
    for (int slot = 0; slot < usedSlots; slot++) {
      Run run = runs[slot];
      if (run != null) {
        visitor.accept(run);
      }
    }
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
    boolean root = index == 0 && run.rooted;
    long parent = index == 0 ? run.parent : run.external[index - 1];
    long[] members = run.ownersOf(index).words;
    for (int owner = OwnerBits.next(members, 0);
        owner >= 0;
        owner = OwnerBits.next(members, owner + 1)) {
      visitor.visit(owner, root, parent, run.local[index], run.external[index]);
    }
  }
}
