package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import kvproof.model.BlockInterval;
import kvproof.model.HeldBlock;
import kvproof.soak.picture.Cell.Held;
import kvproof.soak.picture.RequestScene.ChoiceRow;
import kvproof.soak.picture.RequestScene.IntervalRow;

/** A scene in plain ASCII characters, for a terminal. */
public final class CaseSketch {
  /*
   * Before each column stands the place of an edge, then the block, then ' if its hash is not the
   * chain's. A column for a run of positions is ### wide: its first and last position.
   *
   *               0  1  2  3  4
   *     1/0      |#  #  .  o        frontier 2
   */
  private static final int ROOM_FOR_COLUMNS = 24;
  private static final int NAME_AT_MOST = 34;

  private final List<String> lines = new ArrayList<>();
  private final int nameWidth;

  private CaseSketch(int nameWidth) {
    this.nameWidth = nameWidth;
  }

  /** Lines that each end with a line feed. */
  public static String of(CaseScene scene) {
    var facts = OwnerFacts.of(scene);
    int nameWidth =
        facts.keySet().stream().mapToInt(owner -> owner.toString().length()).max().orElse(0);
    var sketch = new CaseSketch(Math.clamp(nameWidth, 4, NAME_AT_MOST));
    sketch.lines.add("owners");
    facts.forEach((owner, text) -> sketch.line(owner.toString(), text));
    sketch.arrivals(scene);
    scene.requests().forEach(sketch::request);
    if (scene.requests().isEmpty()) {
      sketch.inventory(scene.held());
    } else {
      sketch.legend();
    }
    return String.join("\n", sketch.lines) + "\n";
  }

  private void arrivals(CaseScene scene) {
    if (scene.hasArrivals()) {
      lines.add("");
      lines.add("what arrived, and what came of it (=>)");
      ArrivalText.lines(scene).forEach(line -> lines.add("  " + line));
    }
  }

  private void request(RequestScene scene) {
    Columns columns = Columns.of(scene, ROOM_FOR_COLUMNS);
    var notes = new SceneNotes(scene.sides());
    lines.add("");
    lines.add("ask " + SceneNotes.heading(scene));
    for (TierGrid grid : scene.grids()) {
      ruler(grid.tier().wireName(), columns);
      grid.rows().forEach(row -> row(grid, row, columns, notes));
    }
    if (scene.grids().isEmpty()) {
      lines.add("  nobody holds a block of this prompt");
    }
    if (!scene.intervals().isEmpty()) {
      ruler("intervals", columns);
      scene.intervals().forEach(row -> interval(row, columns, notes));
    }
    if (!scene.choices().isEmpty()) {
      ruler("choices", columns);
      scene.choices().forEach(row -> choice(row, columns, notes));
    }
  }

  private void ruler(String heading, Columns columns) {
    StringBuilder ruler = new StringBuilder();
    for (BlockInterval column : columns.all()) {
      ruler.append(
          Columns.isRun(column)
              ? pad(" " + column.start() + "-" + (column.end() - 1), 7)
              : pad(" " + column.start(), 3));
    }
    lines.add("");
    line(heading, ruler.toString());
  }

  private void row(TierGrid grid, TierGrid.Row row, Columns columns, SceneNotes notes) {
    IntPredicate isExpected = edge -> row.walkEnd().filter(e -> e.expected() == edge).isPresent();
    IntPredicate isActual = edge -> row.walkEnd().filter(e -> e.actual() == edge).isPresent();
    StringBuilder cells = new StringBuilder();
    for (BlockInterval column : columns.all()) {
      cells.append(edge(isExpected.test(column.start()), isActual.test(column.start())));
      Cell cell = row.cells().get(column.start());
      cells.append(symbol(cell)).append(tone(cell));
      if (Columns.isRun(column)) {
        cells.append(symbol(cell)).append(symbol(cell)).append(symbol(cell)).append(tone(cell));
      }
    }
    int end = row.cells().size();
    cells.append(edge(isExpected.test(end), isActual.test(end)));
    String note = row.walkEnd().map(walkEnd -> notes.walkEnd(grid, walkEnd)).orElse("");
    line(row.owner().toString(), cells + "  " + note);
  }

  private static char edge(boolean isExpected, boolean isActual) {
    return isExpected ? '|' : isActual ? '!' : ' ';
  }

  private static char symbol(Cell cell) {
    return switch (cell) {
      case Cell.Empty() -> '.';
      case Cell.CountedAbove() -> '-';
      case Held held ->
          switch (held.reach()) {
            case COUNTED -> '#';
            case PROJECTED -> '+';
            case HELD_TOO -> '=';
            case APART -> 'o';
          };
    };
  }

  private static char tone(Cell cell) {
    return cell instanceof Held held && !held.onChain() ? '\'' : ' ';
  }

  private void interval(IntervalRow row, Columns columns, SceneNotes notes) {
    BlockInterval interval = row.source().interval();
    String bar = bar(columns, interval.start(), interval.end(), row.isRootPrefix() ? '=' : '~');
    line(row.source().owner().toString(), bar + "   " + notes.interval(row));
  }

  private void choice(ChoiceRow row, Columns columns, SceneNotes notes) {
    String bar = bar(columns, row.choice().frontier(), row.choice().end(), '>');
    line(row.target().toString(), bar + "   " + notes.choice(row));
  }

  private static String bar(Columns columns, int start, int end, char mark) {
    StringBuilder bar = new StringBuilder();
    for (BlockInterval column : columns.all()) {
      boolean isInside = column.start() >= start && column.start() < end;
      int width = Columns.isRun(column) ? 7 : 3;
      bar.append(isInside ? String.valueOf(mark).repeat(width) : " " + ".".repeat(width - 2) + " ");
    }
    return bar.toString();
  }

  private void line(String name, String text) {
    String shown = name.length() <= NAME_AT_MOST ? name : name.substring(0, NAME_AT_MOST);
    lines.add(("  " + pad(shown, Math.max(nameWidth, 11)) + "  " + text).stripTrailing());
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(width - text.length(), 0));
  }

  private void inventory(List<HeldBlock> held) {
    lines.add("");
    lines.add(held.isEmpty() ? "nobody holds a block" : "held blocks (parent > local:external)");
    held.forEach(
        block ->
            lines.add(
                "  "
                    + pad(block.tier().wireName(), 12)
                    + pad(block.owner().toString(), nameWidth + 2)
                    + HeldText.print(block)));
  }

  private void legend() {
    lines.add("");
    lines.add("#  held and counted by the owner's walk from the root");
    lines.add("+  counted for the rank, held by a cache owner that is projected to it");
    lines.add("=  counted on a tier above, held here too");
    lines.add("-  counted on a tier above");
    lines.add("o  held, but no walk from the root gets to it here");
    lines.add("'  behind a block: under another hash than the chain's");
    lines.add("|  where a rank's walk leaves the tier (!  where the router says it does)");
  }
}
