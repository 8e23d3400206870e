package kvproof.oracles.scheduling;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.oracles.scheduling.CostedRow.CostOrder;

/**
 * What the default picker may do at T > 0 with the one real that it draws: selection 1.9.
 *
 * <p>Catches a real read the wrong way, costs that are not normalised, and a wrong temperature.
 * Blind where the real lies within the tolerance of a border between two rows.
 */
final class Softmax {
  private static final double TOLERANCE = 1e-9;

  /** Doubles are off by far less than what a cost is given. */
  private static final double ROUNDING = 1e-4;

  private final List<CostedRow> rows;
  private final double temperature;
  private final BigDecimal least;
  private final double range;
  private final double rounding;

  private Softmax(List<CostedRow> rows, double temperature) {
    this.rows = rows;
    this.temperature = temperature;
    this.least = cheapest().cost().value();
    this.range =
        rows.stream()
            .map(Softmax::value)
            .reduce(least, BigDecimal::max)
            .subtract(least)
            .doubleValue();
    this.rounding =
        rows.stream().mapToDouble(row -> row.cost().tolerance().doubleValue()).reduce(0, Math::max);
  }

  /** Rows are in the order of their ranks. */
  static List<Pick> picks(
      List<CostedRow> rows, double temperature, RandomStream stream, long start) {
    double real = stream.realAt(start);
    var draws = new Draws(List.of(), List.of(), List.of(real));
    return rows(rows, temperature, real).stream()
        .map(row -> new Pick(row, draws, start + 1))
        .toList();
  }

  /** The rows that this real may select. */
  static List<Integer> rows(List<CostedRow> rows, double temperature, double real) {
    return new Softmax(rows, temperature).selectedBy(real);
  }

  private List<Integer> selectedBy(double real) {
    if (rows.stream().allMatch(row -> isEqual(row, rows.getFirst()))) {
      return atReal(new double[rows.size()], real);
    }
    if (range <= rounding) {
      return IntStream.range(0, rows.size()).boxed().toList(); // rounding decides everything
    }
    double[] shares =
        rows.stream()
            .mapToDouble(row -> value(row).subtract(least).doubleValue() / range)
            .toArray();
    return atReal(shares, real);
  }

  /** The first row whose cumulative weight reaches the real, give or take what rounding may do. */
  private List<Integer> atReal(double[] shares, double real) {
    double total = 0;
    double blur = 0;
    for (int row = 0; row < shares.length; row++) {
      total += weight(shares[row], 0);
      if (!isEqual(rows.get(row), cheapest())) {
        double off = rounding * ROUNDING / range;
        blur += weight(shares[row], -off) - weight(shares[row], off);
      }
    }
    List<Integer> found = new ArrayList<>();
    double below = 0;
    for (int row = 0; row < shares.length; row++) {
      double upTo = below + weight(shares[row], 0) / total;
      boolean reaches = real <= upTo + blur + TOLERANCE || row == shares.length - 1;
      if (reaches && real > below - blur - TOLERANCE) {
        found.add(row);
      }
      below = upTo;
    }
    return found;
  }

  private double weight(double share, double off) {
    return StrictMath.exp(-Math.max(share + off, 0) / temperature);
  }

  private CostedRow cheapest() {
    return requireNonNull(rows.stream().min(Comparator.comparing(Softmax::value)).orElse(null));
  }

  private static BigDecimal value(CostedRow row) {
    return row.cost().value();
  }

  private static boolean isEqual(CostedRow row, CostedRow other) {
    return row.compareTo(other) == CostOrder.EQUAL;
  }
}
