package kvproof.testkit;

import java.util.Locale;

/**
 * How much happens in a case: who takes part and which prompts there are is drawn alike.
 *
 * <p>A small case takes a fraction of the time and finds most faults as well; what needs a long
 * history, it does not find.
 */
public enum CaseSize {
  /** 6 to 30 steps, one to four requests. */
  USUAL(6, 30, 35, 35, 20, 10),
  /** 2 to 6 steps, one request or two. */
  SMALL(2, 6, 80, 20);

  private final int fewestSteps;
  private final int mostSteps; // the last draw may add a few more
  private final int[] requestWeights;

  CaseSize(int fewestSteps, int mostSteps, int... requestWeights) {
    this.fewestSteps = fewestSteps;
    this.mostSteps = mostSteps;
    this.requestWeights = requestWeights;
  }

  int drawSteps(SeededRandom random) {
    return random.between(fewestSteps, mostSteps);
  }

  int drawRequests(SeededRandom random) {
    return 1 + random.weighted(requestWeights);
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
