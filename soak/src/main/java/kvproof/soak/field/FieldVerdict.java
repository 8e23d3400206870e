package kvproof.soak.field;

/** What became of one scenario. */
public enum FieldVerdict {
  /** Everything that could be run answered the right value. */
  OK("ok"),
  /** Something answered another value. */
  DIFFERS("differs"),
  /**
   * Something answered another value, after histories alone for which the subject promises nothing.
   */
  BEYOND("beyond"),
  /** Nothing answered another value, but something was not asked, or is not built. */
  LEFT_OUT("left out"),
  /** Parts of kvproof alone answered the right values: nothing is said of the router. */
  NOT_ASKED("not asked"),
  /** Nothing of it runs here; a test carries it. */
  TEST("is a test");

  private final String words;

  FieldVerdict(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
