package kvproof.model.identity;

import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A multimodal object, an image say, and the tokens that stand for it.
 *
 * @param hash unsigned 64-bit; enters the hash of every block that the object touches
 * @param offsets where it stands, relative to the request or to the block; enters no hash
 */
public record MmObject(long hash, List<TokenRange> offsets) {
  private static final int PAD_BASE = 1_000_000;
  private static final long PAD_RANGE = 1 << 30;
  private static final int HEX_DIGITS_OF_IDENTIFIER = 64;
  private static final int HEX_DIGITS_OF_HASH = 16;
  private static final Xxh3 IDENTIFIERS = Xxh3.seeded(0);

  public MmObject {
    offsets = List.copyOf(offsets);
  }

  /** Token positions {@code [start, end)}. */
  public record TokenRange(int start, int end) {
    public TokenRange {
      if (start < 0 || end < start) {
        throw new IllegalArgumentException("not a token range: [" + start + ", " + end + ")");
      }
    }

    @Override
    public String toString() {
      return "[" + start + ", " + end + ")";
    }
  }

  /** The token that engines put in place of the tokens of an object; from 1000000 up. */
  public int padValue() {
    return PAD_BASE + (int) Long.remainderUnsigned(hash, PAD_RANGE);
  }

  /**
   * Hash of an object's text identifier; empty for the empty text.
   *
   * <p>64 hex digits are a digest already, and its first 16 digits are the hash. Any other text is
   * opaque and hashed.
   */
  public static OptionalLong hashOfIdentifier(String identifier) {
    if (identifier.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        isHexDigest(identifier)
            ? Long.parseUnsignedLong(identifier.substring(0, HEX_DIGITS_OF_HASH), 16)
            : IDENTIFIERS.hash(identifier));
  }

  private static boolean isHexDigest(String identifier) {
    return identifier.length() == HEX_DIGITS_OF_IDENTIFIER
        && identifier.chars().allMatch(HexFormat::isHexDigit);
  }

  /**
   * The objects of a request, block by block, an incomplete last block included.
   *
   * <p>A block gets each object that it intersects once, in the given order, with the ranges
   * relative to the block. Ranges end with the tokens. No block at block size 0.
   */
  public static List<List<MmObject>> perBlock(
      List<MmObject> objects, int tokenCount, int blockSize) {
    int blocks = blockSize == 0 ? 0 : Math.ceilDiv(tokenCount, blockSize);
    return IntStream.range(0, blocks)
        .map(block -> block * blockSize)
        .mapToObj(start -> new TokenRange(start, start + Math.min(blockSize, tokenCount - start)))
        .map(block -> intersecting(objects, block))
        .toList();
  }

  private static List<MmObject> intersecting(List<MmObject> objects, TokenRange block) {
    return objects.stream()
        .map(object -> object.within(block))
        .filter(object -> !object.offsets.isEmpty())
        .toList();
  }

  private MmObject within(TokenRange block) {
    return new MmObject(
        hash,
        offsets.stream()
            .filter(range -> Math.max(range.start, block.start) < Math.min(range.end, block.end))
            .map(
                range ->
                    new TokenRange(
                        Math.max(range.start, block.start) - block.start,
                        Math.min(range.end, block.end) - block.start))
            .toList());
  }
}
