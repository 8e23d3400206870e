package kvproof.model.identity;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Sixteen bytes, as two big-endian halves.
 *
 * <p>Prints as 32 lower-case hex digits, whose order is that of the bytes.
 */
public record Digest128(long high, long low) {
  public static final int SIZE_BYTES = 16;
  private static final HexFormat HEX = HexFormat.of();

  /** Throws {@link IllegalArgumentException} unless there are 16 bytes. */
  public static Digest128 of(byte[] bytes) {
    if (bytes.length != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "not 16 bytes: " + HEX.formatHex(bytes) + " (" + bytes.length + ")");
    }
    ByteBuffer halves = ByteBuffer.wrap(bytes);
    return new Digest128(halves.getLong(), halves.getLong());
  }

  /** A fresh array. */
  public byte[] bytes() {
    return ByteBuffer.allocate(SIZE_BYTES).putLong(high).putLong(low).array();
  }

  @Override
  public String toString() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }
}
