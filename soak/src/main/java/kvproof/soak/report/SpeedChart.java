package kvproof.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.SpeedSample;

/** Cases per second over time, as a small SVG: each point is the mean since the one before. */
final class SpeedChart {
  private static final int WIDTH = 340;
  private static final int HEIGHT = 130;
  private static final int LEFT = 56;
  private static final int RIGHT = WIDTH - 10;
  private static final int TOP = 12;
  private static final int BOTTOM = HEIGHT - 24;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final int SHORTEST_MILLIS = 100;

  private record Point(double seconds, double casesPerSecond) {}

  private SpeedChart() {}

  static void draw(Markup page, List<SpeedSample> samples) {
    List<Point> points = points(samples);
    if (points.isEmpty()) {
      page.element("p", "It was over too soon to measure.", "class", "quiet").line();
      return;
    }
    double seconds = points.getLast().seconds();
    double fastest = points.stream().mapToDouble(Point::casesPerSecond).max().orElse(0);
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
        "Cases per second over time");
    grid(page, fastest, TOP);
    grid(page, fastest / 2, (TOP + BOTTOM) / 2);
    grid(page, 0, BOTTOM);
    label(page, LEFT, "start", "0 s");
    label(page, RIGHT, "end", String.format(Locale.ROOT, "%.1f s", seconds));
    line(page, points, seconds, fastest);
    page.close().line();
  }

  /** A few cases in a few milliseconds say nothing of a speed. */
  private static List<Point> points(List<SpeedSample> samples) {
    List<Point> points = new ArrayList<>();
    SpeedSample before = new SpeedSample(0, 0);
    for (SpeedSample sample : samples) {
      long millis = sample.elapsedMillis() - before.elapsedMillis();
      if (millis >= SHORTEST_MILLIS) {
        double cases = sample.casesDone() - before.casesDone();
        double seconds = sample.elapsedMillis() / MILLIS_PER_SECOND;
        points.add(new Point(seconds, cases * MILLIS_PER_SECOND / millis));
        before = sample;
      }
    }
    return points;
  }

  private static void grid(Markup page, double casesPerSecond, int y) {
    page.empty("path", "class", "grid", "d", "M" + LEFT + " " + y + "H" + RIGHT);
    page.element(
        "text",
        CountText.print(Math.round(casesPerSecond)),
        "x",
        Integer.toString(LEFT - 6),
        "y",
        Integer.toString(y + 4),
        "text-anchor",
        "end");
  }

  private static void label(Markup page, int x, String anchor, String text) {
    page.element(
        "text",
        text,
        "x",
        Integer.toString(x),
        "y",
        Integer.toString(HEIGHT - 8),
        "text-anchor",
        anchor);
  }

  private static void line(Markup page, List<Point> points, double seconds, double fastest) {
    String path =
        points.stream()
            .map(point -> x(point, seconds) + "," + y(point, fastest))
            .collect(Collectors.joining(" "));
    page.empty("polyline", "class", "line", "points", path);
    if (points.size() == 1) {
      page.empty(
          "circle",
          "class",
          "point",
          "cx",
          x(points.getFirst(), seconds),
          "cy",
          y(points.getFirst(), fastest),
          "r",
          "4");
    }
  }

  private static String x(Point point, double seconds) {
    return coordinate(LEFT + (RIGHT - LEFT) * point.seconds() / seconds);
  }

  private static String y(Point point, double fastest) {
    double share = fastest == 0 ? 0 : point.casesPerSecond() / fastest;
    return coordinate(BOTTOM - (BOTTOM - TOP) * share);
  }

  private static String coordinate(double pixels) {
    return String.format(Locale.ROOT, "%.1f", pixels);
  }
}
