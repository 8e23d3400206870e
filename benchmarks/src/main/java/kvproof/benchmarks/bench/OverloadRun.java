package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import kvproof.benchmarks.overload.CpuPlan;
import kvproof.benchmarks.overload.OverloadCase;
import kvproof.benchmarks.overload.OverloadFigures;
import kvproof.benchmarks.overload.OverloadTables;
import kvproof.benchmarks.overload.OverloadTrial;
import kvproof.benchmarks.section.Section;
import kvproof.benchmarks.section.Section.ProcessLines;

/**
 * {@code --overload}: every case once a round, in fresh processes, another one first each round.
 */
final class OverloadRun {
  private final BenchOptions options;
  private final SectionOptions sections;
  private final TrialProcess processes;
  private final PrintStream out;

  OverloadRun(
      BenchOptions options, SectionOptions sections, TrialProcess processes, PrintStream out) {
    this.options = options;
    this.sections = sections;
    this.processes = processes;
    this.out = out;
  }

  Section run(SortedMap<String, String> facts, CpuPlan plan)
      throws IOException, InterruptedException {
    facts.put("pinning", plan.text());
    facts.put("trace", sections.trace().toString());
    facts.put("copies", Integer.toString(sections.copies));
    var found = new OverloadFigures();
    List<ProcessLines> kept = new ArrayList<>();
    for (int round = 0; round < options.processes; round++) {
      List<OverloadCase> order = new ArrayList<>(List.of(OverloadCase.values()));
      Collections.rotate(order, -round);
      for (OverloadCase trial : order) {
        var process =
            new ProcessLines(trial.name(), round, processes.run(command(trial, plan)).raw());
        kept.add(process);
        found.add(process);
      }
      out.printf("round %d of %d: overload%n", round + 1, options.processes);
    }
    facts.put(
        "missed their schedule, left out",
        found.late().isEmpty() ? "none" : String.join("; ", found.late()));
    facts.put(
        "not overloaded, left out",
        found.notOverloaded().isEmpty() ? "none" : String.join("; ", found.notOverloaded()));
    return new Section("overload", facts, OverloadTables.of(found, plan), kept);
  }

  private List<String> command(OverloadCase trial, CpuPlan plan) {
    List<String> words = new ArrayList<>(Arm.javaCommand(OverloadTrial.class, "6g"));
    words.addAll(List.of("--case", trial.name(), "--trace", sections.trace().toString()));
    words.addAll(List.of("--copies", Integer.toString(sections.copies)));
    if (plan.issues()) {
      words.addAll(List.of("--issuer-cpus", CpuPlan.print(plan.issuer())));
    }
    words.addAll(List.of("--lane-cpus", CpuPlan.print(plan.lanes())));
    words.addAll(List.of("--reader-cpus", CpuPlan.print(plan.reader())));
    return words;
  }
}
