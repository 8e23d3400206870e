package kvproof.benchmarks.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.trial.Trial;
import kvproof.benchmarks.verdict.InventoryRow;

/**
 * One inventory of this build by the same of another one.
 *
 * <p>Each round has a process of both, and a ratio is taken within a round. Above 1: this build
 * takes longer.
 *
 * @param p50 of the best rounds of both processes
 * @param p99 likewise
 */
record BaselineRatio(InventoryFixture fixture, RatioInterval p50, RatioInterval p99) {
  /** By round; both sides have as many. */
  static List<BaselineRatio> of(List<Trial> ours, List<Trial> baseline) {
    if (ours.size() != baseline.size() || ours.isEmpty()) {
      throw new IllegalArgumentException(ours.size() + " rounds against " + baseline.size());
    }
    List<List<InventoryRow>> those = ours.stream().map(BaselineRatio::rows).toList();
    List<List<InventoryRow>> others = baseline.stream().map(BaselineRatio::rows).toList();
    List<BaselineRatio> ratios = new ArrayList<>();
    for (int inventory = 0; inventory < those.getFirst().size(); inventory++) {
      List<Double> p50 = new ArrayList<>();
      List<Double> p99 = new ArrayList<>();
      for (int round = 0; round < those.size(); round++) {
        InventoryRow one = those.get(round).get(inventory);
        InventoryRow other = others.get(round).get(inventory);
        p50.add(one.ours().bestP50() / other.ours().bestP50());
        p99.add(one.ours().bestP99() / other.ours().bestP99());
      }
      ratios.add(
          new BaselineRatio(
              those.getFirst().get(inventory).fixture(),
              RatioInterval.of(p50),
              RatioInterval.of(p99)));
    }
    return ratios;
  }

  /** By number, whatever the process began with. */
  private static List<InventoryRow> rows(Trial trial) {
    return InventoryRow.of(List.of(trial), List.of());
  }

  /** Of p50: 1 outside the interval, in enough rounds. */
  boolean isOutsideNoise() {
    return p50.isOutsideNoise();
  }

  /** A line for people. */
  String text() {
    return "%2d  %s: p50 %s, p99 %s; %s"
        .formatted(fixture.number(), fixture.title(), text(p50), text(p99), p50.noiseText());
  }

  private static String text(RatioInterval interval) {
    return String.format(
        Locale.ROOT, "%.3f [%.3f, %.3f]", interval.median(), interval.low(), interval.high());
  }
}
