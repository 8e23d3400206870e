package kvproof.router.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks ranks through one tier, position by position, one hash line after the other.
 *
 * <p>A hash line is a sequence of external hashes that some ranks share. With consistent hashes
 * there is one. While the chain's own line is walked, sources can be followed beside the ranks
 * (continuation discovery): one pass serves all frontiers.
 */
final class LineWalk {
  /*
   * The front stands before one position of the line. In it are the ranks that reached it, and the
   * active sources with the start of their interval. Ranks that start further on wait, sorted by
   * position, until the front comes by:
   *
   *      waiting    rank a at 0        rank b at 10     rank c at 13
   *      front      |----------------->|--------------->|------------->|
   *
   * From one place to the next a walk needs the index only at the end of a run or at a fork. Along a
   * run, local hashes are compared in bulk, and owners are looked at once per segment.
   *
   * A rank leaves the front in three ways: it stops (nobody carries it on), it comes to the end of
   * the prompt, or it goes on under another hash than the line's. Then it waits again, for a walk
   * along a line of its own.
   */
  private static final long POSITION_SHIFT = 32;

  private final Lookup lookup;
  private final OwnerTable owners;
  private final VariantEdge variants;

  BlockIndex index;
  ResidencyView residency;
  boolean discovers;

  /** Leaving the line means leaving the chain: true on the device and host-pinned tiers. */
  boolean definesChain;

  long[] line = new long[0];
  int lineLength;

  long[] front = new long[0];
  long[] active = new long[0];
  private int[] activeSince = new int[0];

  private long[] waiting = new long[0];
  private long[] otherLine = new long[0];
  private long[] seeds = new long[8];
  private int seedCount;
  private int nextSeed;

  private @Nullable Run run;
  private int at;

  LineWalk(Lookup lookup, OwnerTable owners, BlockIndex first, ResidencyView residency) {
    this.lookup = lookup;
    this.owners = owners;
    this.index = first;
    this.residency = residency;
    this.variants = new VariantEdge(this, lookup, owners);
  }

  /**
   * Walks every walker of the look-up through a tier.
   *
   * @param tier the tier's index
   * @param snapshot projection and advertisement
   * @param definesTheChain device and host-pinned: the walk adds to the chain and finds who leaves
   *     it
   * @param discoversSources follow sources beside the ranks
   */
  void walk(
      BlockIndex tier, ResidencyView snapshot, boolean definesTheChain, boolean discoversSources) {
    index = tier;
    residency = snapshot;
    definesChain = definesTheChain;
    makeRoom();
    System.arraycopy(lookup.walkers, 0, waiting, 0, waiting.length);
    walkChain(discoversSources);
    walkOtherLines();
  }

  /** Whether an advertised cache owner holds the first block of the prompt. */
  private boolean rootIsAdvertised() {
    for (Run head = headAt(0); head != null; head = index.heads().next(head)) {
      if (head.ownersOf(0).view(residency).advertised) {
        return true;
      }
    }
    return false;
  }

  private void makeRoom() {
    int words = lookup.walkers.length;
    if (front.length != words) {
      front = new long[words];
      active = new long[words];
      waiting = new long[words];
    }
    if (activeSince.length < lookup.ownerCount) {
      activeSince = new int[lookup.position.length];
      seeds = new long[lookup.position.length];
    }
  }

  private void walkChain(boolean discoversSources) {
    line = lookup.chain;
    lineLength = lookup.chainLength;
    discovers = discoversSources;
    collectSeeds(definesChain);
    walkLine(discoversSources && lookup.length > 0 && rootIsAdvertised());
    if (definesChain) {
      lookup.chainLength = lineLength;
    }
    discovers = false;
  }

  private void walkOtherLines() {
    while (!OwnerBits.isEmpty(waiting)) {
      collectSeeds(false);
      int rank = (int) seeds[0];
      if (otherLine.length < lookup.length) {
        otherLine = new long[lookup.length];
      }
      line = otherLine;
      lineLength = lookup.position[rank];
      if (lineLength > 0) {
        line[lineLength - 1] = lookup.lastHash[rank];
      }
      onlyFrom = lineLength;
      boolean wasDefining = definesChain;
      definesChain = false;
      walkLine(false);
      definesChain = wasDefining;
      onlyFrom = 0;
    }
  }

  /** Hashes of the line below this position but the last are not known. */
  private int onlyFrom;

