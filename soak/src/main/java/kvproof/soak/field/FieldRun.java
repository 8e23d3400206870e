package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Puts scenarios to a subject, and what they ask of an index to the oracles too. */
public final class FieldRun {
  private final FieldSubject subject;
  private final List<FieldSubject> oracles;

  public FieldRun(FieldSubject subject, List<FieldSubject> oracles) {
    this.subject = subject;
    this.oracles = List.copyOf(oracles);
  }

  /** Cases first, then programs; a failure of the subject is an answer like any other. */
  public FieldResult run(FieldRow row) {
    List<Checked> checked = new ArrayList<>();
    List<String> disputed = new ArrayList<>();
    long askedBefore = asked();
    for (String name : row.cases()) {
      FieldCase fieldCase = FieldRows.fieldCase(name);
      checked.addAll(CaseTrial.run(fieldCase, subject));
      for (FieldSubject oracle : oracles) {
        disputed.addAll(complaints(oracle, CaseTrial.run(fieldCase, oracle)));
      }
    }
    for (String name : row.programs()) {
      checked.addAll(FieldPrograms.named(name).run(subject));
      for (FieldSubject oracle : oracles) {
        if (FieldPrograms.named(name).asksTheSubject()) {
          disputed.addAll(complaints(oracle, FieldPrograms.named(name).run(oracle)));
        }
      }
    }
    boolean isAsked = subject.asked().isEmpty() || asked() > askedBefore;
    return new FieldResult(row, checked, isAsked, disputed);
  }

  private long asked() {
    return subject.asked().map(LongSupplier::getAsLong).orElse(0L);
  }

  private static List<String> complaints(FieldSubject oracle, List<Checked> checked) {
    return checked.stream()
        .filter(Checked::isWrong)
        .map(wrong -> oracle.name() + ", " + wrong.where() + ": " + wrong.complaint())
        .toList();
  }
}
