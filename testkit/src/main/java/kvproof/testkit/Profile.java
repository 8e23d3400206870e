package kvproof.testkit;

import java.util.Locale;
import java.util.Set;

/** Which histories a case may have. */
public enum Profile {
  /** No irregular event: every router must give exactly the same answers. */
  ENGINE,
  /** Irregular, but one external hash for each prefix, and no malformed store. */
  CONSISTENT,
  /** Everything that can be said, also what no engine should say. */
  IRREGULAR,
  /** Engine histories whose hints are carried out. */
  FETCH,
  /** Long irregular histories for routers with threads of their own. */
  LANES,
  /** Any history, with a scheduler that takes requests while it happens. */
  FULL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
  public static Profile ofWireName(String wireName) {
    for (Profile profile : values()) {
      if (profile.wireName().equals(wireName)) {
        return profile;
      }
    }
    throw new IllegalArgumentException(
        "unknown profile '" + wireName + "' (engine, consistent, irregular, fetch, lanes, full)");
  }

  public boolean allows(Irregularity irregularity) {
    return switch (this) {
      case ENGINE, FETCH -> false;
      case CONSISTENT ->
          switch (irregularity) {
            case UNKNOWN_PARENT, REMOVAL_WITH_SURVIVORS -> true;
            case REHASH, MOVE, VARIANT, MALFORMED -> false;
          };
      case IRREGULAR, LANES, FULL -> true;
    };
  }

  public boolean allowsAll(Set<Irregularity> irregularities) {
    return irregularities.stream().allMatch(this::allows);
  }
}
