package kvproof.benchmarks.growth;

import java.util.List;

/**
 * The cost over one dimension.
 *
 * @param points by size, at least two
 */
public record GrowthCurve(Dimension dimension, List<GrowthPoint> points) {
  public GrowthCurve {
    points = List.copyOf(points);
  }

  /** Of the power law that fits best; 1 is linear. */
  public double exponent() {
    return exponent(points);
  }

  /** The same over the last three sizes, where nothing constant hides what grows. */
  public double lastExponent() {
    return exponent(points.subList(Math.max(0, points.size() - 3), points.size()));
  }

  private static double exponent(List<GrowthPoint> points) {
    return Exponent.of(
        points.stream().map(point -> new Exponent.Point(point.size(), point.p50())).toList());
  }

  /** No steeper than allowed, over all sizes and over the last, and no interval more. */
  public boolean isMet() {
    return Math.max(exponent(), lastExponent()) <= dimension.bound()
        && points.stream().allMatch(GrowthPoint::isWithin);
  }
}
