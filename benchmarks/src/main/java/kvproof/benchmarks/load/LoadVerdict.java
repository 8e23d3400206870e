package kvproof.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.timing.Medians;

/**
 * Whether one arm differs from another by more than the same arm does from itself.
 *
 * <p>Runs are compared within a round alone, so that what the machine does from round to round
 * cancels out. A round counts if both of its runs do.
 */
public final class LoadVerdict {
  /** An arm that differs by more from itself cannot show that it differs from another. */
  private static final double WIDEST_NOISE = 2;

  /** Two arms of the same rounds. */
  public static final class Pair {
    private final Map<Integer, LoadResult> first = new TreeMap<>();
    private final Map<Integer, LoadResult> second = new TreeMap<>();

    /** Of the arm that the other one is held against. */
    public void addFirst(int round, LoadResult result) {
      first.put(round, result);
    }

    public void addSecond(int round, LoadResult result) {
      second.put(round, result);
    }

    /** Rounds in which both runs count. */
    List<Integer> rounds() {
      List<Integer> rounds = new ArrayList<>(first.keySet());
      rounds.removeIf(
          round -> {
            LoadResult other = second.get(round);
            return other == null || !other.counts() || !first.get(round).counts();
          });
      return rounds;
    }

    private RatioInterval ratio(LoadFigure figure) {
      List<Double> ratios = new ArrayList<>();
      for (int round : rounds()) {
        ratios.add(figure(second, round, figure) / figure(first, round, figure));
      }
      return RatioInterval.of(ratios);
    }

    private double median(Map<Integer, LoadResult> arm, LoadFigure figure) {
      return Medians.of(rounds().stream().map(round -> figure(arm, round, figure)).toList());
    }

    private static double figure(Map<Integer, LoadResult> arm, int round, LoadFigure figure) {
      return arm.get(round).figures().get(figure);
    }
  }

  /**
   * One figure.
   *
   * @param first median of the first arm, microseconds
   * @param second of the second
   * @param ratio second by first; above 1: the second takes longer
   * @param noise the same of an arm against itself
   */
  public record Line(
      LoadFigure figure, double first, double second, RatioInterval ratio, RatioInterval noise) {

    /** The same arm differs so much from itself that nothing can be said. */
    public boolean isTooNoisy() {
      return noise.high() / noise.low() > WIDEST_NOISE;
    }

    /**
     * The interval of the ratio leaves 1 out, and the ratio is none that the same arm shows against
     * itself.
     */
    public boolean isOutsideNoise() {
      return ratio.isOutsideNoise()
          && (ratio.median() < noise.low() || ratio.median() > noise.high());
    }
  }

  private final Pair arms;
  private final Pair noise;

  public LoadVerdict(Pair arms, Pair noise) {
    this.arms = arms;
    this.noise = noise;
  }

  /** Rounds of both that count, the fewer of the two. */
  public int rounds() {
    return Math.min(arms.rounds().size(), noise.rounds().size());
  }

  /** A line for each figure; absent if fewer than {@value RatioInterval#FEWEST} rounds count. */
  public Optional<List<Line>> lines() {
    if (rounds() < RatioInterval.FEWEST) {
      return Optional.empty();
    }
    List<Line> lines = new ArrayList<>();
    for (LoadFigure figure : LoadFigure.values()) {
      lines.add(
          new Line(
              figure,
              arms.median(arms.first, figure),
              arms.median(arms.second, figure),
              arms.ratio(figure),
              noise.ratio(figure)));
    }
    return Optional.of(lines);
  }
}
