package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HashText;
import kvproof.model.casetext.CaseText;
import kvproof.testkit.SeededRandom;

/**
 * A case, and the right values at places of its history.
 *
 * @param told readable by everything else that reads cases, for which the checks are comments
 * @param checks in the order of the file
 * @param orders how often the case is told, each time but the first with its steps in another order
 */
record FieldCase(String name, Case told, List<Check> checks, int orders) {
  /*
   * kvproof-case 1
   * ...
   * #orders 100                          tell it in so many orders; checks stand at the end then
   * store 1/0 device root 1:101 2:102    steps, as in any case
   * #needs continuations                 a capability without which the checks below are not asked
   * #? 1-3 7                             the prompt of the checks below: local hashes
   * #= credit device 1/0 is 2            a question (FieldQuestion), and the right value
   */
  private static final String PROMPT = "#? ";
  private static final String CHECK = "#= ";
  private static final String ORDERS = "#orders ";
  private static final String NEEDS = "#needs ";
  private static final String VALUE = " is ";

  FieldCase {
    checks = List.copyOf(checks);
  }

  /**
   * One right value.
   *
   * @param afterStep how many steps of the history are before it
   * @param prompt empty: none was given
   * @param needs besides what the question needs by itself
   */
  record Check(
      int line,
      int afterStep,
      BlockHashes prompt,
      Optional<Part> needs,
      String question,
      String expected) {}

  /** Throws {@link IllegalArgumentException} at what cannot be read. */
  static FieldCase parse(String name, String text) {
    List<Check> checks = new ArrayList<>();
    List<String> lines = text.lines().toList();
    BlockHashes prompt = BlockHashes.empty();
    Optional<Part> needs = Optional.empty();
    int orders = 1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith(PROMPT)) {
        prompt = hashes(line.substring(PROMPT.length()));
      } else if (line.startsWith(ORDERS)) {
        orders = Integer.parseInt(line.substring(ORDERS.length()).strip());
      } else if (line.startsWith(NEEDS)) {
        String capability = line.substring(NEEDS.length()).strip();
        needs = Optional.of(Part.valueOf(capability.toUpperCase(Locale.ROOT)));
      } else if (line.startsWith(CHECK)) {
        int steps = stepsIn(lines.subList(0, i));
        String[] value = valueOf(name, i + 1, line);
        checks.add(new Check(i + 1, steps, prompt, needs, value[0], value[1]));
      }
    }
    return new FieldCase(name, CaseText.parse(text), checks, orders);
  }

  private static int stepsIn(List<String> lines) {
    return CaseText.parse(String.join("\n", lines) + "\n").steps().size();
  }

  /** The question and its right value. */
  private static String[] valueOf(String name, int number, String line) {
    int value = line.lastIndexOf(VALUE);
    if (value < 0) {
      throw new IllegalArgumentException(
          name + ", line " + number + ": a check ends with 'is' and the right value: " + line);
    }
    return new String[] {
      line.substring(CHECK.length(), value).strip(), line.substring(value + VALUE.length()).strip()
    };
  }

  /** Hashes and runs of them, such as {@code 1-3 7}. */
  static BlockHashes hashes(String text) {
    return BlockHashes.of(
        List.of(text.strip().split(" +")).stream().flatMapToLong(FieldCase::run).boxed().toList());
  }

  private static LongStream run(String word) {
    int dash = word.indexOf('-');
    return dash < 0
        ? LongStream.of(HashText.parse(word))
        : LongStream.rangeClosed(
            HashText.parse(word.substring(0, dash)), HashText.parse(word.substring(dash + 1)));
  }

  /** The steps in the order of that number; 0 is the one in which they are written. */
  List<CaseStep> steps(int order) {
    return order == 0
        ? told.steps()
        : new SeededRandom(told.seed()).fork("order " + order).shuffled(told.steps());
  }
}
