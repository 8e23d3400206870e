package kvproof.model;

import java.util.Comparator;

/**
 * A persistent cache owner: holds blocks on the lower tiers, never on the device.
 *
 * <p>The UTF-8 bytes of the name are its key. A compact 16-byte key is named by its 32 lower-case
 * hex digits, which keeps the order of the key bytes.
 */
public record CacheOwner(String name) implements Owner {

  /**
   * Unsigned lexicographic order of the key bytes, a prefix before what it begins: that of UTF-8 is
   * the order of code points, so no bytes need be made.
   */
  static final Comparator<CacheOwner> KEY_ORDER =
      (left, right) -> compareCodePoints(left.name, right.name);

  public CacheOwner {
    if (name.isEmpty() || name.chars().anyMatch(c -> c <= ' ' || c == '/')) {
      throw new IllegalArgumentException(
          "not a cache owner name: '" + name + "' (no slash, no white space, not empty)");
    }
    if (name.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      // It has no UTF-8: names that differ in it would share their key.
      throw new IllegalArgumentException(
          "not a cache owner name: half a surrogate pair in '" + name + "'");
    }
  }

  /** Of texts without halves of surrogate pairs; chars alone would sort a pair before U+E000. */
  private static int compareCodePoints(String left, String right) {
    int shorter = Math.min(left.length(), right.length());
    for (int i = 0; i < shorter; i++) {
      char ofLeft = left.charAt(i);
      char ofRight = right.charAt(i);
      if (ofLeft != ofRight) {
        boolean isPair = Character.isSurrogate(ofLeft);
        return isPair == Character.isSurrogate(ofRight)
            ? Character.compare(ofLeft, ofRight)
            : isPair ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  @Override
  public String toString() {
    return name;
  }
}
