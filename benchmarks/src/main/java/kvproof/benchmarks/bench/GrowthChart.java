package kvproof.benchmarks.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.growth.GrowthPoint;
import kvproof.soak.page.Markup;

/** A curve as a small SVG with logarithmic axes, where a power law is a straight line. */
final class GrowthChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 150;
  private static final int LEFT = 56;
  private static final int RIGHT = WIDTH - 24;
  private static final int TOP = 12;
  private static final int BOTTOM = HEIGHT - 24;

  private GrowthChart() {}

  static void draw(Markup page, GrowthCurve curve) {
    page.element("h4", GrowthText.line(curve)).line();
    List<GrowthPoint> points = curve.points();
    Axis sizes = Axis.over(points.stream().map(it -> (double) it.size()).toList(), LEFT, RIGHT);
    Axis costs = Axis.over(points.stream().map(GrowthPoint::p50).toList(), BOTTOM, TOP);
    page.open(
        "svg",
        "class",
        "chart",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "width",
        Integer.toString(WIDTH),
        "height",
        Integer.toString(HEIGHT),
        "role",
        "img",
        "aria-label",
        "Microseconds over " + curve.dimension().title());
    grid(page, costs, costs.low());
    grid(page, costs, costs.high());
    label(page, sizes, sizes.low());
    label(page, sizes, sizes.high());
    page.empty(
        "polyline",
        "class",
        "line",
        "points",
        points.stream()
            .map(it -> sizes.place(it.size()) + "," + costs.place(it.p50()))
            .collect(Collectors.joining(" ")));
    for (GrowthPoint point : points) {
      page.empty(
          "circle",
          "class",
          "point",
          "cx",
          sizes.place(point.size()),
          "cy",
          costs.place(point.p50()),
          "r",
          "3");
    }
    page.close().line();
  }

  private static void grid(Markup page, Axis costs, double micros) {
    String y = costs.place(micros);
    page.empty("path", "class", "grid", "d", "M" + LEFT + " " + y + "H" + RIGHT);
    page.element(
        "text",
        Figures.print(micros),
        "x",
        Integer.toString(LEFT - 6),
        "y",
        y,
        "text-anchor",
        "end");
  }

  private static void label(Markup page, Axis sizes, double size) {
    page.element(
        "text",
        String.format(Locale.ROOT, "%,.0f", size),
        "x",
        sizes.place(size),
        "y",
        Integer.toString(HEIGHT - 8),
        "text-anchor",
        "middle");
  }

  /** From the least value at {@code first} pixels to the greatest at {@code last}. */
  private record Axis(double low, double high, int first, int last) {
    static Axis over(List<Double> values, int first, int last) {
      double low = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
      double high = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
      return new Axis(low, high, first, last);
    }

    String place(double value) {
      double share = high == low ? 0 : Math.log(value / low) / Math.log(high / low);
      return String.format(Locale.ROOT, "%.1f", first + (last - first) * share);
    }
  }
}
