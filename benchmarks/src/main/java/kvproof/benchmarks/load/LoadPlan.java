package kvproof.benchmarks.load;

/**
 * How a script is played.
 *
 * @param requestsPerSecond the offered load, on average; 0: each request as soon as the one before
 *     it is done
 * @param lanes that apply events, at least 1
 * @param tracked whether resident blocks are counted
 */
public record LoadPlan(double requestsPerSecond, int lanes, boolean tracked) {
  public LoadPlan {
    if (!(requestsPerSecond >= 0) || requestsPerSecond > 1e9) {
      throw new IllegalArgumentException(requestsPerSecond + " requests a second");
    }
    if (lanes < 1) {
      throw new IllegalArgumentException(lanes + " lanes");
    }
  }

  boolean isAsFastAsPossible() {
    return requestsPerSecond == 0;
  }
}
