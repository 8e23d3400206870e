package kvproof.oracles.front;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** How many physical copies of each block engines have told of: {@code index.md} 2.9. */
final class Copies {
  private record Block(Owner owner, StorageTier tier, long hash) {}

  private final Map<Block, Integer> copies = new HashMap<>(); // looked up, never iterated

  void add(Stored stored) {
    stored.externalHashes().stream()
        .forEach(
            hash -> copies.merge(new Block(stored.owner(), stored.tier(), hash), 1, Integer::sum));
  }

  /** Takes one copy away for each hash, and says of which none is left now. */
  BlockHashes remove(Removed removed) {
    List<Long> passedOn = new ArrayList<>();
    for (long hash : removed.externalHashes().toArray()) {
      var block = new Block(removed.owner(), removed.tier(), hash);
      int before = copies.getOrDefault(block, 0);
      if (before > 1) {
        copies.put(block, before - 1);
      } else {
        copies.remove(block);
        passedOn.add(hash);
      }
    }
    return BlockHashes.of(passedOn);
  }

  void forget(Predicate<Owner> whose) {
    copies.keySet().removeIf(block -> whose.test(block.owner()));
  }
}
