package kvproof.model;

import java.util.Locale;

/**
 * The topology island of a worker: a value under a domain name.
 *
 * <p>Two parties share an island only if both have one and domain and value are equal. The target's
 * enforcement decides what an island means for the choice of a source.
 */
public record Island(String domain, String value, Enforcement enforcement) {

  /** What a target makes of sources outside its island. */
  public enum Enforcement {
    /** Any usable source inside beats every source outside. */
    PREFERRED,
    /** Only sources inside are eligible. */
    REQUIRED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
    public static Enforcement ofWireName(String wireName) {
      for (Enforcement enforcement : values()) {
        if (enforcement.wireName().equals(wireName)) {
          return enforcement;
        }
      }
      throw new IllegalArgumentException(
          "unknown enforcement '" + wireName + "' (preferred, required)");
    }
  }

  public boolean isSameAs(Island other) {
    return domain.equals(other.domain) && value.equals(other.value);
  }
}
