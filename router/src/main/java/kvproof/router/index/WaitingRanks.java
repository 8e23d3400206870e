package kvproof.router.index;

import it.unimi.dsi.fastutil.longs.LongArrays;

/** Ranks that wait, each at its position, for the front of a walk to come by. */
final class WaitingRanks {
  private static final int POSITION_SHIFT = 32;

  private final Lookup lookup;
  private long[] ranks = new long[0];

  /* Those in the queue of the current line, position and rank packed, sorted. */
  private long[] queue = new long[8];
  private int queued;
  private int next;

  WaitingRanks(Lookup lookup) {
    this.lookup = lookup;
  }

  /** Every walker of the look-up waits. */
  void begin() {
    if (ranks.length != lookup.walkers.length) {
      ranks = new long[lookup.walkers.length];
    }
    if (queue.length < lookup.ownerCount) {
      queue = new long[lookup.position.length];
    }
    System.arraycopy(lookup.walkers, 0, ranks, 0, ranks.length);
  }

  boolean isEmpty() {
    return OwnerBits.isEmpty(ranks);
  }

  void add(int rank) {
    OwnerBits.set(ranks, rank);
  }

  /** Queues the waiting ranks for a line by position; for the chain, only those still on it. */
  void queueUp(boolean onChainOnly) {
    queued = 0;
    next = 0;
    boolean sorted = true;
    for (int rank = OwnerBits.next(ranks, 0); rank >= 0; rank = OwnerBits.next(ranks, rank + 1)) {
      if (!onChainOnly || !OwnerBits.has(lookup.offChain, rank)) {
        queue[queued] = (long) lookup.position[rank] << POSITION_SHIFT | rank;
        sorted &= queued == 0 || queue[queued] > queue[queued - 1];
        queued++;
      }
    }
    if (!sorted) {
      LongArrays.quickSort(queue, 0, queued); // that of the JDK may allocate
    }
  }

  /** The first rank of the queue. */
  int first() {
    return (int) queue[0];
  }

  /** Position of the next queued rank that stands on the line, or -1; passes over the others. */
  int nextPosition(HashLine line) {
    while (next < queued) {
      int rank = (int) queue[next];
      if (isOn(line, rank)) {
        return lookup.position[rank];
      }
      next++;
    }
    return -1;
  }

  /** The first position beyond this one at which a rank is queued. */
  int positionAfter(int position) {
    for (int at = next; at < queued; at++) {
      int start = positionAt(at);
      if (start > position) {
        return start;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Ranks that wait at this position of the line join those in {@code front}. */
  void join(int position, HashLine line, long[] front) {
    while (next < queued && positionAt(next) <= position) {
      int start = positionAt(next);
      int rank = (int) queue[next++];
      if (start == position && isOn(line, rank)) {
        OwnerBits.set(front, rank);
        OwnerBits.clear(ranks, rank);
      }
    }
  }

  private int positionAt(int at) {
    return (int) (queue[at] >>> POSITION_SHIFT);
  }

  private boolean isOn(HashLine line, int rank) {
    return line.passes(lookup.position[rank], lookup.lastHash[rank]);
  }
}
