package kvproof.soak.outside;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of something that may be long, each shortened; any thread. */
final class LastLines {
  private record Line(String prefix, byte[] bytes) {}

  private static final int LONGEST_SHOWN = 400;

  private final int most;
  private final Deque<Line> lines = new ArrayDeque<>();

  LastLines(int most) {
    this.most = most;
  }

  /** The bytes must stay as they are: they are made into text only if somebody asks. */
  synchronized void add(String prefix, byte[] line) {
    lines.addLast(new Line(prefix, line));
    if (lines.size() > most) {
      lines.removeFirst();
    }
  }

  synchronized List<String> lines() {
    return lines.stream().map(LastLines::text).toList();
  }

  private static String text(Line line) {
    int shown = Math.min(line.bytes().length, LONGEST_SHOWN);
    String text = new String(line.bytes(), 0, shown, StandardCharsets.UTF_8).stripTrailing();
    return line.prefix()
        + printable(text)
        + (shown < line.bytes().length ? "... (" + line.bytes().length + " bytes)" : "");
  }

  /** Control characters of a program's output must not reach a terminal or a report. */
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    text.codePoints().forEach(c -> printable.appendCodePoint(isControl(c) ? '?' : c));
    return printable.toString();
  }

  private static boolean isControl(int codePoint) {
    return codePoint < ' ' || (codePoint >= 127 && codePoint < 160);
  }
}
