package kvproof.soak.outside;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Stored;

/** What a router says it holds, as events that bring an empty one to hold the same. */
final class DumpedBlocks {
  /** A hash of one owner on one tier. */
  private record Name(Object owner, Object tier, long hash) {
    static Name of(HeldBlock block) {
      return new Name(block.owner(), block.tier(), block.externalHash());
    }

    static Name ofParent(HeldBlock block) {
      return new Name(block.owner(), block.tier(), block.parent().orElseThrow());
    }
  }

  private DumpedBlocks() {}

  /** A store for each block, parents first; otherwise in the order of the blocks. */
  static List<Stored> asStores(List<HeldBlock> held) {
    Set<Name> missing = new HashSet<>();
    held.forEach(block -> missing.add(Name.of(block)));
    List<HeldBlock> left = new ArrayList<>(held);
    List<Stored> stores = new ArrayList<>();
    while (!left.isEmpty()) {
      List<HeldBlock> next =
          left.stream()
              .filter(block -> block.parent().isEmpty() || !missing.contains(Name.ofParent(block)))
              .toList();
      if (next.isEmpty()) {
        next = List.copyOf(left); // each below another: then the order is no matter
      }
      for (HeldBlock block : next) {
        stores.add(asStore(block));
        missing.remove(Name.of(block));
      }
      left.removeAll(next);
    }
    return stores;
  }

  private static Stored asStore(HeldBlock block) {
    return new Stored(
        block.owner(),
        block.tier(),
        block.parent(),
        BlockHashes.of(List.of(block.localHash())),
        BlockHashes.of(List.of(block.externalHash())));
  }
}
