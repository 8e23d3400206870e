package kvproof.benchmarks.judgement;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import kvproof.benchmarks.timing.Medians;

/**
 * The median of ratios, and between which values it lies in 95 of 100 resamplings of them.
 *
 * <p>The same ratios always give the same interval.
 *
 * @param ratios how many there are, at least 1
 */
public record RatioInterval(double median, double low, double high, int ratios) {
  /** With fewer the interval is little more than the lowest and the highest: luck decides. */
  public static final int FEWEST = 5;

  private static final int RESAMPLES = 4_000;
  private static final double TAIL = 0.025;
  private static final long SEED = 20;

  /** Throws {@link IllegalArgumentException} if there is no ratio. */
  public static RatioInterval of(List<Double> ratios) {
    double median = Medians.of(ratios);
    var random = new SplittableRandom(SEED);
    List<Double> medians = new ArrayList<>(RESAMPLES);
    for (int resample = 0; resample < RESAMPLES; resample++) {
      medians.add(
          Medians.of(random.ints(ratios.size(), 0, ratios.size()).mapToObj(ratios::get).toList()));
    }
    medians.sort(null);
    int cut = (int) (TAIL * RESAMPLES);
    return new RatioInterval(
        median, medians.get(cut), medians.get(RESAMPLES - 1 - cut), ratios.size());
  }

  /** Whether there are too few ratios to say anything of noise. */
  public boolean isOfTooFew() {
    return ratios < FEWEST;
  }

  /** Whether the interval leaves out 1; never where there are too few ratios. */
  public boolean isOutsideNoise() {
    return !isOfTooFew() && (low > 1 || high < 1);
  }

  /** The same in words; a ratio is of one round. */
  public String noiseText() {
    if (isOfTooFew()) {
      return ratios + " rounds, too few to tell noise";
    }
    return isOutsideNoise() ? "outside noise" : "inside noise";
  }
}