  private void collectSeeds(boolean onChainOnly) {
    seedCount = 0;
    nextSeed = 0;
    for (int rank = OwnerBits.next(waiting, 0);
        rank >= 0;
        rank = OwnerBits.next(waiting, rank + 1)) {
      if (!onChainOnly || !OwnerBits.has(lookup.offChain, rank)) {
        seeds[seedCount++] = (long) lookup.position[rank] << POSITION_SHIFT | rank;
      }
    }
    Arrays.sort(seeds, 0, seedCount);
  }

  private void walkLine(boolean fromRoot) {
    Arrays.fill(front, 0);
    Arrays.fill(active, 0);
    run = null;
    int position = fromRoot ? 0 : nextSeedPosition();
    while (position >= 0) {
      takeIn(position);
      if (position == lookup.length) {
        stopAll(position);
        return;
      }
      int limit = Math.min(lookup.length, laterSeedPosition(position));
      int reached = step(position, limit);
      if (OwnerBits.isEmpty(front) && OwnerBits.isEmpty(active)) {
        run = null;
        position = nextSeedPosition();
      } else {
        position = reached;
      }
    }
  }

  /** Position of the first waiting rank that stands on the line, or -1; passes over the others. */
  private int nextSeedPosition() {
    while (nextSeed < seedCount) {
      int rank = (int) seeds[nextSeed];
      if (isOnLine(rank)) {
        return lookup.position[rank];
      }
      nextSeed++;
    }
    return -1;
  }

  private int laterSeedPosition(int position) {
    for (int seed = nextSeed; seed < seedCount; seed++) {
      int start = (int) (seeds[seed] >>> POSITION_SHIFT);
      if (start > position) {
        return start;
      }
    }
    return Integer.MAX_VALUE;
  }

  private boolean isOnLine(int rank) {
    int start = lookup.position[rank];
    return start == 0
        ? onlyFrom == 0
        : start >= onlyFrom && start <= lineLength && line[start - 1] == lookup.lastHash[rank];
  }

  /** Ranks that wait at this position of the line join the front. */
  private void takeIn(int position) {
    while (nextSeed < seedCount && (int) (seeds[nextSeed] >>> POSITION_SHIFT) <= position) {
      int rank = (int) seeds[nextSeed++];
      if ((int) (seeds[nextSeed - 1] >>> POSITION_SHIFT) == position && isOnLine(rank)) {
        OwnerBits.set(front, rank);
        OwnerBits.clear(waiting, rank);
      }
    }
  }

  /** Walks from a position up to {@code limit} at most; where it came to. */
  private int step(int position, int limit) {
    if (!standsOn(position)) {
      Run head = headAt(position);
      if (head == null) {
        lookup.positionsCompared++;
        stopAll(position);
        return position;
      }
      if (index.heads().next(head) != null) {
        lookup.positionsCompared++;
        return walkVariants(position, head);
      }
      run = head;
      at = 0;
    }
    return walkRun(position, limit);
  }

  private int walkVariants(int position, Run head) {
    run = variants.pass(position, head);
    at = 1;
    return position + 1;
  }

  private long parentHash(int position) {
    return position == 0 ? 0 : line[position - 1];
  }

  /** Whether the place of this position lies in a run that is now current. */
  private boolean standsOn(int position) {
    if (run == null && position > 0) {
      long behind = index.locationBehind(line[position - 1]);
      if (behind == LocationTable.NONE) {
        return false;
      }
      run = index.run(LocationTable.slot(behind));
      at = LocationTable.index(behind);
    }
    Run current = run;
    return current != null && at < current.length && current.local[at] == lookup.prompt[position];
  }

  private @Nullable Run headAt(int position) {
    return index.heads().first(position == 0, parentHash(position), lookup.prompt[position]);
  }

  /** Walks along the current run while it agrees with the prompt and somebody is left. */
  private int walkRun(int position, int limit) {
    Run current = current();
    int most = Math.min(limit - position, current.length - at);
    int same = BlockIndex.firstDifference(current.local, at, lookup.prompt, position, most);
    lookup.positionsCompared += same;
    int known = Math.min(same, Math.max(0, lineLength - position));
    int onLine = BlockIndex.firstDifference(current.external, at, line, position, known);
    int good = onLine == known ? same : onLine;
    int reached = walkSegments(position, good);
    if (reached == position + good && good < same) {
      leaveLine(reached, current.ownersOf(at), current.external[at]);
    }
    return reached;
  }

