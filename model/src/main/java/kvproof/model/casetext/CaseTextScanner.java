package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Cuts one line of case text into its words. */
final class CaseTextScanner {
  private final String source;
  private final int lineNumber;
  private int position;

  private CaseTextScanner(String source, int lineNumber) {
    this.source = source;
    this.lineNumber = lineNumber;
  }

  /** No words: the line is blank or holds a comment alone. */
  static List<CaseTextWord> words(String source, int lineNumber) {
    CaseTextScanner scanner = new CaseTextScanner(source, lineNumber);
    List<CaseTextWord> words = new ArrayList<>();
    while (scanner.skipToWord()) {
      words.add(scanner.word());
    }
    return words;
  }

  private boolean skipToWord() {
    while (position < source.length() && isBlank(source.charAt(position))) {
      position++;
    }
    return position < source.length() && source.charAt(position) != '#';
  }

  private CaseTextWord word() {
    int start = position;
    return switch (source.charAt(start)) {
      case '"' -> quoted(start);
      case ';' -> semicolon(start);
      default -> bare(start);
    };
  }

  private CaseTextWord semicolon(int start) {
    position++;
    return wordSince(start, ";", false);
  }

  private CaseTextWord bare(int start) {
    while (position < source.length() && !endsBareWord(source.charAt(position))) {
      position++;
    }
    if (position < source.length() && source.charAt(position) == '"') {
      throw error(position, "a quote inside a word (quote all of it, inner quotes as \\\")");
    }
    return wordSince(start, source.substring(start, position), false);
  }

  private CaseTextWord quoted(int start) {
    StringBuilder text = new StringBuilder();
    position++;
    while (position < source.length() && source.charAt(position) != '"') {
      text.append(source.charAt(position) == '\\' ? escaped() : source.charAt(position++));
    }
    if (position == source.length()) {
      throw error(start, "a quote that is not closed on its line");
    }
    position++;
    if (position < source.length() && !isBlank(source.charAt(position)) && !isSemicolon()) {
      throw error(position, "expected a blank after the closing quote");
    }
    return wordSince(start, text.toString(), true);
  }

  private char escaped() {
    int start = position;
    if (source.startsWith("\\\"", start) || source.startsWith("\\\\", start)) {
      position += 2;
      return source.charAt(start + 1);
    }
    try {
      if (source.startsWith("\\u", start)) {
        position += 6;
        return (char) HexFormat.fromHexDigits(source, start + 2, start + 6);
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException notFourDigits) {
      // Falls through to the error, which names the same place.
    }
    throw error(start, "expected \\\", \\\\ or \\u and four hex digits");
  }

  private boolean isSemicolon() {
    return source.charAt(position) == ';';
  }

  private static boolean endsBareWord(char c) {
    return isBlank(c) || c == ';' || c == '"';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private CaseTextWord wordSince(int start, String text, boolean quoted) {
    return new CaseTextWord(text, start + 1, position + 1, quoted);
  }

  private CaseTextException error(int at, String problem) {
    return new CaseTextException(lineNumber, at + 1, problem);
  }
}
