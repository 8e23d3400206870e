package kvproof.router.load;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.List;
import kvproof.model.BlockHashes;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of blocks that every prompt through it has in full.
 *
 * <p>No prompt ends or branches off but at its end. The root has no blocks and no parent.
 */
final class PromptNode {
  /** What has to be copied when a stretch is cut or joined stays small, however long a prompt. */
  static final int MOST_BLOCKS = 1_024;

  private static final long[] NO_HASHES = new long[0];

  private @Nullable PromptNode parent;
  private long[] hashes;
  private Holders holders;
  private @Nullable Long2ObjectOpenHashMap<PromptNode> children;

  private PromptNode(long[] hashes, Holders holders) {
    this.hashes = hashes;
    this.holders = holders;
  }

  static PromptNode root() {
    return new PromptNode(NO_HASHES, Holders.none());
  }

  /** A new child with the next blocks of {@code path} from {@code start} on, held by nobody yet. */
  PromptNode grow(BlockHashes path, int start) {
    int end = Math.min(path.size(), start + MOST_BLOCKS);
    PromptNode child = new PromptNode(path.slice(start, end).toArray(), Holders.none());
    attach(child);
    return child;
  }

  /** Cuts it in two; what ended here ends at its lower part, which it stays. */
  PromptNode split(int length) {
    PromptNode upper = new PromptNode(Arrays.copyOf(hashes, length), holders.copy());
    PromptNode above = above();
    hashes = Arrays.copyOfRange(hashes, length, hashes.length);
    above.attach(upper);
    upper.attach(this);
    return upper;
  }

  /** Makes it and its only child one again, if the same requests hold both in the same way. */
  void joinOnlyChild() {
    if (children == null || children.size() != 1) {
      return;
    }
    PromptNode child = children.values().iterator().next();
    if (hashes.length + child.hashes.length > MOST_BLOCKS || !holders.isSame(child.holders)) {
      return;
    }
    long[] joined = Arrays.copyOf(hashes, hashes.length + child.hashes.length);
    System.arraycopy(child.hashes, 0, joined, hashes.length, child.hashes.length);
    child.hashes = joined;
    above().attach(child); // under the first hash of this node, in its place
    hashes = NO_HASHES;
    children = null;
  }

  private void attach(PromptNode child) {
    if (children == null) {
      children = new Long2ObjectOpenHashMap<>(1);
    }
    children.put(child.hashes[0], child);
    child.parent = this;
  }

  void detach() {
    PromptNode above = above();
    if (above.children != null) {
      above.children.remove(hashes[0]);
    }
    parent = null;
  }

  boolean isRoot() {
    return parent == null;
  }

  /** The node before it; an error for the root. */
  PromptNode above() {
    if (parent == null) {
      throw new AssertionError("nothing is above the root of the prompts");
    }
    return parent;
  }

  @Nullable PromptNode child(long firstHash) {
    return children == null ? null : children.get(firstHash);
  }

  Iterable<PromptNode> children() {
    return children == null ? List.of() : children.values();
  }

  int length() {
    return hashes.length;
  }

  Holders holders() {
    return holders;
  }

  /** How many of its blocks {@code path} has from {@code start} on, in their order. */
  int commonLength(BlockHashes path, int start) {
    int limit = Math.min(hashes.length, path.size() - start);
    int length = 0;
    while (length < limit && hashes[length] == path.at(start + length)) {
      length++;
    }
    return length;
  }
}
