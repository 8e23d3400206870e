package kvproof.router.fetch;

import kvproof.router.index.IntervalList;
import kvproof.router.index.Lookup;
import kvproof.router.index.SharedIntervals;

/**
 * The intervals of one look-up that may be the best for some target: two at most of those with one
 * start and one end, over sources of one type and island.
 */
final class Contenders {
  private final IntervalList found = new IntervalList();
  private final BestTwo best = new BestTwo();
  private long[] eligible = new long[1];

  /**
   * Collects them; valid until the next call.
   *
   * @param island only sources of this island; {@link SourceDirectory#NONE}: all of them
   * @param lowest frontier of any target; what ends there or before is left out
   * @param highest frontier of any target; what starts behind it is left out
   */
  IntervalList of(
      Lookup lookup, SourceDirectory directory, int type, int island, int lowest, int highest) {
    found.clear();
    if (lookup.wantedCandidates()) {
      addRootPrefixes(lookup, directory, type, island);
      SharedIntervals shared = lookup.continuations();
      for (int row = 0; row < shared.size(); row++) {
        if (shared.start(row) <= highest && shared.end(row) > lowest) {
          addBestOf(row, shared, directory, type, island);
        }
      }
    }
    return found;
  }

  private void addRootPrefixes(Lookup lookup, SourceDirectory directory, int type, int island) {
    best.begin();
    for (int word = 0; word < lookup.words(); word++) {
      long ranks = onIsland(island, word, lookup.walkers(word), type, directory);
      for (long rest = ranks; rest != 0; rest &= rest - 1) {
        int rank = (word << 6) + Long.numberOfTrailingZeros(rest);
        if (lookup.rootPrefix(rank) > 0) {
          best.admit(rank, lookup.rootPrefix(rank), directory);
        }
      }
    }
    addBest(0);
  }

  private void addBestOf(
      int row, SharedIntervals shared, SourceDirectory directory, int type, int island) {
    if (eligible.length < shared.words()) {
      eligible = new long[shared.words()];
    }
    int count = 0;
    for (int word = 0; word < shared.words(); word++) {
      eligible[word] = onIsland(island, word, shared.owners(row, word), type, directory);
      count += Long.bitCount(eligible[word]);
    }
    best.begin();
    if (isFew(count, directory.order().size())) {
      admitAll(shared.words(), shared.end(row), directory);
    } else {
      admitFirst(shared.end(row), directory);
    }
    addBest(shared.start(row));
  }

  /*
   * Few sources are looked at one by one; of many, the first in source order are looked for, and
   * the more there are the sooner they come: c of n owners take c steps, or about n / c.
   */
  private static boolean isFew(int sources, int owners) {
    return (long) sources * sources <= owners;
  }

  /** Those of the owners who may be sources for a type and live on an island. */
  private static long onIsland(
      int island, int word, long owners, int type, SourceDirectory directory) {
    long sources = owners & directory.sources(type, word);
    if (island == SourceDirectory.NONE) {
      return sources;
    }
    long living = 0;
    for (long rest = sources; rest != 0; rest &= rest - 1) {
      if (directory.island((word << 6) + Long.numberOfTrailingZeros(rest)) == island) {
        living |= Long.lowestOneBit(rest);
      }
    }
    return living;
  }

  private void admitAll(int words, int end, SourceDirectory directory) {
    for (int word = 0; word < words; word++) {
      for (long rest = eligible[word]; rest != 0; rest &= rest - 1) {
        best.admit((word << 6) + Long.numberOfTrailingZeros(rest), end, directory);
      }
    }
  }

  private void admitFirst(int end, SourceDirectory directory) {
    SourceOrder order = directory.order();
    for (int at = 0; at < order.size() && !best.isFull(); at++) {
      int source = order.ownerAt(at);
      if (source >>> 6 < eligible.length && (eligible[source >>> 6] & 1L << source) != 0) {
        best.admit(source, end, directory);
      }
    }
  }

  private void addBest(int start) {
    if (best.first() != BestTwo.NOBODY) {
      found.add(best.first(), start, best.firstEnd());
    }
    if (best.second() != BestTwo.NOBODY) {
      found.add(best.second(), start, best.secondEnd());
    }
  }
}
