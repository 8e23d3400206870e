package kvproof.benchmarks.judgement;

import java.util.OptionalDouble;

/**
 * One bound on one figure, in the figure's own unit.
 *
 * @param name what the bound is made of
 * @param actual what was measured
 * @param direction whether the figure may not fall below the bound, or not rise above it
 * @param bound absent: it could not be worked out
 * @param reason why not; empty if there is a bound
 */
public record Goal(
    String name, double actual, Direction direction, OptionalDouble bound, String reason) {
  /** Which side of the bound is good; the bound itself is on both. */
  public enum Direction {
    AT_LEAST("at least"),
    AT_MOST("at most");

    private final String text;

    Direction(String text) {
      this.text = text;
    }

    /** As it is printed. */
    public String text() {
      return text;
    }
  }

  public Goal {
    if (bound.isPresent() != reason.isEmpty()) {
      throw new IllegalArgumentException(name + ": either a bound or a reason for none");
    }
  }

  public static Goal atLeast(String name, double actual, double bound) {
    return new Goal(name, actual, Direction.AT_LEAST, OptionalDouble.of(bound), "");
  }

  public static Goal atMost(String name, double actual, double bound) {
    return new Goal(name, actual, Direction.AT_MOST, OptionalDouble.of(bound), "");
  }

  /** Of figures that were asked for and that nobody printed; missed. */
  public static Goal figuresOf(String side) {
    return atLeast(side + " with figures of it", 0, 1);
  }

  public static Goal notJudged(String name, double actual, Direction direction, String reason) {
    return new Goal(name, actual, direction, OptionalDouble.empty(), reason);
  }

  /** A figure that is no number meets nothing. */
  public Judgement judgement() {
    if (bound.isEmpty()) {
      return Judgement.NOT_JUDGED;
    }
    double limit = bound.getAsDouble();
    boolean isMet = direction == Direction.AT_LEAST ? actual >= limit : actual <= limit;
    return isMet ? Judgement.MET : Judgement.MISSED;
  }
}
