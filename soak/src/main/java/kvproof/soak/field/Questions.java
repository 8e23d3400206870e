package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What a program asks, in order. A question that fails is answered with the failure. */
final class Questions {
  private final String where;
  private final List<Checked> checked = new ArrayList<>();

  /** {@code where}: the name of the program. */
  Questions(String where) {
    this.where = where;
  }

  /** The right value, then how to come by the actual one; both are compared as texts. */
  void ask(String question, Object expected, Callable<?> actual) {
    try {
      checked.add(
          Checked.answered(where, question, expected.toString(), String.valueOf(actual.call())));
    } catch (NotAskedException notAsked) {
      checked.add(Checked.leftOut(where, question, expected.toString(), notAsked.part()));
    } catch (Exception | AssertionError failure) {
      checked.add(Checked.answered(where, question, expected.toString(), "no answer: " + failure));
    }
  }

  List<Checked> checked() {
    return List.copyOf(checked);
  }
}
