package kvproof.soak.picture;

import java.util.stream.Stream;
import kvproof.model.BlockInterval;
import kvproof.model.Owner;
import kvproof.soak.page.Markup;
import kvproof.soak.picture.RequestScene.ChoiceRow;
import kvproof.soak.picture.RequestScene.Claim;
import kvproof.soak.picture.RequestScene.IntervalRow;
import kvproof.soak.picture.TierGrid.WalkEnd;

/** One request's scene as an SVG: grids, then intervals, then choices, over the same columns. */
final class CasePicture {
  private static final int ROOM_FOR_COLUMNS = 40;
  private static final int NAME_AT_MOST = 18;
  private static final int TEXT_DROP = 17;

  private final Markup page;
  private final RequestScene scene;
  private final SceneNotes notes;
  private final Frame frame;
  private int y;

  private CasePicture(Markup page, RequestScene scene) {
    this.page = page;
    this.scene = scene;
    this.notes = new SceneNotes(scene.sides());
    this.frame = new Frame(Columns.of(scene, ROOM_FOR_COLUMNS), longest(names()), longest(texts()));
  }

  static void draw(Markup page, RequestScene scene) {
    new CasePicture(page, scene).draw();
  }

  private Stream<String> names() {
    return Stream.concat(
        Stream.of("host_pinned"),
        Stream.concat(
            scene.grids().stream()
                .flatMap(grid -> grid.rows().stream())
                .map(row -> shortened(row.owner())),
            Stream.concat(
                scene.intervals().stream().map(row -> shortened(row.source().owner())),
                scene.choices().stream().map(row -> shortened(row.target())))));
  }

  private Stream<String> texts() {
    return Stream.concat(
        scene.grids().stream()
            .flatMap(
                grid ->
                    grid.rows().stream()
                        .flatMap(row -> row.walkEnd().stream())
                        .map(end -> notes.walkEnd(grid, end))),
        Stream.concat(
            scene.intervals().stream().map(notes::interval),
            scene.choices().stream().map(notes::choice)));
  }

  private static int longest(Stream<String> texts) {
    return texts.mapToInt(String::length).max().orElse(0);
  }

  private static String shortened(Owner owner) {
    String name = owner.toString();
    return name.length() <= NAME_AT_MOST ? name : name.substring(0, NAME_AT_MOST - 3) + "...";
  }

  private void draw() {
    String width = Integer.toString(frame.width());
    String height = Integer.toString(height());
    page.open("div", "class", "scroll").line();
    page.open(
        "svg",
        "class",
        "picture",
        "width",
        width,
        "height",
        height,
        "viewBox",
        "0 0 " + width + " " + height,
        "role",
        "img",
        "aria-label",
        "Blocks by owners, " + SceneNotes.heading(scene));
    page.line();
    scene.grids().forEach(this::grid);
    section("intervals", !scene.intervals().isEmpty());
    scene.intervals().forEach(this::interval);
    section("choices", !scene.choices().isEmpty());
    scene.choices().forEach(this::choice);
    page.close().close().line();
  }

  private int height() {
    int rows =
        scene.grids().stream().mapToInt(grid -> grid.rows().size()).sum()
            + scene.intervals().size()
            + scene.choices().size();
    int headings =
        scene.grids().size()
            + (scene.intervals().isEmpty() ? 0 : 1)
            + (scene.choices().isEmpty() ? 0 : 1);
    return rows * Frame.ROW_HEIGHT + headings * Frame.HEADING_HEIGHT + 4;
  }

  private void grid(TierGrid grid) {
    section(grid.tier().wireName(), true);
    for (TierGrid.Row row : grid.rows()) {
      name(row.owner());
      for (BlockInterval column : frame.columns().all()) {
        CellPicture.draw(
            page,
            frame.x(column.start()),
            y,
            column,
            row.cells().subList(column.start(), column.end()));
      }
      row.walkEnd().ifPresent(end -> walkEnd(grid, end));
      endRow(row.walkEnd().map(end -> notes.walkEnd(grid, end)).orElse(""));
    }
  }

  /** A heading with the positions above what follows. */
  private void section(String heading, boolean isThere) {
    if (isThere) {
      text("heading", 0, y + 20, heading);
      frame.columns().all().forEach(this::position);
      page.line();
      y += Frame.HEADING_HEIGHT;
    }
  }

  private void position(BlockInterval column) {
    String label = column.start() + (Columns.isRun(column) ? " to " + (column.end() - 1) : "");
    text("position", frame.x(column.start()) + Frame.width(column) / 2, y + 22, label);
  }

  private void walkEnd(TierGrid grid, WalkEnd end) {
    edge(grid.endsAtFrontier() ? "frontier" : "walk-end", end.expected());
    if (end.isDisputed()) {
      edge("disputed", end.actual());
    }
  }

  /** A line with a flag on top, so that it shows between two filled cells too. */
  private void edge(String kind, int position) {
    int x = frame.x(position);
    String path = "M" + x + " " + (y + Frame.ROW_HEIGHT) + "V" + (y + 5) + "l-4 -4h8l-4 4";
    page.empty("path", "class", "edge " + kind, "d", path);
  }

  private void interval(IntervalRow row) {
    BlockInterval interval = row.source().interval();
    name(row.source().owner());
    bar(
        (row.isRootPrefix() ? "root-prefix" : "continuation") + disputed(row.claim()),
        interval.start(),
        interval.end());
    endRow(notes.interval(row));
  }

  private static String disputed(Claim claim) {
    return switch (claim) {
      case UNDISPUTED -> "";
      case ONLY_EXPECTED -> " expected";
      case ONLY_ACTUAL -> " actual";
    };
  }

  private void bar(String kind, int start, int end) {
    int x = frame.x(start);
    page.empty(
        "rect",
        "class",
        "bar " + kind,
        "x",
        Integer.toString(x + 2),
        "y",
        Integer.toString(y + 7),
        "width",
        Integer.toString(Math.max(frame.x(end) - x - 4, 2)),
        "height",
        "12");
  }

  /** An arrow from the frontier to the credited end; only its tail where nothing is fetched. */
  private void choice(ChoiceRow row) {
    name(row.target());
    int start = frame.x(row.choice().frontier());
    int end = frame.x(row.choice().end());
    int middle = y + Frame.ROW_HEIGHT / 2;
    String tail = "M" + start + " " + (middle - 7) + "v14";
    String arrow = "M" + start + " " + middle + "H" + end + "m-7 -6l7 6l-7 6";
    page.open(
        "path", "class", "choice" + disputed(row.claim()), "d", end > start ? tail + arrow : tail);
    page.element("title", SceneNotes.hint(row)).close();
    endRow(notes.choice(row));
  }

  private void name(Owner owner) {
    page.open("text", "class", "name", "x", "0", "y", Integer.toString(y + TEXT_DROP));
    page.element("title", owner.toString()).text(shortened(owner)).close();
  }

  private void endRow(String note) {
    if (!note.isEmpty()) {
      text("note", frame.notesX(), y + TEXT_DROP, note);
    }
    page.line();
    y += Frame.ROW_HEIGHT;
  }

  private void text(String kind, int x, int baseline, String text) {
    page.element(
        "text", text, "class", kind, "x", Integer.toString(x), "y", Integer.toString(baseline));
  }
}
