package kvproof.benchmarks.verdict;

import java.util.OptionalDouble;

/**
 * One upper bound and what stands against it, in microseconds.
 *
 * @param name what the bound is made of
 * @param actual what was measured
 * @param limit absent: it could not be worked out
 * @param reason why not; empty if there is a limit
 */
public record Requirement(String name, double actual, OptionalDouble limit, String reason) {
  public Requirement {
    if (limit.isPresent() != reason.isEmpty()) {
      throw new IllegalArgumentException(name + ": either a limit or a reason for none");
    }
  }

  static Requirement atMost(String name, double actual, double limit) {
    return new Requirement(name, actual, OptionalDouble.of(limit), "");
  }

  static Requirement notJudged(String name, double actual, String reason) {
    return new Requirement(name, actual, OptionalDouble.empty(), reason);
  }

  public Judgement judgement() {
    if (limit.isEmpty()) {
      return Judgement.NOT_JUDGED;
    }
    return actual <= limit.getAsDouble() ? Judgement.MET : Judgement.MISSED;
  }
}