  private Run current() {
    Run current = run;
    if (current == null) {
      throw new AssertionError("no current run");
    }
    return current;
  }

  private int walkSegments(int position, int blocks) {
    Run current = current();
    int end = at + blocks;
    int here = position;
    int segment = blocks == 0 ? 0 : current.segmentOf(at);
    while (at < end) {
      passEdge(here, current.segmentOwners[segment]);
      if (OwnerBits.isEmpty(front) && OwnerBits.isEmpty(active)) {
        return here;
      }
      int segmentEnd = Math.min(current.segmentEnd[segment], end);
      extendLine(here, current.external, at, segmentEnd - at);
      here += segmentEnd - at;
      at = segmentEnd;
      segment++;
    }
    return here;
  }

  private void extendLine(int position, long[] external, int from, int blocks) {
    int end = position + blocks;
    if (end > lineLength) {
      int skip = Math.max(0, lineLength - position);
      System.arraycopy(external, from + skip, line, position + skip, blocks - skip);
      lineLength = end;
    }
  }

  /** One edge whose only variant is on the line: who is not on it leaves, sources may join. */
  void passEdge(int position, OwnerSet set) {
    OwnerSet.View view = set.view(residency);
    boolean stopped = false;
    for (int word = 0; word < front.length; word++) {
      long stops = front[word] & ~view.projected[word];
      if (stops != 0) {
        stopped = true;
        front[word] &= view.projected[word];
        stop(position, word, stops);
      }
    }
    passSources(position, view.sources, stopped);
  }

  /** Active sources not among these end here; others join if a rank stopped on this edge. */
  void passSources(int position, long[] sources, boolean stopped) {
    if (!discovers) {
      return;
    }
    for (int word = 0; word < active.length; word++) {
      long ends = active[word] & ~sources[word];
      if (ends != 0) {
        active[word] &= sources[word];
        endIntervals(position, word, ends);
      }
      if (stopped || position == 0) {
        join(position, word, sources[word] & ~active[word] & ~front[word]);
      }
    }
  }

  /*
   * Ranks in the front need not join: their root prefix reaches as far as their own blocks do. At
   * the root only cache owners begin, since ranks have their root prefix by their own walk.
   */
  private void join(int position, int word, long joining) {
    for (long rest = joining; rest != 0; rest &= rest - 1) {
      int owner = (word << 6) + Long.numberOfTrailingZeros(rest);
      if (position > 0 || !owners.isRank(owner)) {
        OwnerBits.set(active, owner);
        activeSince[owner] = position;
      }
    }
  }

  private void stop(int position, int word, long ranks) {
    for (long rest = ranks; rest != 0; rest &= rest - 1) {
      standAt(position, (word << 6) + Long.numberOfTrailingZeros(rest));
    }
  }

  void stopOne(int position, int rank) {
    OwnerBits.clear(front, rank);
    standAt(position, rank);
  }

  private void standAt(int position, int rank) {
    if (lookup.position[rank] != position) {
      lookup.position[rank] = position;
      lookup.lastHash[rank] = line[position - 1];
    }
  }

  /** The rank goes on under another hash than the line's and waits for a walk of its own. */
  void diverge(int position, int rank, long ownHash) {
    OwnerBits.clear(front, rank);
    lookup.position[rank] = position + 1;
    lookup.lastHash[rank] = ownHash;
    OwnerBits.set(waiting, rank);
    if (definesChain) {
      OwnerBits.set(lookup.offChain, rank);
      lookup.cutAt[rank] = position;
    }
  }

  private void endIntervals(int position, int word, long sources) {
    for (long rest = sources; rest != 0; rest &= rest - 1) {
      int owner = (word << 6) + Long.numberOfTrailingZeros(rest);
      lookup.intervals.add(owner, activeSince[owner], position);
    }
  }

  /** The only variant of the place has another hash than the line: nobody stays on the line. */
  private void leaveLine(int position, OwnerSet set, long otherHash) {
    OwnerSet.View view = set.view(residency);
    for (int rank = OwnerBits.next(front, 0); rank >= 0; rank = OwnerBits.next(front, rank + 1)) {
      if (OwnerBits.has(view.projected, rank)) {
        diverge(position, rank, otherHash);
      }
    }
    stopAll(position);
  }

  void stopAll(int position) {
    for (int word = 0; word < front.length; word++) {
      stop(position, word, front[word]);
      endIntervals(position, word, active[word]);
      front[word] = 0;
      active[word] = 0;
    }
  }
}
