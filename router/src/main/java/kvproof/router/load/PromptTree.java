package kvproof.router.load;

import java.util.ArrayDeque;
import kvproof.model.BlockHashes;

/**
 * The prompts that are active on any rank, as paths in one tree.
 *
 * <p>A prompt is a path, not a set: two prompts share what they have in common from the root, and
 * nothing behind their first difference. One thread.
 */
final class PromptTree {
  /*
   * One tree for all ranks: a node is a stretch of blocks without a branch or an end in it, and
   * knows which slots hold it. A look-up walks the prompt once and notes the depth for the slots of
   * each node, so ranks without a share in it cost nothing.
   *
   *                        +-- 4 5   {a: 1}
   *   root -- 1 2 {a: 2, b: 1}
   *                        +-- 3     {a: 1, b: 1}
   */
  private final PromptNode root = PromptNode.root();
  private final int mostRequests;

  PromptTree() {
    this(Integer.MAX_VALUE);
  }

  /** At most this many requests of one rank on one block. */
  PromptTree(int mostRequests) {
    this.mostRequests = mostRequests;
  }

  /**
   * One more prompt on a slot; blocks it did not have are added to its tally in full.
   *
   * @return where the prompt ends: the root if it is empty
   */
  PromptNode add(BlockHashes path, int slot, BlockTally tally) {
    checkRoom(path, slot);
    PromptNode node = root;
    int position = 0;
    while (position < path.size()) {
      node = step(node, path, position);
      if (node.holders().add(slot)) {
        tally.add(node.length(), 1);
      }
      position += node.length();
    }
    return node;
  }

  /** The node of the path that begins at the position; made, or cut to what the path has of it. */
  private static PromptNode step(PromptNode node, BlockHashes path, int position) {
    PromptNode child = node.child(path.at(position));
    if (child == null) {
      return node.grow(path, position);
    }
    int length = child.commonLength(path, position);
    return length < child.length() ? child.split(length) : child;
  }

  /** No block of a path has more requests than its first one. */
  private void checkRoom(BlockHashes path, int slot) {
    PromptNode first = path.isEmpty() ? null : root.child(path.at(0));
    if (first != null && first.holders().requestsOf(slot) >= mostRequests) {
      throw new AssertionError(
          "too many requests on one block of slot " + slot + ": one more than " + mostRequests);
    }
  }

  /** Undoes one {@link #add}. */
  void remove(PromptNode end, int slot, BlockTally tally) {
    PromptNode node = end;
    while (!node.isRoot()) {
      PromptNode above = node.above();
      double fraction = node.holders().fractionOf(slot);
      if (node.holders().remove(slot)) {
        tally.remove(node.length(), fraction);
      }
      if (node.holders().isEmpty()) {
        node.detach();
      } else {
        node.joinOnlyChild();
      }
      node = above;
    }
  }

  /** What the blocks count from now on that no other request of the slot has. */
  void countTail(PromptNode end, int slot, double fraction, BlockTally tally) {
    PromptNode node = end;
    while (!node.isRoot() && node.holders().requestsOf(slot) == 1) {
      tally.move(node.length(), node.holders().fractionOf(slot), fraction);
      node.holders().setFraction(slot, fraction);
      node = node.above();
    }
  }

  /**
   * The length of the longest prefix of the path that each slot holds, for slots that hold any.
   *
   * @param bySlot long enough for every slot; others than these slots are left as they are
   */
  void heldPrefixes(BlockHashes path, int[] bySlot) {
    PromptNode node = root;
    int position = 0;
    while (position < path.size()) {
      PromptNode child = node.child(path.at(position));
      if (child == null) {
        return;
      }
      int length = child.commonLength(path, position);
      position += length;
      child.holders().mark(bySlot, position);
      if (length < child.length()) {
        return;
      }
      node = child;
    }
  }

  /** Nodes without the root; walks all of them. */
  int nodes() {
    int nodes = -1;
    var pending = new ArrayDeque<PromptNode>();
    pending.add(root);
    for (PromptNode node = root; (node = pending.poll()) != null; ) {
      nodes++;
      node.children().forEach(pending::add);
    }
    return nodes;
  }
}
