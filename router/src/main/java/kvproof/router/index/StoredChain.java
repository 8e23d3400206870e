package kvproof.router.index;

import java.util.Arrays;
import kvproof.model.KvCacheEvent.Stored;

/** A chain of blocks to be stored, as arrays: each block is the parent of the next. */
final class StoredChain {
  private static final int SMALL = 8;

  private final boolean rooted;
  private final long parent;
  final long[] local;
  final long[] external;

  private StoredChain(boolean rooted, long parent, long[] local, long[] external) {
    this.rooted = rooted;
    this.parent = parent;
    this.local = local;
    this.external = external;
  }

  static StoredChain of(Stored event) {
    return new StoredChain(
        event.parent().isEmpty(),
        event.parent().orElse(0),
        event.localHashes().toArray(),
        event.externalHashes().toArray());
  }

  /** Blocks {@code [from, to)} of a run. */
  static StoredChain of(Run run, int from, int to) {
    return new StoredChain(
        from == 0 && run.rooted,
        from == 0 ? run.parent : run.external[from - 1],
        Arrays.copyOfRange(run.local, from, to),
        Arrays.copyOfRange(run.external, from, to));
  }

  int length() {
    return local.length;
  }

  /** Whether the root is the parent of block {@code at}. */
  boolean rootedAt(int at) {
    return at == 0 && rooted;
  }

  /** External hash of the parent of block {@code at}; meaningless if that is the root. */
  long parentAt(int at) {
    return at == 0 ? parent : external[at - 1];
  }

  /** The parent is among the hashes, or a hash occurs twice. */
  boolean isMalformed(HashMarks marks) {
    return external.length <= SMALL ? isMalformedComparingPairs() : isMalformedMarking(marks);
  }

  private boolean isMalformedComparingPairs() {
    for (int i = 0; i < external.length; i++) {
      if (!rooted && external[i] == parent) {
        return true;
      }
      for (int k = 0; k < i; k++) {
        if (external[k] == external[i]) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isMalformedMarking(HashMarks marks) {
    marks.begin(external.length);
    for (long hash : external) {
      if (!marks.mark(hash)) {
        return true;
      }
    }
    return !rooted && marks.isMarked(parent);
  }
}
