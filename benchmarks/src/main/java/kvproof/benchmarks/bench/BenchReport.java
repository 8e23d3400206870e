package kvproof.benchmarks.bench;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.verdict.InventoryRow;
import kvproof.benchmarks.verdict.MachineScale;
import kvproof.benchmarks.verdict.Targets;

/**
 * Everything that one run found.
 *
 * @param facts of the machine and the run, by name
 * @param rows by number
 * @param noise the same build twice, second to first; empty if it was left out
 * @param toBaseline this build by another one; empty if none was given
 * @param growth empty if it was not asked for
 * @param trials what every process printed, in the order in which they ran
 */
record BenchReport(
    SortedMap<String, String> facts,
    List<InventoryRow> rows,
    List<AgainstItself> noise,
    List<BaselineRatio> toBaseline,
    List<GrowthCurve> growth,
    List<ProcessLines> trials) {
  BenchReport {
    growth = List.copyOf(growth);
    rows = List.copyOf(rows);
    noise = List.copyOf(noise);
    toBaseline = List.copyOf(toBaseline);
    trials = List.copyOf(trials);
  }

  /**
   * Best p50 and p99 of the second label to those of the first.
   *
   * @param number of the inventory
   */
  record AgainstItself(int number, double p50, double p99) {}

  OptionalDouble scale() {
    return MachineScale.of(rows);
  }

  /** Inventories of which the whole came to this. */
  long count(Judgement judgement) {
    return rows.stream().filter(row -> Targets.overall(goals(row)) == judgement).count();
  }

  /** Something was timed, and nothing that could be judged was missed. */
  boolean isMet() {
    return !rows.isEmpty()
        && count(Judgement.MISSED) == 0
        && growth.stream().allMatch(GrowthCurve::isMet);
  }

  List<Goal> goals(InventoryRow row) {
    return Targets.of(row, scale());
  }
}
