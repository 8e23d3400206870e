package kvproof.model;

import java.util.List;

/** What came of comparing two answers. */
public sealed interface Verdict {

  record Agreed() implements Verdict {}

  /** At least one difference, in the order in which the parts are compared. */
  record Diverged(List<Difference> differences) implements Verdict {
    public Diverged {
      differences = List.copyOf(differences);
      if (differences.isEmpty()) {
        throw new IllegalArgumentException("a divergence without a difference");
      }
    }
  }

  /**
   * One difference.
   *
   * @param part which part of the answer, such as {@code device} or {@code choice}
   * @param kind how it is wrong
   * @param where what it is about: a request and a rank, say
   * @param expected as text, by whom it was expected included in {@code expectedBy}
   */
  record Difference(
      String part, Kind kind, String where, String expected, String expectedBy, String actual) {}

  /** How an answer is wrong. */
  enum Kind {
    /** Claims blocks that the inventory lacks. */
    OVER_CREDIT,
    /** Lacks blocks that the inventory has. */
    UNDER_CREDIT,
    WRONG_SOURCE,
    WRONG_END,
    /** Anything else: wrong shape, wrong hash, broken law. */
    WRONG_VALUE,
    /** The router threw or could not answer. */
    FAILED,
    /** Behind lines: an answer without what it must have, or with what it must not. */
    WRONG_SHAPE,
    /** Behind lines: a line that is no answer at all. */
    UNREADABLE,
    /** Behind lines: an answer that comes before one that is due. */
    OUT_OF_ORDER,
    /** Behind lines: a question was passed over. */
    UNANSWERED,
    /** The router's process ended before its input did. */
    CRASHED,
    /** The router's process did not answer in the time it has. */
    TIMED_OUT
  }
}
