package kvproof.soak.report;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvproof.model.Answer;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;

/**
 * The first comparison of a case in which the sides did not agree.
 *
 * @param step index of the step after which it was; the number of steps: at the end
 * @param differences all that this comparison found, at least one, the first one first
 * @param actualBy who gave the actual side of the first difference
 * @param exhibit the two answers, if the first difference is about an answer
 * @param exchanged the last lines exchanged with a router behind lines that could not be asked any
 *     more; empty else
 */
public record Divergence(
    int step,
    List<Difference> differences,
    String actualBy,
    Optional<Exhibit> exhibit,
    List<String> exchanged) {
  /** The part of a difference whose actual side is a sentence about a broken law. */
  public static final String LAW = "law";

  private static final Pattern EXCEPTION_CLASS = Pattern.compile("[\\w.$]*");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[ ,:]+");
  private static final Pattern WORD = Pattern.compile("[a-z-]+");

  public Divergence {
    differences = List.copyOf(differences);
    exchanged = List.copyOf(exchanged);
    if (differences.isEmpty()) {
      throw new IllegalArgumentException("a divergence without a difference");
    }
  }

  /** Of a side that was asked directly. */
  public Divergence(
      int step, List<Difference> differences, String actualBy, Optional<Exhibit> exhibit) {
    this(step, differences, actualBy, exhibit, List.of());
  }

  /** One request and what the two sides answered to it. */
  public record Exhibit(Request request, Answer expected, Answer actual) {}

  public Difference first() {
    return differences.getFirst();
  }

  /**
   * Whether both are the same mistake: of the same side, of the same kind, in the same part of the
   * answer, against the same law, by the same exception.
   */
  public boolean isSameWayAs(Divergence other) {
    return actualBy.equals(other.actualBy)
        && first().part().equals(other.first().part())
        && first().kind() == other.first().kind()
        && gist(first()).equals(gist(other.first()));
  }

  /** What stays of the actual side when the case gets smaller. */
  private static String gist(Difference difference) {
    String actual = difference.actual();
    return switch (difference.kind()) {
      case FAILED -> exceptionClassOf(actual);
      case WRONG_VALUE -> difference.part().equals(LAW) ? wordsOf(actual) : "";
      case WRONG_SHAPE, UNREADABLE -> wordsOf(actual);
      case OVER_CREDIT,
          UNDER_CREDIT,
          WRONG_SOURCE,
          WRONG_END,
          OUT_OF_ORDER,
          UNANSWERED,
          CRASHED,
          TIMED_OUT ->
          "";
    };
  }

  private static String exceptionClassOf(String text) {
    Matcher start = EXCEPTION_CLASS.matcher(text);
    return start.lookingAt() ? start.group() : "";
  }

  /** The sentence without what it names: owners, numbers, lists. */
  private static String wordsOf(String sentence) {
    return BETWEEN_WORDS
        .splitAsStream(sentence)
        .filter(word -> WORD.matcher(word).matches())
        .collect(Collectors.joining(" "));
  }
}
