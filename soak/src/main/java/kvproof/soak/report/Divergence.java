package kvproof.soak.report;

import java.util.List;
import java.util.Optional;
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
 */
public record Divergence(
    int step, List<Difference> differences, String actualBy, Optional<Exhibit> exhibit) {
  public Divergence {
    differences = List.copyOf(differences);
    if (differences.isEmpty()) {
      throw new IllegalArgumentException("a divergence without a difference");
    }
  }

  /** One request and what the two sides answered to it. */
  public record Exhibit(Request request, Answer expected, Answer actual) {}

  public Difference first() {
    return differences.getFirst();
  }

  /** Whether both are the same kind of mistake in the same part of the answer. */
  public boolean isSameWayAs(Divergence other) {
    return first().part().equals(other.first().part()) && first().kind() == other.first().kind();
  }
}
