package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result as lines of the table that a run prints. */
public final class FieldTable {
  private static final String INDENT = "        ";

  private FieldTable() {}

  /** Number, verdict and title; the right value; what was answered; then why, if there is more. */
  public static List<String> lines(FieldResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%-7s %-9s  %s",
            result.row().number(),
            result.verdict().words(),
            result.row().title()));
    lines.add(INDENT + "expected   " + result.row().right());
    lines.add(INDENT + "answered   " + result.answered());
    if (!result.note().isEmpty()) {
      lines.add(INDENT + "           " + result.note());
    }
    boolean isFault = result.verdict() == FieldVerdict.DIFFERS;
    wrong(result)
        .forEach(text -> lines.add(INDENT + (isFault ? "  WRONG    " : "  OTHER    ") + text));
    return lines;
  }

  /** Everything that was answered otherwise, the subject's answers first. */
  static List<String> wrong(FieldResult result) {
    List<String> wrong = new ArrayList<>();
    for (Checked checked : result.checked()) {
      if (checked.isOther()) {
        wrong.add(checked.where() + ": " + checked.complaint());
      }
    }
    wrong.addAll(result.disputed());
    return wrong.stream().distinct().toList();
  }
}
