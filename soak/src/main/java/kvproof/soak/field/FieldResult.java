package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What became of one scenario.
 *
 * @param checked what was asked of the subject
 * @param isAsked whether the subject was asked anything; else parts of kvproof answered
 * @param disputed what an oracle answered otherwise than the scenario has it; each names the oracle
 */
public record FieldResult(
    FieldRow row, List<Checked> checked, boolean isAsked, List<String> disputed) {
  public FieldResult {
    checked = List.copyOf(checked);
    disputed = List.copyOf(disputed);
  }

  public FieldVerdict verdict() {
    if (!disputed.isEmpty() || checked.stream().anyMatch(Checked::isWrong)) {
      return FieldVerdict.DIFFERS;
    }
    if (checked.stream().anyMatch(Checked::isOther)) {
      return FieldVerdict.BEYOND;
    }
    if (row.missing().isPresent() || !leftOut().isEmpty()) {
      return FieldVerdict.LEFT_OUT;
    }
    if (!row.isRunnable()) {
      return FieldVerdict.TEST;
    }
    return isAsked ? FieldVerdict.OK : FieldVerdict.NOT_ASKED;
  }

  /** Capabilities for want of which something was not asked, sorted. */
  public List<String> leftOut() {
    return checked.stream()
        .flatMap(each -> each.leftOut().stream())
        .map(Part::capability)
        .distinct()
        .sorted()
        .toList();
  }

  /** What was answered, in one line; a question that was asked in many orders once. */
  public String answered() {
    List<Checked> others = checked.stream().filter(Checked::isOther).toList();
    if (!others.isEmpty()) {
      Checked first =
          others.stream().filter(Checked::isWrong).findFirst().orElse(others.getFirst());
      return first.where() + ": " + first.complaint() + more(others.size());
    }
    if (!disputed.isEmpty()) {
      return disputed.getFirst() + more(disputed.size());
    }
    long right = checked.stream().filter(Checked::isRight).count();
    return right == 0 ? "-" : right + " of " + checked.size() + " as expected";
  }

  private static String more(int all) {
    return all == 1 ? "" : ", and " + (all - 1) + " more";
  }

  /** Why the verdict is what it is, or where else the scenario is held; may be empty. */
  public String note() {
    List<String> notes = new ArrayList<>();
    if (verdict() == FieldVerdict.BEYOND) {
      notes.add("its history is none for which the router promises exact answers");
    }
    if (row.isRunnable() && !isAsked && leftOut().isEmpty()) {
      notes.add("parts of kvproof alone: the router was not asked");
    }
    if (!leftOut().isEmpty()) {
      notes.add("left out: " + String.join(", ", leftOut()));
    }
    Optional<String> missing = row.missing();
    missing.ifPresent(text -> notes.add("not built: " + text));
    row.measured().ifPresent(text -> notes.add("measured, not asserted here: " + text));
    if (!row.tests().isEmpty()) {
      notes.add(
          row.tests().stream()
              .map(FieldRow.TestReference::toString)
              .collect(Collectors.toCollection(TreeSet::new))
              .stream()
              .collect(Collectors.joining(", ", "tests: ", "")));
    }
    return String.join("; ", notes);
  }
}
