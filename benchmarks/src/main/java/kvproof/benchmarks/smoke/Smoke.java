package kvproof.benchmarks.smoke;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.benchmarks.trial.TimedInventory;

/**
 * Compares measurements with the baseline.
 *
 * <p>One slow measurement is the machine's doing; an inventory is worse if every measurement says
 * so. Three are taken.
 */
public final class Smoke {
  /** Measurements, each in a process of its own. */
  public static final int MEASUREMENTS = 3;

  /** A ratio may worsen by half. */
  static final double ALLOWED = 1.5;

  private final Baseline baseline;
  private final List<SortedMap<String, Double>> measurements = new ArrayList<>();
  private final List<String> allocating = new ArrayList<>();

  public Smoke(Baseline baseline) {
    this.baseline = baseline;
  }

  /**
   * Adds what one process measured; throws {@link IllegalArgumentException} naming an inventory of
   * the baseline that it did not.
   */
  public void add(List<TimedInventory> timed) {
    SortedMap<String, Double> ratios = ratios(timed);
    for (String title : baseline.ratios().keySet()) {
      if (!ratios.containsKey(title)) {
        throw new IllegalArgumentException("nothing was measured of " + title);
      }
    }
    measurements.add(ratios);
    List<String> found =
        timed.stream()
            .filter(one -> one.allocatedBytes() > 0)
            .map(one -> one.title() + ": allocates, which a warm call does not")
            .toList();
    if (measurements.size() == 1) {
      allocating.addAll(found);
    } else {
      allocating.retainAll(found);
    }
  }

  /** p50 over floor, best rounds, by title. */
  public static SortedMap<String, Double> ratios(List<TimedInventory> timed) {
    SortedMap<String, Double> ratios = new TreeMap<>();
    for (TimedInventory one : timed) {
      ratios.put(one.title(), one.operation().bestP50() / one.floor().orElseThrow().bestP50());
    }
    return ratios;
  }

  /** How many inventories were held against the baseline, in every measurement. */
  public long inventories() {
    return measurements.isEmpty()
        ? 0
        : baseline.ratios().keySet().stream()
            .filter(title -> measurements.stream().allMatch(it -> it.containsKey(title)))
            .count();
  }

  /** Whether nothing more needs to be measured: no inventory was worse every time so far. */
  public boolean isClean() {
    return !measurements.isEmpty() && worse().isEmpty();
  }

  /**
   * A line for each that was worse, or allocated, in every measurement; throws before the first.
   */
  public List<String> worse() {
    if (measurements.isEmpty()) {
      throw new IllegalStateException("nothing was measured yet");
    }
    List<String> lines = new ArrayList<>(allocating);
    for (Map.Entry<String, Double> entry : baseline.ratios().entrySet()) {
      double allowed = entry.getValue() * ALLOWED;
      List<Double> found = measurements.stream().map(it -> it.get(entry.getKey())).toList();
      if (found.stream().allMatch(ratio -> ratio > allowed)) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s: was %.2f floors, is %s, at most %.2f are allowed",
                entry.getKey(),
                entry.getValue(),
                rounded(found),
                allowed));
      }
    }
    return lines;
  }

  private static List<Double> rounded(List<Double> ratios) {
    return ratios.stream().map(ratio -> Math.round(ratio * 100) / 100.0).toList();
  }

  /** A baseline of what was measured. */
  public static Baseline baselineOf(List<List<TimedInventory>> measurements) {
    return Baseline.of(measurements.stream().map(Smoke::ratios).toList());
  }
}
