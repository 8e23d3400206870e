package kvproof.oracles.scheduling;

import java.math.BigDecimal;

/**
 * One cost, as good as exact.
 *
 * @param value to 50 digits
 * @param magnitude sum of what it was added up from without signs: what rounding is relative to
 * @param isSafe no order of evaluation in doubles can round, so that doubles are equal exactly if
 *     values are
 */
record ExactCost(BigDecimal value, BigDecimal magnitude, boolean isSafe) {

  private static final double TOLERANCE = 1e-9;

  /** How far a cost in doubles may be off. */
  BigDecimal tolerance() {
    return BigDecimal.ONE.add(magnitude).multiply(BigDecimal.valueOf(TOLERANCE));
  }

  boolean isNear(double actual) {
    return Double.isFinite(actual)
        && value.subtract(new BigDecimal(actual)).abs().compareTo(tolerance()) <= 0;
  }

  boolean isNear(ExactCost other) {
    return value.subtract(other.value).abs().compareTo(tolerance().max(other.tolerance())) <= 0;
  }

  boolean isFinite() {
    return Double.isFinite(value.doubleValue());
  }
}
