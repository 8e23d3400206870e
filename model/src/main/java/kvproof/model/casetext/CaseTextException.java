package kvproof.model.casetext;

/**
 * Text that is no case: what was expected, what stood there instead, and where.
 *
 * <p>Line and column count from 1, a column in UTF-16 units. The message begins with both, so that
 * a file's name in front of it makes a complete sentence.
 */
public final class CaseTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  CaseTextException(int line, int column, String problem) {
    super("line " + line + ", column " + column + ": " + problem);
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
