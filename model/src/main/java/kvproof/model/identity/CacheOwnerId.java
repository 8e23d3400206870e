package kvproof.model.identity;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvproof.model.CacheOwner;

/**
 * The identity of a persistent cache owner.
 *
 * <p>Prints as {@code semantics:scope/data centre/slot} in lower-case hex digits, 32 a digest and
 * 16 for the data centre. The text leaves out the source flags, the compact key does not.
 *
 * @param dataCentre unsigned
 */
public record CacheOwnerId(
    IdentityDigest cacheSemantics,
    IdentityDigest routingScope,
    long dataCentre,
    IdentityDigest stableDpSlot) {

  private static final Pattern TEXT =
      Pattern.compile("([0-9a-f]{32}):([0-9a-f]{32})/([0-9a-f]{16})/([0-9a-f]{32})");
  private static final HexFormat HEX = HexFormat.of();

  /**
   * Reads the text form; every source flag is explicit then. Throws {@link
   * IllegalArgumentException} naming any other text.
   */
  public static CacheOwnerId parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "not a cache owner id: '"
              + text
              + "' (expected semantics:scope/data centre/slot in 32, 32, 16 and 32 lower-case hex"
              + " digits)");
    }
    return new CacheOwnerId(
        digest(parts.group(1)),
        digest(parts.group(2)),
        HexFormat.fromHexDigitsToLong(parts.group(3)),
        digest(parts.group(4)));
  }

  private static IdentityDigest digest(String hexDigits) {
    return IdentityDigest.explicit(Digest128.of(HEX.parseHex(hexDigits)));
  }

  /** The owner as events and snapshots know it, named by its compact key. */
  public CacheOwner toOwner() {
    return new CacheOwner(OwnerKey.of(this).toString());
  }

  @Override
  public String toString() {
    return cacheSemantics.digest()
        + ":"
        + routingScope.digest()
        + "/"
        + HEX.toHexDigits(dataCentre)
        + "/"
        + stableDpSlot.digest();
  }
}
