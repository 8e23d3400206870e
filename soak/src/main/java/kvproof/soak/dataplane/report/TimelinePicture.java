package kvproof.soak.dataplane.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import kvproof.soak.dataplane.plan.ByteSize;
import kvproof.soak.dataplane.timeline.Timeline;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import kvproof.soak.page.Markup;

/**
 * A fetch as a picture: the target's life to the left, the source's to the right, time downwards,
 * an arrow for whatever goes from one to the other.
 *
 * <p>Each event has a row of its own, so that distances say nothing; the time stands in front.
 */
final class TimelinePicture {
  /*
   *    time   what the target did |        arrows        | what the source did
   *                               |                      |
   *           START_WRITE         #                      |
   *                               #--- start_write ----->|
   *                               #                      | accepted
   *                               #<====== write ========|
   */
  private static final int ROW = 22;
  private static final int TOP = 34;
  private static final int TIME_X = 78;
  private static final int TARGET_X = 330;
  private static final int SOURCE_X = 690;
  private static final int WIDTH = 920;
  private static final int NOTE_GAP = 14;
  private static final int BAND = 8;
  private static final int HEAD = 7;
  private static final int MOST_ROWS = 120;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Markup page;
  private final Timeline timeline;

  private TimelinePicture(Markup page, Timeline timeline) {
    this.page = page;
    this.timeline = timeline;
  }

  /** {@code title} is what is read out instead of the picture. */
  static void draw(Markup page, Timeline timeline, String title) {
    if (timeline.events().isEmpty()) {
      page.element("p", "Nothing was recorded.", "class", "quiet").line();
      return;
    }
    List<TimelineEvent> all = timeline.events();
    var shown = all.size() <= MOST_ROWS ? timeline : new Timeline(all.subList(0, MOST_ROWS));
    new TimelinePicture(page, shown).draw(title);
    if (all.size() > MOST_ROWS) {
      page.element(
          "p", (all.size() - MOST_ROWS) + " later events are not shown.", "class", "quiet");
      page.line();
    }
  }

  /** What the marks mean; once in a page is enough. */
  static void legend(Markup page) {
    page.element(
            "p",
            "Time runs downwards, a row for each event. Thin arrows are control frames, dashed ones"
                + " reports, thick ones the bytes of the write; an arrow that ends in a cross never"
                + " arrived, or nobody took it. The band along the target's line is its operation:"
                + " filled while all is well, an outline once the destination is in doubt.",
            "class",
            "quiet")
        .line();
  }

  private void draw(String title) {
    int height = y(timeline.events().size()) + ROW / 2;
    page.open("div", "class", "scroll");
    page.open(
            "svg",
            "class",
            "timeline",
            "role",
            "img",
            "aria-label",
            title,
            "width",
            Integer.toString(WIDTH),
            "height",
            Integer.toString(height),
            "viewBox",
            "0 0 " + WIDTH + " " + height)
        .line();
    text("heading end", TARGET_X, TOP - 16, "target");
    text("heading", SOURCE_X, TOP - 16, "source");
    life(TARGET_X, height);
    life(SOURCE_X, height);
    bands(height);
    for (int i = 0; i < timeline.events().size(); i++) {
      row(i);
    }
    page.close().close().line();
  }

  private static int y(int row) {
    return TOP + row * ROW + ROW / 2;
  }

  private static int x(Side side) {
    return side == Side.SOURCE ? SOURCE_X : TARGET_X;
  }

  private void life(int x, int height) {
    line("life", x, TOP, x, height);
  }

  /** The states of the target's operation, each until the next one. */
  private void bands(int height) {
    for (int i = 0; i < timeline.events().size(); i++) {
      TimelineEvent event = timeline.events().get(i);
      if (isState(event) && !event.what().equals("FINISHED")) {
        int end = nextState(i).stream().map(TimelinePicture::y).findFirst().orElse(height);
        page.empty(
                "rect",
                "class",
                "state " + event.what().toLowerCase(Locale.ROOT).replace('_', '-'),
                "x",
                Integer.toString(TARGET_X - BAND / 2),
                "y",
                Integer.toString(y(i)),
                "width",
                Integer.toString(BAND),
                "height",
                Integer.toString(end - y(i)))
            .line();
      }
    }
  }

  private OptionalInt nextState(int row) {
    for (int i = row + 1; i < timeline.events().size(); i++) {
      if (isState(timeline.events().get(i))) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** Of the operation: those are spelled in capitals. */
  private static boolean isState(TimelineEvent event) {
    return event.kind() == Kind.STATE && event.what().equals(event.what().toUpperCase(Locale.ROOT));
  }

  private void row(int row) {
    TimelineEvent event = timeline.events().get(row);
    text("time end", TIME_X, y(row) + 4, time(event));
    if (event.kind().isDeparture()) {
      arrow(row, event);
    } else if (event.kind() != Kind.FRAME_TAKEN && event.kind() != Kind.REPORT_TAKEN) {
      note(row, event); // what was taken is the end of an arrow
    }
  }

  private static String time(TimelineEvent event) {
    return String.format(Locale.ROOT, "%.3f ms", event.atNanos() / NANOS_PER_MILLI);
  }

  private void note(int row, TimelineEvent event) {
    String kind = event.kind() == Kind.MARK ? "mark" : "note";
    switch (event.side()) {
      case TARGET -> text(kind + " end", TARGET_X - NOTE_GAP, y(row) + 4, event.what());
      case SOURCE -> text(kind, SOURCE_X + NOTE_GAP, y(row) + 4, event.what());
      case HARNESS -> text("harness middle", (TARGET_X + SOURCE_X) / 2, y(row) + 4, event.what());
    }
  }

  private void arrow(int row, TimelineEvent event) {
    OptionalInt arrival = timeline.arrivalOf(row);
    int fromX = x(event.side());
    int toX = x(event.side().other());
    int direction = Integer.signum(toX - fromX);
    String kind = arrowKind(event.kind());
    int endY = arrival.isPresent() ? y(arrival.getAsInt()) : y(row) + ROW / 2;
    int endX = arrival.isPresent() ? toX : (fromX + toX) / 2 + direction * ROW;
    line("arrow " + kind, fromX, y(row), endX - direction * 2, endY);
    if (arrival.isPresent()) {
      path("head " + kind, "M" + endX + " " + endY + "l" + (-direction * HEAD) + " -4v8z");
    } else {
      path("lost", "M" + (endX - 5) + " " + (endY - 5) + "l10 10m0 -10l-10 10");
    }
    text(
        "label " + (direction > 0 ? "" : "end"),
        fromX + direction * NOTE_GAP,
        y(row) - 4,
        event.what() + ", " + ByteSize.print(event.bytes()));
  }

  private static String arrowKind(Kind kind) {
    return switch (kind) {
      case WRITE_POSTED -> "bytes";
      case REPORT_SENT -> "report";
      default -> "frame";
    };
  }

  private void line(String kind, int fromX, int fromY, int toX, int toY) {
    page.empty(
            "line",
            "class",
            kind,
            "x1",
            Integer.toString(fromX),
            "y1",
            Integer.toString(fromY),
            "x2",
            Integer.toString(toX),
            "y2",
            Integer.toString(toY))
        .line();
  }

  private void path(String kind, String drawn) {
    page.empty("path", "class", kind, "d", drawn).line();
  }

  private void text(String kind, int x, int y, String shown) {
    page.element(
            "text",
            shown,
            "class",
            kind.strip(),
            "x",
            Integer.toString(x),
            "y",
            Integer.toString(y))
        .line();
  }
}
