package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
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
   * #? 1-3 7                             the prompt of the checks below: local hashes
   * #= credit device 1/0 is 2            a question (FieldQuestion), and the right value
   */
  private static final String PROMPT = "#? ";
  private static final String CHECK = "#= ";
  private static final String ORDERS = "#orders ";
  private static final String VALUE = " is ";

  FieldCase {
    checks = List.copyOf(checks);
  }

  /**
   * One right value.
   *
   * @param afterStep how many steps of the history are before it
   * @param prompt empty: none was given
   */
  record Check(int line, int afterStep, BlockHashes prompt, String question, String expected) {}

  /** Throws {@link IllegalArgumentException} at what cannot be read. */
  static FieldCase parse(String name, String text) {
    List<Check> checks = new ArrayList<>();
    List<String> lines = text.lines().toList();
    BlockHashes prompt = BlockHashes.empty();
    int orders = 1;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith(PROMPT)) {
        prompt = hashes(line.substring(PROMPT.length()));
      } else if (line.startsWith(ORDERS)) {
        orders = Integer.parseInt(line.substring(ORDERS.length()).strip());
      } else if (line.startsWith(CHECK)) {
        checks.add(check(name, i + 1, stepsIn(lines.subList(0, i)), prompt, line));
      }
    }
    return new FieldCase(name, CaseText.parse(text), checks, orders);
  }

  private static int stepsIn(List<String> lines) {
    return CaseText.parse(String.join("\n", lines) + "\n").steps().size();
  }

  private static Check check(String name, int number, int steps, BlockHashes prompt, String line) {
    int value = line.lastIndexOf(VALUE);
    if (value < 0) {
      throw new IllegalArgumentException(
          name + ", line " + number + ": a check ends with 'is' and the right value: " + line);
    }
    String question = line.substring(CHECK.length(), value).strip();
    String expected = line.substring(value + VALUE.length()).strip();
    return new Check(number, steps, prompt, question, expected);
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
