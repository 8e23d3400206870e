package kvproof.router.config;

/** Which function names the blocks that are booked. */
public enum TrackingHash {
  /** Everybody computes the same names. */
  PUBLIC_XXH3_V1("public-xxh3-v1"),
  /** Names depend on a key, for routers that share it. */
  KEYED_XXH3_V1("keyed-xxh3-v1");

  private final String wireName;

  TrackingHash(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
