package kvproof.model.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a part of a cache owner's identity is made of: a deployment's map, or the defaults. */
public sealed interface IdentityEntries {

  /** Values that a worker derives itself, in a fixed order. */
  record Defaults(List<String> values) implements IdentityEntries {
    public Defaults {
      values = List.copyOf(values);
    }
  }

  /**
   * A map that the deployment gives; kept in the order of the keys' UTF-8 bytes, unsigned.
   *
   * <p>Throws {@link IllegalArgumentException} unless there are 1 to {@value #MAX_ENTRIES} entries
   * and every key occurs once.
   */
  record Explicit(List<Entry> entries) implements IdentityEntries {
    public static final int MAX_ENTRIES = 32;
    private static final Comparator<String> BYTE_ORDER =
        (left, right) -> Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));

    public Explicit {
      if (entries.isEmpty() || entries.size() > MAX_ENTRIES) {
        throw new IllegalArgumentException(
            "an identity map has 1 to " + MAX_ENTRIES + " entries, not " + entries.size());
      }
      entries = entries.stream().sorted(Comparator.comparing(Entry::key, BYTE_ORDER)).toList();
      for (int i = 1; i < entries.size(); i++) {
        if (entries.get(i).key().equals(entries.get(i - 1).key())) {
          throw new IllegalArgumentException(
              "an identity map with the key '" + entries.get(i).key() + "' twice");
        }
      }
    }
  }

  /**
   * One entry of an explicit map.
   *
   * <p>Throws {@link IllegalArgumentException} unless the key has 1 to {@value #MAX_KEY_BYTES}
   * UTF-8 bytes and the value 1 to {@value #MAX_VALUE_BYTES}.
   */
  record Entry(String key, String value) {
    public static final int MAX_KEY_BYTES = 128;
    public static final int MAX_VALUE_BYTES = 1024;

    public Entry {
      check("key", key, MAX_KEY_BYTES);
      check("value of '" + key + "'", value, MAX_VALUE_BYTES);
    }

    private static void check(String what, String text, int maxBytes) {
      int sizeBytes = text.getBytes(UTF_8).length;
      if (sizeBytes == 0 || sizeBytes > maxBytes) {
        throw new IllegalArgumentException(
            "an identity map's "
                + what
                + " has 1 to "
                + maxBytes
                + " bytes, not "
                + sizeBytes
                + ": '"
                + text
                + "'");
      }
    }
  }

  /** An explicit map replaces the defaults completely. */
  static IdentityEntries choose(Optional<Explicit> explicit, Defaults defaults) {
    return explicit.<IdentityEntries>map(entries -> entries).orElse(defaults);
  }
}
