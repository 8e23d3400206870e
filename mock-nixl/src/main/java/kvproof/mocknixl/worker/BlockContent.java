package kvproof.mocknixl.worker;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The bytes that a block must have: a function of its external hash and nothing else.
 *
 * <p>Any two words of a block betray whose they are, so that wrong bytes can be named. A block that
 * lies in several parts is its parts one after the other. Buffers are used from position to limit
 * and left as they are, whatever their byte order. Safe for any thread.
 */
public final class BlockContent {
  /*
   * Word i of block h is mix(h + i * STEP), little-endian, where mix is the finalizer of SplitMix64.
   * mix is a bijection: a word read at position i gives back the only h that has it there.
   */
  static final long STEP = 0x9e3779b97f4a7c15L;
  private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long SECOND_FACTOR = 0x94d049bb133111ebL;

  /** Words are compared in runs of so many bytes, which a compiler can do without a branch each. */
  private static final int RUN_BYTES = 4096;

  private final int blockBytes;

  /** Blocks of so many bytes: a multiple of 8, at least 16. */
  public BlockContent(int blockBytes) {
    if (blockBytes < 2 * Long.BYTES || blockBytes % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "no block size: " + blockBytes + " bytes; take a multiple of 8, at least 16");
    }
    this.blockBytes = blockBytes;
  }

  public int blockBytes() {
    return blockBytes;
  }

  /** Writes the whole block into a buffer of that length. */
  public void fill(long hash, ByteBuffer block) {
    fill(hash, List.of(block));
  }

  /** Writes the whole block into its parts, each a multiple of 8 bytes long. */
  public void fill(long hash, List<ByteBuffer> parts) {
    checkLength(parts);
    long state = hash;
    for (ByteBuffer part : parts) {
      fillPart(part.duplicate().order(LITTLE_ENDIAN), state);
      state += part.remaining() / Long.BYTES * STEP;
    }
  }

  private static void fillPart(ByteBuffer part, long firstState) {
    long state = firstState;
    for (int at = part.position(), end = part.limit(); at < end; at += Long.BYTES) {
      part.putLong(at, mix(state));
      state += STEP;
    }
  }

  /**
   * Zeroes every word that is as it must be in that block; all others stay. What is right there
   * afterwards was written since. (A word that must be zero cannot be told apart.)
   */
  public void erase(long hash, List<ByteBuffer> parts) {
    checkLength(parts);
    long state = hash;
    for (ByteBuffer part : parts) {
      erasePart(part.duplicate().order(LITTLE_ENDIAN), state);
      state += part.remaining() / Long.BYTES * STEP;
    }
  }

  private static void erasePart(ByteBuffer part, long firstState) {
    long state = firstState;
    for (int at = part.position(), end = part.limit(); at < end; at += Long.BYTES) {
      if (part.getLong(at) == mix(state)) {
        part.putLong(at, 0);
      }
      state += STEP;
    }
  }

  /** Says whether these are the bytes of that block and, if not, what they are. */
  public ContentFinding check(long hash, ByteBuffer block) {
    return check(hash, List.of(block));
  }

  /** As {@link #check(long, ByteBuffer)}, of a block in parts, each a multiple of 8 bytes long. */
  public ContentFinding check(long hash, List<ByteBuffer> parts) {
    checkLength(parts);
    long state = hash;
    for (ByteBuffer part : parts) {
      if (!isRight(part.duplicate().order(LITTLE_ENDIAN), state)) {
        return new ContentDiagnosis(hash, joined(parts)).finding();
      }
      state += part.remaining() / Long.BYTES * STEP;
    }
    return new ContentFinding.Right();
  }

  private static boolean isRight(ByteBuffer part, long firstState) {
    long state = firstState;
    for (int at = part.position(), end = part.limit(); at < end; ) {
      int runEnd = Math.min(end, at + RUN_BYTES);
      long differing = 0;
      for (; at < runEnd; at += Long.BYTES) {
        differing |= part.getLong(at) ^ mix(state);
        state += STEP;
      }
      if (differing != 0) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer joined(List<ByteBuffer> parts) {
    ByteBuffer whole = ByteBuffer.allocate(blockBytes).order(LITTLE_ENDIAN);
    parts.forEach(part -> whole.put(part.duplicate()));
    return whole.flip();
  }

  private void checkLength(List<ByteBuffer> parts) {
    long bytes = 0;
    for (ByteBuffer part : parts) {
      if (part.remaining() % Long.BYTES != 0) {
        throw new IllegalArgumentException("a part of " + part.remaining() + " bytes, not of 8 n");
      }
      bytes += part.remaining();
    }
    if (bytes != blockBytes) {
      throw new IllegalArgumentException(bytes + " bytes for a block of " + blockBytes);
    }
  }

  static long mix(long state) {
    long z = (state ^ (state >>> 30)) * FIRST_FACTOR;
    z = (z ^ (z >>> 27)) * SECOND_FACTOR;
    return z ^ (z >>> 31);
  }

  static long unmix(long word) {
    long z = undoShift(word, 31) * inverse(SECOND_FACTOR);
    z = undoShift(z, 27) * inverse(FIRST_FACTOR);
    return undoShift(z, 30);
  }

  /** The x with {@code x ^ (x >>> bits) == z}, for shifts of at least 22 bits. */
  private static long undoShift(long z, int bits) {
    return z ^ (z >>> bits) ^ (z >>> (2 * bits));
  }

  /** Of an odd number modulo 2^64; each round doubles the number of right bits, of which 3 are. */
  static long inverse(long odd) {
    long inverse = odd;
    for (int rightBits = 3; rightBits < Long.SIZE; rightBits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
