package kvproof.benchmarks.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;

/** A table of a section as words, and as text. */
final class SectionTable {
  private SectionTable() {}

  static List<String> heading(FigureTable table) {
    List<String> words = new ArrayList<>(List.of("what"));
    words.addAll(table.columns());
    words.add("verdict");
    return words;
  }

  static List<String> words(FigureRow row) {
    List<String> words = new ArrayList<>(List.of(row.title()));
    row.figures().forEach(figure -> words.add(Figures.print(figure, "-")));
    words.add(verdict(row));
    return words;
  }

  /** What was missed or not judged and why, else one word; the remark behind it. */
  static String verdict(FigureRow row) {
    List<String> parts = new ArrayList<>();
    for (Goal goal : row.goals()) {
      switch (goal.judgement()) {
        case MISSED ->
            parts.add(
                "missed: %s is %s, %s %s"
                    .formatted(
                        goal.name(),
                        Figures.print(goal.actual()),
                        goal.direction().text(),
                        Figures.print(goal.bound().orElseThrow())));
        case NOT_JUDGED -> parts.add("not judged: " + goal.name() + ", " + goal.reason());
        case MET -> {}
      }
    }
    if (parts.isEmpty()) {
      parts.add(row.judgement().map(Judgement::text).orElse("-"));
    }
    if (!row.remark().isEmpty()) {
      parts.add(row.remark());
    }
    return String.join("; ", parts);
  }

  /** Columns padded with blanks, a line each, under the title. */
  static String text(FigureTable table) {
    List<List<String>> lines = new ArrayList<>(List.of(heading(table)));
    table.rows().forEach(row -> lines.add(words(row)));
    int[] widths = new int[heading(table).size()];
    for (List<String> line : lines) {
      for (int column = 0; column < line.size(); column++) {
        widths[column] = Math.max(widths[column], line.get(column).length());
      }
    }
    return table.title()
        + "\n"
        + lines.stream().map(line -> padded(line, widths)).collect(Collectors.joining("\n"));
  }

  private static String padded(List<String> line, int[] widths) {
    StringBuilder out = new StringBuilder("  ");
    for (int column = 0; column < line.size(); column++) {
      String word = line.get(column);
      boolean isText = column == 0 || column == line.size() - 1;
      String blanks = " ".repeat(widths[column] - word.length());
      out.append(isText ? word + blanks : blanks + word).append("  ");
    }
    return out.toString().stripTrailing();
  }
}
