package kvproof.router.index;

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
  private final Lookup lookup;
  private final WaitingRanks waiting;
  private final WalkFront front;
  private final VariantEdge variants;
  private final HashLine otherLine = new HashLine();

  private BlockPlaces places;
  private HashLine line;
  private @Nullable Run run;
  private int at;

  LineWalk(Lookup lookup, OwnerTable owners, BlockPlaces first, ResidencyView residency) {
    this.lookup = lookup;
    this.places = first;
    this.line = lookup.chain;
    this.waiting = new WaitingRanks(lookup);
    this.front = new WalkFront(lookup, waiting, owners, residency);
    this.variants = new VariantEdge(front, lookup);
  }

  /** Begins the walks of one look-up, over the owners and the snapshot that it is made with. */
  void begin(OwnerTable owners, ResidencyView snapshot) {
    front.begin(owners, snapshot);
  }

  /**
   * Walks every walker of the look-up through a tier.
   *
   * @param tier where the tier's blocks lie
   * @param definesChain device and host-pinned: the walk adds to the chain and finds who leaves it
   * @param discovers follow sources beside the ranks
   */
  void walk(BlockPlaces tier, boolean definesChain, boolean discovers) {
    places = tier;
    waiting.begin();
    walkChain(definesChain, discovers);
    walkOtherLines();
  }

  private void walkChain(boolean definesChain, boolean discovers) {
    line = lookup.chain;
    int before = line.length;
    waiting.queueUp(definesChain);
    front.beginLine(line, definesChain, discovers);
    walkLine(discovers && lookup.length > 0 && rootIsAdvertised());
    if (!definesChain) {
      line.length = before;
    }
  }

  /** Whether an advertised cache owner holds the first block of the prompt. */
  private boolean rootIsAdvertised() {
    for (Run head = headAt(0); head != null; head = places.heads().next(head)) {
      if (head.ownersOf(0).view(front.residency()).advertised) {
        return true;
      }
    }
    return false;
  }

  private void walkOtherLines() {
    while (!waiting.isEmpty()) {
      waiting.queueUp(false);
      int rank = waiting.first();
      line = otherLine;
      line.beginAt(lookup.position[rank], lookup.lastHash[rank], lookup.length);
      front.beginLine(line, false, false);
      walkLine(false);
    }
  }

  private void walkLine(boolean fromRoot) {
    run = null;
    int position = fromRoot ? 0 : waiting.nextPosition(line);
    while (position >= 0) {
      waiting.join(position, line, front.ranks);
      if (position == lookup.length) {
        front.stopAll(position);
        return;
      }
      int limit = Math.min(lookup.length, waiting.positionAfter(position));
      int reached = step(position, limit);
      if (front.isEmpty()) {
        run = null;
        position = waiting.nextPosition(line);
      } else {
        position = reached;
      }
    }
  }

  /** Walks from a position up to {@code limit} at most; where it came to. */
  private int step(int position, int limit) {
    if (!standsOn(position)) {
      Run head = headAt(position);
      if (head == null) {
        lookup.positionsCompared++;
        front.stopAll(position);
        return position;
      }
      if (places.heads().next(head) != null) {
        lookup.positionsCompared++;
        run = variants.pass(position, places.heads(), head);
        at = 1;
        return position + 1;
      }
      run = head;
      at = 0;
    }
    return walkRun(position, limit);
  }

  /** Whether the place of this position lies in a run that is now current. */
  private boolean standsOn(int position) {
    if (run == null && position > 0) {
      long behind = places.locationBehind(line.before(position));
      if (behind == LocationTable.NONE) {
        return false;
      }
      run = places.runAt(behind);
      at = LocationTable.index(behind);
    }
    Run current = run;
    return current != null && at < current.length && current.local[at] == lookup.prompt[position];
  }

  private @Nullable Run headAt(int position) {
    return places.heads().first(position == 0, line.before(position), lookup.prompt[position]);
  }

  /** Walks along the current run while it agrees with the prompt and somebody is left. */
  private int walkRun(int position, int limit) {
    Run current = current();
    int same = current.sameLocal(at, lookup.prompt, position, limit - position);
    lookup.positionsCompared += same;
    int known = Math.min(same, Math.max(0, line.length - position));
    int onLine = current.sameExternal(at, line.hashes, position, known);
    int good = onLine == known ? same : onLine;
    int reached = walkSegments(position, good);
    if (reached == position + good && good < same) {
      front.leaveLine(reached, current.ownersOf(at), current.external[at]);
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
    int known = line.length;
    line.extend(position, current.external, at, blocks);
    int segment = blocks == 0 ? 0 : current.segmentOf(at);
    while (at < end) {
      front.passEdge(here, current.segmentOwners[segment]);
      if (front.isEmpty()) {
        line.shortenTo(Math.max(known, here));
        return here;
      }
      int segmentEnd = Math.min(current.segmentEnd[segment], end);
      here += segmentEnd - at;
      at = segmentEnd;
      segment++;
    }
    return here;
  }
}
