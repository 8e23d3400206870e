package kvproof.gpu;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import kvproof.testkit.SeededRandom;

/**
 * The median of what two ways of doing the same come to, round by round, with a 95 % interval:
 * percentiles of the medians of rounds that are drawn again (bootstrap).
 */
record Estimate(double median, double low, double high) {
  private static final int REDRAWS = 4_000;

  /** One by the other, in the rounds that both took. */
  static Estimate ofRatios(double[] one, double[] other, SeededRandom random) {
    return of((a, b) -> a / b, one, other, random);
  }

  /** One less the other, in the rounds that both took. */
  static Estimate ofDifferences(double[] one, double[] other, SeededRandom random) {
    return of((a, b) -> a - b, one, other, random);
  }

  private static Estimate of(
      DoubleBinaryOperator comparison, double[] one, double[] other, SeededRandom random) {
    if (one.length != other.length || one.length == 0) {
      throw new IllegalArgumentException(one.length + " rounds against " + other.length);
    }
    double[] values = new double[one.length];
    Arrays.setAll(values, round -> comparison.applyAsDouble(one[round], other[round]));
    double[] medians = new double[REDRAWS];
    Arrays.setAll(medians, redraw -> median(redrawn(values, random)));
    Arrays.sort(medians);
    return new Estimate(median(values), medians[REDRAWS / 40], medians[REDRAWS - 1 - REDRAWS / 40]);
  }

  private static double[] redrawn(double[] values, SeededRandom random) {
    double[] redrawn = new double[values.length];
    Arrays.setAll(redrawn, i -> values[random.below(values.length)]);
    return redrawn;
  }

  /** The upper one of two. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Whether the whole interval lies above. */
  boolean isCertainlyAbove(double limit) {
    return low > limit;
  }

  /** Such as {@code 1.012 [0.998, 1.020]}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", median, low, high);
  }
}
