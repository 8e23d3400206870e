package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * What every source holds of a chain, by the definition of {@code continuation.md} 3, one source at
 * a time.
 */
record Intervals(Lookup lookup, Chain chain) {

  /** The canonical list, by source, then start. */
  List<SourceInterval> canonical() {
    List<SourceInterval> intervals = new ArrayList<>();
    SortedSet<Integer> frontiers = chain.frontiers();
    for (Owner source : lookup.sources()) {
      int rootEnd = rootPrefixEnd(source);
      if (rootEnd > 0) {
        intervals.add(new SourceInterval(source, new BlockInterval(0, rootEnd)));
      }
      for (BlockInterval continuation : continuations(source, frontiers)) {
        boolean redundant = continuation.start() < rootEnd && continuation.end() <= rootEnd;
        if (!redundant) {
          intervals.add(new SourceInterval(source, continuation));
        }
      }
    }
    return intervals;
  }

  /** End of the source's root prefix; 0 if it has none. */
  private int rootPrefixEnd(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> chain.agreement(rank);
      case CacheOwner cacheOwner -> exactEnd(cacheOwner, 0);
    };
  }

  private List<BlockInterval> continuations(Owner source, SortedSet<Integer> frontiers) {
    List<BlockInterval> continuations = new ArrayList<>();
    int end = 0;
    for (int frontier : frontiers) {
      if (frontier >= end && chain.isHeldExactly(frontier, source)) {
        end = exactEnd(source, frontier);
        continuations.add(new BlockInterval(frontier, end));
      }
    }
    return continuations;
  }

  /** The first position from {@code start} on that the source does not hold exactly. */
  private int exactEnd(Owner source, int start) {
    int position = start;
    while (chain.isHeldExactly(position, source)) {
      position++;
    }
    return position;
  }
}
