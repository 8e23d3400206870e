package kvproof.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Block hashes in chain order, local or external as the holder says; unsigned 64-bit each.
 *
 * <p>An immutable value over one {@code long[]}; may be empty. Prints as its {@link HashText}s,
 * separated by blanks.
 */
public final class BlockHashes {
  private static final BlockHashes EMPTY = new BlockHashes(new long[0]);

  private final long[] hashes;

  private BlockHashes(long[] hashes) {
    this.hashes = hashes;
  }

  /** Copies the array. */
  public static BlockHashes of(long... hashes) {
    return hashes.length == 0 ? EMPTY : new BlockHashes(hashes.clone());
  }

  public static BlockHashes of(List<Long> hashes) {
    return of(hashes.stream().mapToLong(Long::longValue).toArray());
  }

  public static BlockHashes empty() {
    return EMPTY;
  }

  public int size() {
    return hashes.length;
  }

  public boolean isEmpty() {
    return hashes.length == 0;
  }

  /** Throws {@link IndexOutOfBoundsException} outside {@code [0, size)}. */
  public long at(int position) {
    return hashes[position];
  }

  /** The hashes at positions {@code [start, end)}. */
  public BlockHashes slice(int start, int end) {
    if (start < 0 || end < start || end > hashes.length) {
      throw new IndexOutOfBoundsException(
          "[" + start + ", " + end + ") of " + hashes.length + " block hashes");
    }
    return start == end ? EMPTY : new BlockHashes(Arrays.copyOfRange(hashes, start, end));
  }

  /** A fresh copy. */
  public long[] toArray() {
    return hashes.clone();
  }

  public LongStream stream() {
    return Arrays.stream(hashes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockHashes that && Arrays.equals(hashes, that.hashes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }

  @Override
  public String toString() {
    return stream().mapToObj(HashText::print).collect(Collectors.joining(" "));
  }
}
