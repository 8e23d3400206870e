package kvproof.router.index;

import java.util.Arrays;
import kvproof.model.BlockHashes;
import org.jspecify.annotations.Nullable;

/**
 * A chain of blocks, each the parent of the next, and who owns which stretch of it.
 *
 * <p>Block i has local hash {@code local[i]} and external hash {@code external[i]}; the parent of
 * block 0 is {@code parent}, or the root. Blocks that nobody owns any more may stay in the middle.
 */
final class Run {
  /*
   * Owners are stored as segments, since neighbours in a chain mostly share their owners:
   *
   *   blocks    0 1 2 3 4 5 6 7 8
   *   segments  |--A--|-B-|---C--|      segmentEnd = 3 5 9
   *
   * Neighbouring segments always differ in their owner set.
   */
  long[] local;
  long[] external;
  int length;
  final boolean rooted;
  final long parent;

  int[] segmentEnd;
  OwnerSet[] segmentOwners;
  int segments;

  /** Slot in the index's table of runs. */
  int slot;

  /** Next run whose head shares the bucket of this one's. */
  @Nullable Run nextHead;

  /** An empty run with room for {@code capacity} blocks. */
  Run(boolean rooted, long parent, int capacity) {
    this.rooted = rooted;
    this.parent = parent;
    this.local = new long[capacity];
    this.external = new long[capacity];
    this.segmentEnd = new int[2];
    this.segmentOwners = new OwnerSet[2];
  }

