package kvproof.benchmarks.section;

import java.util.List;

/**
 * Rows with the same figures.
 *
 * @param title with the unit
 * @param columns names of the figures
 * @param bars names of those that are drawn beside each other; they have one unit
 */
public record FigureTable(
    String title, List<String> columns, List<String> bars, List<FigureRow> rows) {
  public FigureTable {
    columns = List.copyOf(columns);
    bars = List.copyOf(bars);
    rows = List.copyOf(rows);
    for (FigureRow row : rows) {
      if (row.figures().size() != columns.size()) {
        throw new IllegalArgumentException(
            "%s has %d figures for %d columns"
                .formatted(row.title(), row.figures().size(), columns.size()));
      }
    }
    if (!columns.containsAll(bars)) {
      throw new IllegalArgumentException("bars " + bars + " are not among columns " + columns);
    }
  }
}
