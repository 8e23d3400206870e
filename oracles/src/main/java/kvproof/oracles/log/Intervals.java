package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockInterval;
import kvproof.model.Owner;

/**
 * What every source holds of the chain: its root prefix and its continuations (continuation.md 3).
 *
 * <p>A source that joins at a frontier stays until it is missing on an edge. So each unbroken run
 * of edges that list it yields one continuation if a frontier lies in the run, from the first such
 * frontier to the end of the run, and none if not.
 */
public final class Intervals {
  private final HashChain chain;

  public Intervals(HashChain chain) {
    this.chain = chain;
  }

  /** The canonical list: by owner, then start. */
  public List<SourceInterval> canonical() {
    List<SourceInterval> intervals = new ArrayList<>();
    for (Owner source : chain.sources()) {
      int rootEnd = chain.rootEnd(source);
      if (rootEnd > 0) {
        intervals.add(new SourceInterval(source, new BlockInterval(0, rootEnd)));
      }
      for (BlockInterval continuation : continuations(source)) {
        if (continuation.end() > rootEnd) { // else it starts and ends inside the root prefix
          intervals.add(new SourceInterval(source, continuation));
        }
      }
    }
    return intervals;
  }

  /** The root prefixes among them, with as much of the chain as the longest needs (4.8). */
  public TransferCandidates rootPrefixes() {
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    int longest = 0;
    for (Owner source : chain.sources()) {
      int rootEnd = chain.rootEnd(source);
      if (rootEnd > 0) {
        owners.put(source, rootEnd);
        longest = Math.max(longest, rootEnd);
      }
    }
    return new TransferCandidates(chain.below(longest), owners);
  }

  private List<BlockInterval> continuations(Owner source) {
    BitSet onEdge = chain.onEdge(source);
    List<BlockInterval> continuations = new ArrayList<>();
    int start = onEdge.nextSetBit(0);
    while (start >= 0) {
      int end = onEdge.nextClearBit(start);
      chain
          .firstFrontier(start, end)
          .ifPresent(joined -> continuations.add(new BlockInterval(joined, end)));
      start = onEdge.nextSetBit(end);
    }
    return continuations;
  }
}
