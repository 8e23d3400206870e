package kvproof.oracles;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the bytes of a block must be, and whose bytes others are, worked out one word at a time.
 *
 * <p>Word {@code i} of the block with external hash {@code h} is the finalizer of SplitMix64
 * (Steele, Lea, Flood 2014) at {@code h + i * 0x9e3779b97f4a7c15}, written little-endian. Each word
 * can be turned back into the hash of its block, so that every stretch of bytes says whose it is: a
 * torn block is two stretches, and bytes that lie in the wrong place, or that nobody wrote, are
 * those of a hash that no block has. Blind to blocks whose hashes are a multiple of that constant
 * apart: one is then the other, displaced.
 */
public final class ByteOracle {
  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long SECOND_FACTOR = 0x94d049bb133111ebL;
  private static final BigInteger WORDS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private ByteOracle() {}

  /** Bytes {@code [start, end)} are those that the block {@code hash} has there. */
  public record Stretch(int start, int end, long hash) {}

  /**
   * The right bytes of a block, or of its first words; throws {@link IllegalArgumentException} for
   * a size that is no multiple of 8.
   */
  public static byte[] bytes(long hash, int sizeBytes) {
    requireWords(sizeBytes);
    byte[] bytes = new byte[sizeBytes];
    for (int i = 0; i < sizeBytes; i++) {
      long word = mixed(hash + (i / Long.BYTES) * STEP);
      bytes[i] = (byte) (word >>> ((i % Long.BYTES) * Byte.SIZE));
    }
    return bytes;
  }

  /** Whether these are all the bytes of the block, and no others; none at all are right. */
  public static boolean isRight(long hash, byte[] bytes) {
    return Arrays.equals(bytes, bytes(hash, bytes.length));
  }

  /**
   * Whose bytes these are, first to last, as few stretches as can be; throws {@link
   * IllegalArgumentException} for a size that is no multiple of 8.
   */
  public static List<Stretch> whose(byte[] bytes) {
    requireWords(bytes.length);
    List<Stretch> stretches = new ArrayList<>();
    for (int start = 0; start < bytes.length; start += Long.BYTES) {
      long hash = unmixed(word(bytes, start)) - (start / Long.BYTES) * STEP;
      int end = start + Long.BYTES;
      if (!stretches.isEmpty() && stretches.getLast().hash() == hash) {
        stretches.set(stretches.size() - 1, new Stretch(stretches.getLast().start(), end, hash));
      } else {
        stretches.add(new Stretch(start, end, hash));
      }
    }
    return stretches;
  }

  private static void requireWords(int sizeBytes) {
    if (sizeBytes % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "no whole words: " + sizeBytes + " bytes; take a multiple of 8");
    }
  }

  private static long word(byte[] bytes, int start) {
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      word |= (bytes[start + i] & 0xffL) << (i * Byte.SIZE);
    }
    return word;
  }

  private static long mixed(long seed) {
    long word = (seed ^ (seed >>> 30)) * FIRST_FACTOR;
    word = (word ^ (word >>> 27)) * SECOND_FACTOR;
    return word ^ (word >>> 31);
  }

  /** Each step of the finalizer undone, last first. */
  private static long unmixed(long mixed) {
    long word = unshifted(mixed, 31) * inverse(SECOND_FACTOR);
    word = unshifted(word, 27) * inverse(FIRST_FACTOR);
    return unshifted(word, 30);
  }

  /** The word that gives this one when it is shifted right and added to itself without carry. */
  private static long unshifted(long shifted, int bits) {
    long word = shifted;
    for (int known = bits; known < Long.SIZE; known += bits) {
      word = shifted ^ (word >>> bits);
    }
    return word;
  }

  private static long inverse(long oddFactor) {
    return BigInteger.valueOf(oddFactor).mod(WORDS).modInverse(WORDS).longValue();
  }
}
