package kvproof.soak.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes elements that are well formed as XML and mean the same as HTML.
 *
 * <p>Every text and every value is escaped, so whatever comes out of a case may stand in a page. A
 * character that XML cannot hold is written as its Java escape. Not for several threads.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Begins an element; {@code attributes} are names and values by turns. */
  public Markup open(String name, String... attributes) {
    tag(name, attributes);
    out.append('>');
    open.push(name);
    return this;
  }

  /** Ends the element that was begun last. */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element that never has content, such as {@code meta} or {@code rect}. */
  public Markup empty(String name, String... attributes) {
    tag(name, attributes);
    out.append("/>");
    return this;
  }

  /** A whole element that holds nothing but text. */
  public Markup element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close();
  }

  public Markup text(String text) {
    out.append(escaped(text));
    return this;
  }

  /** A line end between elements, where it does not show. */
  public Markup line() {
    out.append('\n');
    return this;
  }

  /** Throws {@link IllegalStateException} if an element was left open. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("left open: " + open);
    }
    return out.toString();
  }

  private void tag(String name, String... attributes) {
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      out.append(escaped(attributes[i + 1]).replace("\n", "&#10;")).append('"');
    }
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints().forEach(codePoint -> append(escaped, codePoint));
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int codePoint) {
    switch (codePoint) {
      case '<' -> escaped.append("&lt;");
      case '>' -> escaped.append("&gt;");
      case '&' -> escaped.append("&amp;");
      case '"' -> escaped.append("&quot;");
      default -> {
        if (isXml(codePoint)) {
          escaped.appendCodePoint(codePoint);
        } else {
          escaped.append(String.format(Locale.ROOT, "\\u%04x", codePoint));
        }
      }
    }
  }

  /** XML 1.0 has no control characters but three, no half of a surrogate pair, no U+FFFE. */
  private static boolean isXml(int codePoint) {
    return codePoint == '\n'
        || codePoint == '\t'
        || (codePoint >= ' ' && codePoint < Character.MIN_SURROGATE)
        || (codePoint > Character.MAX_SURROGATE && codePoint < 0xFFFE)
        || codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT;
  }
}
