package kvproof.soak.fetch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * The bytes that a block must have: a function of its external hash and nothing else.
 *
 * <p>Any two words of a block betray whose they are, so that wrong bytes can be named.
 */
public final class BlockContent {
  /*
   * Word i of block h is mix(h + i * STEP), little-endian, where mix is the finalizer of SplitMix64.
   * mix is a bijection: a word read at position i gives back the only h that has it there.
   */
  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long SECOND_FACTOR = 0x94d049bb133111ebL;
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private final int blockBytes;

  /** Blocks of so many bytes: a multiple of 8, at least 16. */
  public BlockContent(int blockBytes) {
    if (blockBytes < 2 * Long.BYTES || blockBytes % Long.BYTES != 0) {
      throw new IllegalArgumentException("no block size: " + blockBytes + " bytes");
    }
    this.blockBytes = blockBytes;
  }

  public int blockBytes() {
    return blockBytes;
  }

  /** Writes the whole block; the array is one block long. */
  public void fill(long hash, byte[] block) {
    checkLength(block);
    long state = hash;
    for (int offset = 0; offset < blockBytes; offset += Long.BYTES) {
      WORD.set(block, offset, mix(state));
      state += STEP;
    }
  }

  /** Says whether these are the bytes of that block and, if not, what they are. */
  public ContentFinding check(long hash, byte[] block) {
    checkLength(block);
    int firstWrong = firstWrong(hash, block, 0);
    if (firstWrong == blockBytes) {
      return new ContentFinding.Right();
    }
    Optional<Long> other = ownerOfTail(block, firstWrong);
    if (firstWrong == 0 && other.isPresent()) {
      return new ContentFinding.OtherBlock(other.get());
    }
    int wrongBytes = wrongBytes(hash, block, firstWrong);
    return firstWrong > 0 && firstWrong + wrongBytes == blockBytes
        ? new ContentFinding.Truncated(firstWrong, other)
        : new ContentFinding.Damaged(firstWrong, wrongBytes);
  }

  private void checkLength(byte[] block) {
    if (block.length != blockBytes) {
      throw new IllegalArgumentException(block.length + " bytes for a block of " + blockBytes);
    }
  }

  /** Offset of the first word from there that is not the block's; the block's length if none. */
  private int firstWrong(long hash, byte[] block, int fromOffset) {
    long state = hash + (fromOffset / Long.BYTES) * STEP;
    for (int offset = fromOffset; offset < blockBytes; offset += Long.BYTES) {
      if ((long) WORD.get(block, offset) != mix(state)) {
        return offset;
      }
      state += STEP;
    }
    return blockBytes;
  }

  /** The one block that all words from there belong to; one word alone would belong to any. */
  private Optional<Long> ownerOfTail(byte[] block, int fromOffset) {
    long hash = unmix((long) WORD.get(block, fromOffset)) - (fromOffset / Long.BYTES) * STEP;
    boolean isOneBlocks =
        fromOffset + Long.BYTES < blockBytes && firstWrong(hash, block, fromOffset) == blockBytes;
    return isOneBlocks ? Optional.of(hash) : Optional.empty();
  }

  private int wrongBytes(long hash, byte[] block, int fromOffset) {
    int wrong = 0;
    for (int offset = fromOffset; offset < blockBytes; offset += Long.BYTES) {
      if ((long) WORD.get(block, offset) != mix(hash + (offset / Long.BYTES) * STEP)) {
        wrong += Long.BYTES;
      }
    }
    return wrong;
  }

  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * FIRST_FACTOR;
    z = (z ^ (z >>> 27)) * SECOND_FACTOR;
    return z ^ (z >>> 31);
  }

  private static long unmix(long word) {
    long z = undoShift(word, 31) * inverse(SECOND_FACTOR);
    z = undoShift(z, 27) * inverse(FIRST_FACTOR);
    return undoShift(z, 30);
  }

  /** The x with {@code x ^ (x >>> bits) == z}, for shifts of at least 22 bits. */
  private static long undoShift(long z, int bits) {
    return z ^ (z >>> bits) ^ (z >>> (2 * bits));
  }

  /** Of an odd number modulo 2^64; each round doubles the number of right bits, of which 3 are. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int rightBits = 3; rightBits < Long.SIZE; rightBits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
