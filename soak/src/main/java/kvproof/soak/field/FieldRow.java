package kvproof.soak.field;

import java.util.List;
import java.util.Optional;

/**
 * One scenario: its number, and everything that holds kvproof to its right value.
 *
 * @param number such as {@code FS-01}
 * @param theme what kind of thing went wrong
 * @param title in one line
 * @param right the right value in a few words
 * @param cases names of case files
 * @param programs names of {@link FieldPrograms}
 * @param tests methods that carry the scenario, or a part of it
 * @param missing what of the scenario is not built, and is therefore held by nothing
 * @param measured what of the scenario a measurement alone can hold, and which one: it has no part
 *     in a verdict
 */
public record FieldRow(
    String number,
    String theme,
    String title,
    String right,
    List<String> cases,
    List<String> programs,
    List<TestReference> tests,
    Optional<String> missing,
    Optional<String> measured) {
  public FieldRow {
    cases = List.copyOf(cases);
    programs = List.copyOf(programs);
    tests = List.copyOf(tests);
    if (right.isEmpty()) {
      throw new IllegalArgumentException(number + " has no right value; add a line 'right'");
    }
    if (cases.isEmpty() && programs.isEmpty() && tests.isEmpty() && missing.isEmpty()) {
      throw new IllegalArgumentException(
          number + " is held by nothing; name a case, a program or a test, or what is missing");
    }
  }

  /** Whether something of it can be run without a test engine. */
  public boolean isRunnable() {
    return !cases.isEmpty() || !programs.isEmpty();
  }

  /**
   * A test method.
   *
   * @param file from the top of the checkout
   * @param method its name
   */
  public record TestReference(String file, String method) {

    /** The class without its package, and the method. */
    @Override
    public String toString() {
      String simple = file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
      return simple + "." + method;
    }
  }
}