  /** Index of the segment that block {@code index} lies in. */
  int segmentOf(int index) {
    if (index < segmentEnd[0]) {
      return 0;
    }
    int low = 1;
    int high = segments - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (index < segmentEnd[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  OwnerSet ownersOf(int index) {
    return segmentOwners[segmentOf(index)];
  }

  /** Whether any block at all is the owner's. */
  boolean hasOwner(int owner) {
    for (int segment = 0; segment < segments; segment++) {
      if (segmentOwners[segment].has(owner)) {
        return true;
      }
    }
    return false;
  }

  boolean isAt(int index, boolean parentIsRoot, long parentHash, long localHash) {
    if (local[index] != localHash) {
      return false;
    }
    return index == 0
        ? rooted == parentIsRoot && (rooted || parent == parentHash)
        : !parentIsRoot && external[index - 1] == parentHash;
  }

  /** How many blocks from {@code index} on have these local hashes, {@code limit} at most. */
  int sameLocal(int index, long[] hashes, int from, int limit) {
    return same(local, index, hashes, from, limit);
  }

  /** How many blocks from {@code index} on have these external hashes, {@code limit} at most. */
  int sameExternal(int index, long[] hashes, int from, int limit) {
    return same(external, index, hashes, from, limit);
  }

  private int same(long[] own, int index, long[] hashes, int from, int limit) {
    int compared = Math.min(limit, length - index);
    int difference = Arrays.mismatch(own, index, index + compared, hashes, from, from + compared);
    return difference < 0 ? compared : difference;
  }

  /** How many hashes from {@code at} on are those of blocks that the owner holds from here down. */
  int heldBackward(int index, int owner, BlockHashes hashes, int at) {
    int segment = segmentOf(index);
    int count = 0;
    int here = index;
    while (here >= 0 && at + count < hashes.size() && external[here] == hashes.at(at + count)) {
      if (segment > 0 && here < segmentEnd[segment - 1]) {
        segment--;
      }
      if (!segmentOwners[segment].has(owner)) {
        break;
      }
      here--;
      count++;
    }
    return count;
  }

  /** How many hashes from {@code at} on are those of blocks that the owner holds from here up. */
  int heldForward(int index, int owner, BlockHashes hashes, int at) {
    int segment = segmentOf(index);
    int count = 0;
    int here = index;
    while (here < length && at + count < hashes.size() && external[here] == hashes.at(at + count)) {
      if (here == segmentEnd[segment]) {
        segment++;
      }
      if (!segmentOwners[segment].has(owner)) {
        break;
      }
      here++;
      count++;
    }
    return count;
  }

  void append(long localHash, long externalHash, OwnerSet owners) {
    makeRoom(1);
    local[length] = localHash;
    external[length] = externalHash;
    appendStaged(1, owners);
  }

  /** Writes blocks {@code [from, to)} of a chain behind the last one, to be appended afterwards. */
  void stage(StoredChain chain, int from, int to) {
    int blocks = to - from;
    makeRoom(blocks);
    System.arraycopy(chain.local, from, local, length, blocks);
    System.arraycopy(chain.external, from, external, length, blocks);
  }

  /** Appends so many blocks that were written there. */
  void appendStaged(int blocks, OwnerSet owners) {
    length += blocks;
    if (segments > 0 && isSame(segmentOwners[segments - 1], owners)) {
      segmentEnd[segments - 1] = length;
    } else {
      insertSegment(segments, length, owners);
    }
  }

  private void makeRoom(int blocks) {
    if (length + blocks > local.length) {
      int capacity = Math.max(length + blocks, Math.max(4, 2 * length));
      local = Arrays.copyOf(local, capacity);
      external = Arrays.copyOf(external, capacity);
    }
  }

  /** Adds the owner to blocks {@code [from, to)}; the number of blocks that were new to it. */
  int addOwner(int from, int to, int owner, OwnerSets sets) {
    return change(from, to, owner, true, sets);
  }

  /** Takes the owner off blocks {@code [from, to)}; the number of blocks that it had. */
  int removeOwner(int from, int to, int owner, OwnerSets sets) {
    return change(from, to, owner, false, sets);
  }

  private int change(int from, int to, int owner, boolean add, OwnerSets sets) {
    int changed = 0;
    int segment = segmentOf(from);
    int index = from;
    while (index < to) {
      int end = Math.min(segmentEnd[segment], to);
      if (segmentOwners[segment].has(owner) != add) {
        segment = isolate(segment, index, end);
        OwnerSet before = segmentOwners[segment];
        segmentOwners[segment] = add ? sets.with(before, owner) : sets.without(before, owner);
        changed += end - index;
      }
      segment = mergeWithPrevious(segment) + 1;
      index = end;
    }
    if (segment < segments) {
      mergeWithPrevious(segment);
    }
    return changed;
  }

  /** Makes {@code [from, to)}, a part of a segment, a segment of its own; its number. */
  private int isolate(int segment, int from, int to) {
    int result = segment;
    int start = segment == 0 ? 0 : segmentEnd[segment - 1];
    if (start < from) {
      insertSegment(segment, from, segmentOwners[segment]);
      result++;
    }
    if (to < segmentEnd[result]) {
      insertSegment(result, to, segmentOwners[result]);
    }
    return result;
  }

  /** Joins a segment to the one before it if their owners are the same; its number afterwards. */
  private int mergeWithPrevious(int segment) {
    if (segment == 0 || !isSame(segmentOwners[segment - 1], segmentOwners[segment])) {
      return segment;
    }
    segmentEnd[segment - 1] = segmentEnd[segment];
    System.arraycopy(segmentEnd, segment + 1, segmentEnd, segment, segments - segment - 1);
    System.arraycopy(segmentOwners, segment + 1, segmentOwners, segment, segments - segment - 1);
    segments--;
    return segment - 1;
  }

  @SuppressWarnings("ReferenceEquality") // sets are interned: equal sets are one object
  private static boolean isSame(OwnerSet left, OwnerSet right) {
    return left == right;
  }

  private void insertSegment(int segment, int end, OwnerSet owners) {
    if (segments == segmentEnd.length) {
      segmentEnd = Arrays.copyOf(segmentEnd, 2 * segments);
      segmentOwners = Arrays.copyOf(segmentOwners, 2 * segments);
    }
    System.arraycopy(segmentEnd, segment, segmentEnd, segment + 1, segments - segment);
    System.arraycopy(segmentOwners, segment, segmentOwners, segment + 1, segments - segment);
    segmentEnd[segment] = end;
    segmentOwners[segment] = owners;
    segments++;
  }

  /** Drops blocks {@code [newLength, length)}. */
  void truncate(int newLength) {
    length = newLength;
    while (segments > 0 && (segments == 1 ? 0 : segmentEnd[segments - 2]) >= newLength) {
      segments--;
    }
    if (segments > 0) {
      segmentEnd[segments - 1] = newLength;
    }
  }

  /** A run of its own with blocks {@code [from, length)} of this one, which keeps the rest. */
  Run splitOff(int from) {
    Run tail = new Run(false, external[from - 1], length - from);
    int segment = segmentOf(from);
    for (int index = from; index < length; index++) {
      while (index >= segmentEnd[segment]) {
        segment++;
      }
      tail.append(local[index], external[index], segmentOwners[segment]);
    }
    truncate(from);
    return tail;
  }
}
