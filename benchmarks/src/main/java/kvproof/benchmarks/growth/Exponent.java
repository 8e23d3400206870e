package kvproof.benchmarks.growth;

import java.util.List;

/** The power law through points: least squares over logarithms, as a straight line. */
final class Exponent {
  private Exponent() {}

  /** One point: a size and what it costs, both above 0. */
  record Point(double size, double cost) {
    Point {
      if (!(size > 0) || !(cost > 0)) {
        throw new IllegalArgumentException("no logarithm of (" + size + ", " + cost + ")");
      }
    }
  }

  /** The slope; throws {@link IllegalArgumentException} unless there are two sizes at least. */
  static double of(List<Point> points) {
    double meanSize = mean(points.stream().map(point -> Math.log(point.size())).toList());
    double meanCost = mean(points.stream().map(point -> Math.log(point.cost())).toList());
    double together = 0;
    double spread = 0;
    for (Point point : points) {
      double size = Math.log(point.size()) - meanSize;
      together += size * (Math.log(point.cost()) - meanCost);
      spread += size * size;
    }
    if (spread == 0) {
      throw new IllegalArgumentException("no slope through one size: " + points);
    }
    return together / spread;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
