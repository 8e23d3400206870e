package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;

/**
 * Every hash line from the root along one prompt that the stores of a history have ever laid.
 *
 * <p>They place a block that is still held while the blocks before it are gone. A block that was
 * never stored on such a line has no position in the prompt.
 */
final class HashLines {
  private record Link(long localHash, long externalHash) {}

  private final List<SortedSet<Long>> hashes = new ArrayList<>();

  private HashLines() {}

  /** All lines that have the hashes of {@code chain}, as far as it goes. */
  static HashLines of(List<? extends CaseStep> steps, BlockHashes prompt, BlockHashes chain) {
    Map<OptionalLong, List<Link>> links = links(steps);
    var lines = new HashLines();
    for (int position = 0; position < prompt.size(); position++) {
      SortedSet<Long> here = new TreeSet<>(Long::compareUnsigned);
      for (OptionalLong parent : lines.parents(position)) {
        for (Link link : links.getOrDefault(parent, List.of())) {
          boolean fits = position >= chain.size() || link.externalHash() == chain.at(position);
          if (fits && link.localHash() == prompt.at(position)) {
            here.add(link.externalHash());
          }
        }
      }
      lines.hashes.add(here);
    }
    return lines;
  }

  private static Map<OptionalLong, List<Link>> links(List<? extends CaseStep> steps) {
    Map<OptionalLong, List<Link>> links = new HashMap<>(); // looked up, never iterated
    for (CaseStep step : steps) {
      if (step instanceof Stored stored) {
        OptionalLong parent = stored.parent();
        for (int i = 0; i < stored.externalHashes().size(); i++) {
          Link link = new Link(stored.localHashes().at(i), stored.externalHashes().at(i));
          links.computeIfAbsent(parent, _ -> new ArrayList<>()).add(link);
          parent = OptionalLong.of(link.externalHash());
        }
      }
    }
    return links;
  }

  /** What a block at the position may have as its parent, in the order of the hashes. */
  List<OptionalLong> parents(int position) {
    return position == 0
        ? List.of(OptionalLong.empty())
        : hashes.get(position - 1).stream().map(OptionalLong::of).toList();
  }

  /** Whether a line goes from this parent to this hash at the position. */
  boolean contains(int position, OptionalLong parent, long externalHash) {
    return hashes.get(position).contains(externalHash) && parents(position).contains(parent);
  }
}
