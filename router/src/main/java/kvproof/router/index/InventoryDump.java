package kvproof.router.index;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** The blocks of one owner on one tier, spelled out as stores. */
final class InventoryDump {
  /*
   * A chain goes on while its last block has one child. It is cut where it would come back to the
   * hash that it names as its parent, since a store with its parent among its blocks is malformed:
   * that happens where blocks form a cycle. Everything goes by ascending hash, so that equal
   * inventories have equal dumps.
   */
  private record Block(OptionalLong parent, long local, long external) {
    boolean hangsFrom(Block head) {
      return head.parent.isPresent() && head.parent.getAsLong() == external;
    }
  }

  private final Owner owner;
  private final StorageTier tier;
  private final List<Block> blocks = new ArrayList<>();
  private final List<Block> rooted = new ArrayList<>();
  private final Long2ObjectOpenHashMap<List<Block>> children = new Long2ObjectOpenHashMap<>();
  private final LongOpenHashSet held = new LongOpenHashSet();
  private final LongOpenHashSet dumped = new LongOpenHashSet();

  InventoryDump(Owner owner, int number, StorageTier tier, BlockIndex index) {
    this.owner = owner;
    this.tier = tier;
    index.forEachHeldBy(
        number,
        (same, root, parent, local, external) ->
            blocks.add(
                new Block(root ? OptionalLong.empty() : OptionalLong.of(parent), local, external)));
    blocks.sort(Comparator.comparing(Block::external, Long::compareUnsigned));
    for (Block block : blocks) {
      held.add(block.external());
      siblings(block).add(block);
    }
  }

  private List<Block> siblings(Block block) {
    return block.parent().isEmpty()
        ? rooted
        : children.computeIfAbsent(block.parent().getAsLong(), parent -> new ArrayList<>());
  }

  /** One event for each block. */
  List<Stored> singleBlocks() {
    return blocks.stream().map(block -> stored(List.of(block))).toList();
  }

  /** Chains from the root, breadth first. */
  List<Stored> rootedChains() {
    return chainsFrom(rooted);
  }

  /** The chains that are left: below blocks that are not held, then those that form cycles. */
  List<Stored> detachedChains() {
    List<Stored> chains =
        new ArrayList<>(
            chainsFrom(
                blocks.stream()
                    .filter(
                        block ->
                            block.parent().isPresent()
                                && !held.contains(block.parent().getAsLong()))
                    .toList()));
    for (Block block : blocks) {
      chains.addAll(chainsFrom(List.of(block)));
    }
    return chains;
  }

  private List<Stored> chainsFrom(List<Block> heads) {
    List<Stored> chains = new ArrayList<>();
    Deque<Block> waiting = new ArrayDeque<>(heads);
    for (Block head = waiting.poll(); head != null; head = waiting.poll()) {
      if (dumped.add(head.external())) {
        List<Block> chain = chainFrom(head);
        chains.add(stored(chain));
        waiting.addAll(childrenOf(chain.getLast()));
      }
    }
    return chains;
  }

  private List<Block> chainFrom(Block head) {
    List<Block> chain = new ArrayList<>(List.of(head));
    List<Block> next = childrenOf(head);
    while (next.size() == 1
        && !next.getFirst().hangsFrom(head)
        && dumped.add(next.getFirst().external())) {
      chain.add(next.getFirst());
      next = childrenOf(next.getFirst());
    }
    return chain;
  }

  private List<Block> childrenOf(Block block) {
    return children.getOrDefault(block.external(), List.of());
  }

  private Stored stored(List<Block> chain) {
    return new Stored(
        owner,
        tier,
        chain.getFirst().parent(),
        BlockHashes.of(chain.stream().map(Block::local).toList()),
        BlockHashes.of(chain.stream().map(Block::external).toList()));
  }
}
