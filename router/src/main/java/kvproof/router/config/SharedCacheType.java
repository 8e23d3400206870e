package kvproof.router.config;

/** Which cache, shared by all workers, is asked for a prompt. */
public enum SharedCacheType {
  /** There is none. */
  NONE("none", 0),
  /** The third level of SGLang's hierarchical cache. */
  HICACHE("hicache", 0.5);

  private final String wireName;
  private final double multiplier;

  SharedCacheType(String wireName, double multiplier) {
    this.wireName = wireName;
    this.multiplier = multiplier;
  }

  public String wireName() {
    return wireName;
  }

  /** What a block of it is worth unless a setting says so. */
  public double multiplier() {
    return multiplier;
  }
}
