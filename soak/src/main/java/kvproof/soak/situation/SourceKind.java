package kvproof.soak.situation;

/** Who was chosen as the source, and through what. */
enum SourceKind {
  /** A rank that holds its root prefix itself. */
  RANK_PREFIX("a rank's root prefix"),
  RANK_CONTINUATION("a rank's continuation"),
  CACHE_OWNER("a cache owner"),
  /** A rank whose root prefix needs blocks of a cache owner that is projected to it. */
  PROJECTED_RANK("a projected rank"),
  NONE("nobody");

  private final String text;

  SourceKind(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
