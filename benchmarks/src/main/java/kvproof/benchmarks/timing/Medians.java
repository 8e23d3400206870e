package kvproof.benchmarks.timing;

import java.util.List;

/** The middle of some figures. */
public final class Medians {
  private Medians() {}

  /** The middle one, or the mean of the middle two; throws if there is none. */
  public static double of(List<Double> figures) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("the median of nothing");
    }
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
