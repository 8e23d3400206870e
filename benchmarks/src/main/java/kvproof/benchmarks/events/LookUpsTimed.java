package kvproof.benchmarks.events;

import kvproof.benchmarks.timing.FixedRate;
import org.HdrHistogram.Histogram;

/**
 * Look-ups at a fixed rate, in microseconds.
 *
 * @param ratePerSecond at which they were due
 * @param copies of everything that the lane keeps
 * @param lookUps that were made
 * @param p50 from when a look-up was due to its end, as the further ones
 * @param worst the longest
 * @param callP50 of the look-up alone, without the wait behind others, as the further ones
 * @param blocksPerSecond that were applied beside them
 */
public record LookUpsTimed(
    int ratePerSecond,
    int copies,
    long lookUps,
    double p50,
    double p99,
    double p999,
    double worst,
    double callP50,
    double callP99,
    double callP999,
    double blocksPerSecond) {
  private static final double NANOS_PER_MICRO = 1_000;

  static LookUpsTimed of(int ratePerSecond, int copies, FixedRate rate, double blocksPerSecond) {
    Histogram due = rate.fromDue();
    Histogram alone = rate.callAlone();
    return new LookUpsTimed(
        ratePerSecond,
        copies,
        due.getTotalCount(),
        micros(due, 50),
        micros(due, 99),
        micros(due, 99.9),
        due.getMaxValue() / NANOS_PER_MICRO,
        micros(alone, 50),
        micros(alone, 99),
        micros(alone, 99.9),
        blocksPerSecond);
  }

  private static double micros(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
