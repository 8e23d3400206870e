package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.BlockInterval;

/**
 * The columns in which a scene's block positions are drawn: one each, but in a long prompt one for
 * a whole run of positions that look alike in every row.
 *
 * <p>Whatever is marked in a scene begins and ends where a column does.
 */
final class Columns {
  private static final int SHORTEST_RUN = 4;

  private final List<BlockInterval> columns = new ArrayList<>();

  private Columns() {}

  /** Every position has its own column if there are at most {@code roomFor} of them. */
  static Columns of(RequestScene scene, int roomFor) {
    SortedSet<Integer> edges = edges(scene);
    boolean isLong = scene.sizeBlocks() > roomFor;
    var result = new Columns();
    int start = 0;
    while (start < scene.sizeBlocks()) {
      int end = start + 1;
      while (isLong && end < scene.sizeBlocks() && !edges.contains(end) && isAlike(scene, end)) {
        end++;
      }
      result.add(start, end);
      start = end;
    }
    return result;
  }

  private void add(int start, int end) {
    if (end - start >= SHORTEST_RUN) {
      columns.add(new BlockInterval(start, end));
    } else {
      for (int position = start; position < end; position++) {
        columns.add(new BlockInterval(position, position + 1));
      }
    }
  }

  /** Whether the position looks like the one before it, in every row of every grid. */
  private static boolean isAlike(RequestScene scene, int position) {
    return scene.grids().stream()
        .flatMap(grid -> grid.rows().stream())
        .map(TierGrid.Row::cells)
        .allMatch(cells -> cells.get(position).looksLike(cells.get(position - 1)));
  }

  private static SortedSet<Integer> edges(RequestScene scene) {
    SortedSet<Integer> edges = new TreeSet<>();
    for (TierGrid grid : scene.grids()) {
      for (TierGrid.Row row : grid.rows()) {
        row.walkEnd().ifPresent(end -> edges.addAll(List.of(end.expected(), end.actual())));
      }
    }
    scene.intervals().stream()
        .map(row -> row.source().interval())
        .forEach(interval -> edges.addAll(List.of(interval.start(), interval.end())));
    scene.choices().stream()
        .map(RequestScene.ChoiceRow::choice)
        .forEach(choice -> edges.addAll(List.of(choice.frontier(), choice.end())));
    return edges;
  }

  /** Positions of each column; together the whole prompt. */
  List<BlockInterval> all() {
    return columns;
  }

  static boolean isRun(BlockInterval column) {
    return column.end() - column.start() > 1;
  }
}
