package kvproof.router.index;

import java.util.Arrays;

/**
 * What stands before one position of a hash line: the ranks that reached it, and active sources.
 *
 * <p>Passing an edge takes out the ranks that nobody carries on and the sources that do not hold
 * it; where a rank stops, the owners of that edge may become active.
 */
final class WalkFront {
  private final Lookup lookup;
  private final WaitingRanks waiting;
  private OwnerTable owners;
  private ResidencyView residency;
  private HashLine line;
  private boolean definesChain;
  private boolean discovers;

  long[] ranks = new long[0];
  private final ActiveSources active;

  WalkFront(Lookup lookup, WaitingRanks waiting, OwnerTable owners, ResidencyView residency) {
    this.lookup = lookup;
    this.waiting = waiting;
    this.owners = owners;
    this.residency = residency;
    this.line = lookup.chain;
    this.active = new ActiveSources(lookup.continuations);
  }

  /** Begins the walks of one look-up. */
  void begin(OwnerTable knownOwners, ResidencyView snapshot) {
    owners = knownOwners;
    residency = snapshot;
    int words = lookup.walkers.length;
    if (ranks.length != words) {
      ranks = new long[words];
    }
  }

  /**
   * Begins a walk along a line, with nobody in the front.
   *
   * @param chainDefining leaving the line means leaving the chain
   * @param discoversSources follow sources beside the ranks
   */
  void beginLine(HashLine walked, boolean chainDefining, boolean discoversSources) {
    line = walked;
    definesChain = chainDefining;
    discovers = discoversSources;
    Arrays.fill(ranks, 0);
    active.begin(ranks.length);
  }

  OwnerTable owners() {
    return owners;
  }

  ResidencyView residency() {
    return residency;
  }

  HashLine line() {
    return line;
  }

  boolean discovers() {
    return discovers;
  }

  /** Whether the source is followed. */
  boolean follows(int source) {
    return active.has(source);
  }

  boolean isEmpty() {
    return active.isEmpty() && OwnerBits.isEmpty(ranks);
  }

  /** One edge whose only variant is on the line: who is not on it leaves, sources may join. */
  void passEdge(int position, OwnerSet set) {
    OwnerSet.View view = set.view(residency);
    boolean stopped = false;
    for (int word = 0; word < ranks.length; word++) {
      long stops = ranks[word] & ~view.projected[word];
      if (stops != 0) {
        stopped = true;
        ranks[word] &= view.projected[word];
        stop(position, word, stops);
      }
    }
    passSources(position, view.sources, stopped);
  }

  /*
   * Ranks in the front need not join: their root prefix reaches as far as their own blocks do. At
   * the root only cache owners begin, since ranks have their root prefix by their own walk.
   */

  /** Active sources not among these end here; others join if a rank stopped on this edge. */
  void passSources(int position, long[] sources, boolean stopped) {
    if (!discovers) {
      return;
    }
    active.keep(position, sources);
    if (position == 0) {
      active.join(position, sources, owners.ranks());
    } else if (stopped) {
      active.join(position, sources, ranks);
    }
  }

  private void stop(int position, int word, long stopping) {
    for (long rest = stopping; rest != 0; rest &= rest - 1) {
      standAt(position, (word << 6) + Long.numberOfTrailingZeros(rest));
    }
  }

  void stopOne(int position, int rank) {
    OwnerBits.clear(ranks, rank);
    standAt(position, rank);
  }

  private void standAt(int position, int rank) {
    if (lookup.position[rank] != position) {
      lookup.position[rank] = position;
      lookup.lastHash[rank] = line.before(position);
    }
  }

  /** The rank goes on under another hash than the line's and waits for a walk of its own. */
  void diverge(int position, int rank, long ownHash) {
    OwnerBits.clear(ranks, rank);
    lookup.position[rank] = position + 1;
    lookup.lastHash[rank] = ownHash;
    waiting.add(rank);
    if (definesChain) {
      OwnerBits.set(lookup.offChain, rank);
      lookup.cutAt[rank] = position;
    }
  }

  /** The only variant of the place has another hash than the line: nobody stays on the line. */
  void leaveLine(int position, OwnerSet set, long otherHash) {
    OwnerSet.View view = set.view(residency);
    for (int rank = OwnerBits.next(ranks, 0); rank >= 0; rank = OwnerBits.next(ranks, rank + 1)) {
      if (OwnerBits.has(view.projected, rank)) {
        diverge(position, rank, otherHash);
      }
    }
    stopAll(position);
  }

  void stopAll(int position) {
    for (int word = 0; word < ranks.length; word++) {
      stop(position, word, ranks[word]);
      ranks[word] = 0;
    }
    active.endAll(position);
  }
}
