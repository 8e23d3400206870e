package kvproof.testkit;

import java.util.Locale;

/**
 * How much happens in a case: who takes part and which prompts there are is drawn alike.
 *
 * <p>A small case takes a fraction of the time; what needs a long history, it does not find.
 */
public enum CaseSize {
  /** 6 to 30 steps, one to four requests. */
  USUAL(6, 30),
  /** 2 to 6 steps, one request or two. */
  SMALL(2, 6);

  private final int fewestSteps;
  private final int mostSteps; // the last draw may add a few more

  CaseSize(int fewestSteps, int mostSteps) {
    this.fewestSteps = fewestSteps;
    this.mostSteps = mostSteps;
  }

  int drawSteps(SeededRandom random) {
    return random.between(fewestSteps, mostSteps);
  }

  int drawRequests(SeededRandom random) {
    return 1
        + switch (this) {
          case USUAL -> random.weighted(35, 35, 20, 10);
          case SMALL -> random.weighted(80, 20);
        };
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
  public static CaseSize ofWireName(String wireName) {
    for (CaseSize size : values()) {
      if (size.wireName().equals(wireName)) {
        return size;
      }
    }
    throw new IllegalArgumentException("unknown size '" + wireName + "' (usual, small)");
  }

  /** Whether cases of the profile come in this size. */
  public boolean isFor(Profile profile) {
    return this == USUAL
        || switch (profile) {
          case ENGINE, CONSISTENT, IRREGULAR, FETCH -> true;
          case LANES, FULL -> false; // what they are about needs a long history
        };
  }
}
