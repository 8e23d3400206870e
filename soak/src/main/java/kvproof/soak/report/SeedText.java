package kvproof.soak.report;

import java.util.HexFormat;

/** The text form of a seed or a digest. */
public final class SeedText {
  private static final HexFormat HEX = HexFormat.of();

  private SeedText() {}

  /** {@code 0x} and 16 digits. */
  public static String print(long seed) {
    return "0x" + digits(seed);
  }

  /** 16 hex digits. */
  public static String digits(long digest) {
    return HEX.toHexDigits(digest);
  }

  /**
   * Reads an unsigned 64-bit number, decimal or {@code 0x} and up to 16 hex digits.
   *
   * @throws IllegalArgumentException naming any other text
   */
  public static long parse(String text) {
    try {
      boolean isHex = text.startsWith("0x") || text.startsWith("0X");
      String digits = isHex ? text.substring(2) : text;
      if (!digits.startsWith("+")) {
        return Long.parseUnsignedLong(digits, isHex ? 16 : 10);
      }
    } catch (NumberFormatException notDigits) {
      // told below, as for a sign
    }
    throw new IllegalArgumentException(
        "not a seed: '" + text + "' (0 to 18446744073709551615, or 0x and up to 16 hex digits)");
  }
}
