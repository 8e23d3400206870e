package kvproof.model;

import java.util.HexFormat;

/**
 * The text form of an unsigned 64-bit hash: below a million plain decimal, else 16 hex digits.
 *
 * <p>A text of exactly 16 characters is therefore always hexadecimal.
 */
public final class HashText {
  private static final long FIRST_PRINTED_AS_HEX = 1_000_000;
  private static final HexFormat HEX = HexFormat.of();

  private HashText() {}

  public static String print(long hash) {
    return Long.compareUnsigned(hash, FIRST_PRINTED_AS_HEX) < 0
        ? Long.toString(hash)
        : HEX.toHexDigits(hash);
  }

  /** Reads what {@link #print} wrote; throws {@link NumberFormatException} naming other text. */
  public static long parse(String text) {
    return text.length() == 16 ? Long.parseUnsignedLong(text, 16) : Long.parseUnsignedLong(text);
  }
}
