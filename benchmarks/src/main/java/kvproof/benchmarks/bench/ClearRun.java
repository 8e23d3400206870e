package kvproof.benchmarks.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import kvproof.benchmarks.clear.ClearTables;
import kvproof.benchmarks.clear.ClearTrial;
import kvproof.benchmarks.section.Section;
import kvproof.benchmarks.section.Section.ProcessLines;

/** {@code --clear}: look-ups while one worker is cleared, in fresh processes, unpinned. */
final class ClearRun {
  private final BenchOptions options;
  private final TrialProcess processes;
  private final PrintStream out;

  ClearRun(BenchOptions options, TrialProcess processes, PrintStream out) {
    this.options = options;
    this.processes = processes;
    this.out = out;
  }

  Section run(SortedMap<String, String> facts) throws IOException, InterruptedException {
    List<ProcessLines> kept = new ArrayList<>();
    List<List<JsonNode>> lines = new ArrayList<>();
    for (int round = 0; round < options.processes; round++) {
      List<JsonNode> printed = processes.run(Arm.javaCommand(ClearTrial.class, "3g")).raw();
      lines.add(printed);
      kept.add(new ProcessLines("ours", round, printed));
      out.printf("process %d of %d%n", round + 1, options.processes);
    }
    return new Section("clear", facts, List.of(ClearTables.of(lines)), kept);
  }
}
