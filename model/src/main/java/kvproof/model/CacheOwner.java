package kvproof.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A persistent cache owner: holds blocks on the lower tiers, never on the device.
 *
 * <p>The UTF-8 bytes of the name are its key. A compact 16-byte key is named by its 32 lower-case
 * hex digits, which keeps the order of the key bytes.
 */
public record CacheOwner(String name) implements Owner {

  /** Unsigned lexicographic order of the key bytes, a prefix before what it begins. */
  static final Comparator<CacheOwner> KEY_ORDER =
      (left, right) ->
          Arrays.compareUnsigned(left.name.getBytes(UTF_8), right.name.getBytes(UTF_8));

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

  @Override
  public String toString() {
    return name;
  }
}
