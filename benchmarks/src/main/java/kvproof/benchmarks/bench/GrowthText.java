package kvproof.benchmarks.bench;

import java.util.Locale;
import java.util.stream.Collectors;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.growth.GrowthPoint;

/** A curve as one line of text. */
final class GrowthText {
  private GrowthText() {}

  static String line(GrowthCurve curve) {
    return "growth in %s: exponent %s, %s over the last, at most %s: %s; us at %s"
        .formatted(
            curve.dimension().title(),
            exponent(curve.exponent()),
            exponent(curve.lastExponent()),
            exponent(curve.dimension().bound()),
            curve.isMet() ? "met" : "missed",
            curve.points().stream().map(GrowthText::point).collect(Collectors.joining(", ")));
  }

  private static String point(GrowthPoint point) {
    return point.size()
        + ": "
        + Figures.print(point.p50())
        + (point.isWithin()
            ? ""
            : " with %d intervals, %d allowed"
                .formatted(point.intervals(), point.intervalsAllowed()));
  }

  private static String exponent(double exponent) {
    return String.format(Locale.ROOT, "%.2f", exponent);
  }
}
