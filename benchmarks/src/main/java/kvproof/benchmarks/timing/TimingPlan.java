package kvproof.benchmarks.timing;

/**
 * How long a measurement takes.
 *
 * @param rounds at least 1
 * @param roundNanos of one round; it ends with the call that passes it
 * @param minCalls of one round, however long they take
 */
public record TimingPlan(int rounds, long roundNanos, int minCalls) {
  /** More samples than this say nothing more. */
  static final int MAX_CALLS = 50_000;

  public TimingPlan {
    if (rounds < 1 || roundNanos < 0 || minCalls < 1 || minCalls > MAX_CALLS) {
      throw new IllegalArgumentException(
          "not a plan: %d rounds of %d ns, %d calls".formatted(rounds, roundNanos, minCalls));
    }
  }

  public static TimingPlan ofMillis(int rounds, int millis) {
    return new TimingPlan(rounds, millis * 1_000_000L, 100);
  }
}
