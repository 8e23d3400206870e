package kvproof.model.casetext;

import java.util.HexFormat;

/**
 * One word of a line of case text.
 *
 * @param text what it says, without quotes and escapes
 * @param column where it begins, from 1
 * @param endColumn one past its last character, from 1
 * @param quoted stood in quotes, so it is no keyword
 */
record CaseTextWord(String text, int column, int endColumn, boolean quoted) {
  private static final HexFormat HEX = HexFormat.of();

  boolean isKeyword(String keyword) {
    return !quoted && text.equals(keyword);
  }

  /** Reads as one word that says {@code text}, whatever it contains. */
  static String quoteIfNeeded(String text) {
    if (!text.isEmpty() && text.chars().allMatch(CaseTextWord::mayStandBare)) {
      return text;
    }
    return quote(text);
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(c -> appendEscaped(quoted, (char) c));
    return quoted.append('"').toString();
  }

  /** Text of any origin in plain ASCII, so that it stays on one line of a message. */
  static String plain(String text) {
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      plain.append(c < ' ' || c > '~' ? "\\u" + HEX.toHexDigits(c) : String.valueOf(c));
    }
    return plain.toString();
  }

  private static boolean mayStandBare(int c) {
    return c > ' ' && c <= '~' && c != '"' && c != '#' && c != ';';
  }

  private static void appendEscaped(StringBuilder quoted, char c) {
    if (c == '"' || c == '\\') {
      quoted.append('\\').append(c);
    } else if (c < ' ' || c > '~') {
      quoted.append("\\u").append(HEX.toHexDigits(c));
    } else {
      quoted.append(c);
    }
  }

  /** The word as an error shows it: as it stood, but in plain ASCII. */
  @Override
  public String toString() {
    boolean isPlain = !quoted && text.chars().allMatch(c -> c > ' ' && c <= '~');
    return isPlain ? text : quote(text);
  }
}
