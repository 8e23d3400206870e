package kvproof.benchmarks.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.verdict.InventoryRow;
import kvproof.benchmarks.verdict.Targets;

/** The rows of a run as words, one list a row; for text and for a page. */
final class BenchTable {
  static final String NOT_BUILT = "not built";

  private BenchTable() {}

  static List<String> heading() {
    return List.of(
        "#",
        "inventory",
        "floor",
        "ours p50",
        "ours p99",
        "B/op",
        "intervals",
        "peer p50",
        "peer p99",
        "published on",
        "target",
        "ours/floor",
        "peer/ours",
        "published/ours",
        "verdict");
  }

  static List<List<String>> rows(BenchReport report) {
    return report.rows().stream().map(row -> row(row, report)).toList();
  }

  private static List<String> row(InventoryRow row, BenchReport report) {
    List<Goal> goals = report.goals(row);
    OptionalDouble peer =
        row.peer().isPresent()
            ? OptionalDouble.of(row.peer().get().bestP50())
            : OptionalDouble.empty();
    OptionalDouble published = row.fixture().published().onP50();
    double ours = row.ours().bestP50();
    return List.of(
        Integer.toString(row.fixture().number()),
        row.fixture().title(),
        Figures.print(row.floor().bestP50()),
        Figures.print(ours),
        Figures.print(row.ours().bestP99()),
        Figures.print(row.allocatedBytes()),
        Integer.toString(row.intervals()),
        Figures.print(peer, NOT_BUILT),
        row.peer().map(it -> Figures.print(it.bestP99())).orElse(NOT_BUILT),
        Figures.print(published, "-"),
        Figures.print(limit(goals), "-"),
        Figures.times(row.floors()),
        peer.isPresent() ? Figures.times(peer.getAsDouble() / ours) : "-",
        published.isPresent() && report.scale().isPresent()
            ? Figures.times(published.getAsDouble() * report.scale().getAsDouble() / ours)
            : "-",
        verdict(goals));
  }

  /** The lowest bound on p50; the tail is a bound on something else. */
  private static OptionalDouble limit(List<Goal> goals) {
    return goals.stream()
        .filter(it -> !it.name().equals("tail"))
        .flatMapToDouble(it -> it.bound().stream())
        .min();
  }

  /** One word if all is met, else what is not and why. */
  static String verdict(List<Goal> goals) {
    Judgement overall = Targets.overall(goals);
    if (overall == Judgement.MET) {
      return overall.text();
    }
    List<String> parts = new ArrayList<>();
    for (Goal goal : goals) {
      if (goal.judgement() == Judgement.MISSED) {
        parts.add(
            "missed: %s is %s, %s allowed"
                .formatted(
                    goal.name(),
                    Figures.print(goal.actual()),
                    Figures.print(goal.bound().orElseThrow())));
      } else if (Targets.isGap(goal)) {
        parts.add("not judged: " + goal.name() + ", " + goal.reason());
      }
    }
    return String.join("; ", parts);
  }

  /** Columns padded with blanks, a line each. */
  static String text(BenchReport report) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(heading());
    lines.addAll(rows(report));
    int[] widths = new int[heading().size()];
    for (List<String> line : lines) {
      for (int column = 0; column < line.size(); column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    return lines.stream().map(line -> padded(line, widths)).collect(Collectors.joining("\n"));
  }

  private static String padded(List<String> line, int[] widths) {
    StringBuilder out = new StringBuilder();
    for (int column = 0; column < line.size(); column++) {
      String word = line.get(column);
      boolean isText = column == 1 || column == line.size() - 1;
      String blanks = " ".repeat(widths[column] - word.length());
      out.append(isText ? word + blanks : blanks + word).append("  ");
    }
    return out.toString().stripTrailing();
  }
}
