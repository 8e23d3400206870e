package kvproof.soak.field;

import java.util.Optional;

/**
 * One question of a scenario, and what was answered.
 *
 * @param where the case or program that asks
 * @param question in the words of the scenario
 * @param expected the right value, as the scenario has it
 * @param actual empty: not asked, for want of {@code leftOut}
 * @param isPromised whether the subject promises an exact answer there; if not, another one is told
 *     of and is no fault
 */
public record Checked(
    String where,
    String question,
    String expected,
    Optional<String> actual,
    Optional<Part> leftOut,
    boolean isPromised) {

  public static Checked answered(String where, String question, String expected, String actual) {
    return new Checked(where, question, expected, Optional.of(actual), Optional.empty(), true);
  }

  static Checked leftOut(String where, String question, String expected, Part part) {
    return new Checked(where, question, expected, Optional.empty(), Optional.of(part), true);
  }

  /** The same, after a history for which the subject promises nothing. */
  Checked beyondPromise() {
    return new Checked(where, question, expected, actual, leftOut, false);
  }

  public boolean isRight() {
    return actual.isPresent() && actual.get().equals(expected);
  }

  /** Another answer, where the right one is promised. */
  public boolean isWrong() {
    return isOther() && isPromised;
  }

  /** Another answer, whatever is promised. */
  public boolean isOther() {
    return actual.isPresent() && !actual.get().equals(expected);
  }

  /** Such as {@code credit device 1/0 is 2, expected 3 (under-credit of 1)}. */
  public String complaint() {
    return question + " is " + actual.orElse("not asked") + ", expected " + expected + kind();
  }

  /** How far a credit is off; empty for what is no credit. */
  private String kind() {
    if (!question.startsWith("credit ") || actual.isEmpty()) {
      return "";
    }
    try {
      long off = Long.parseLong(actual.get()) - Long.parseLong(expected);
      return off > 0 ? " (over-credit of " + off + ")" : " (under-credit of " + -off + ")";
    } catch (NumberFormatException noNumber) {
      return "";
    }
  }
}
