package kvproof.benchmarks.timing;

import java.util.Arrays;

/**
 * One round of single calls, in microseconds.
 *
 * @param p50 by nearest rank
 * @param p99 by nearest rank
 * @param mean over all calls
 * @param fastest of all calls
 * @param calls at least 1
 */
public record LatencyRound(double p50, double p99, double mean, double fastest, int calls) {
  private static final double NANOS_PER_MICRO = 1_000;

  public LatencyRound {
    if (calls < 1 || !(fastest >= 0) || p50 < fastest || p99 < p50) {
      throw new IllegalArgumentException(
          "not a round: p50 %s, p99 %s, fastest %s, %s calls".formatted(p50, p99, fastest, calls));
    }
  }

  /** Sorts the first {@code calls} samples, which are nanoseconds, in place. */
  static LatencyRound ofNanos(long[] samples, int calls) {
    Arrays.sort(samples, 0, calls);
    long sum = 0;
    for (int call = 0; call < calls; call++) {
      sum += samples[call];
    }
    return new LatencyRound(
        nearestRank(samples, calls, 50),
        nearestRank(samples, calls, 99),
        sum / NANOS_PER_MICRO / calls,
        samples[0] / NANOS_PER_MICRO,
        calls);
  }

  private static double nearestRank(long[] sorted, int calls, int percent) {
    int rank = (int) ((long) percent * calls + 99) / 100;
    return sorted[Math.max(rank, 1) - 1] / NANOS_PER_MICRO;
  }
}
