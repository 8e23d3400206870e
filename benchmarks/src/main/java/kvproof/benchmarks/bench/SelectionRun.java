package kvproof.benchmarks.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import kvproof.benchmarks.section.Section;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.selection.ResidentWriteTrial;
import kvproof.benchmarks.selection.SelectionFigures;
import kvproof.benchmarks.selection.SelectionTables;
import kvproof.benchmarks.selection.SelectionTrial;

/**
 * {@code --selection}: ours and the crate's selection by turns, then reading and keeping counts.
 *
 * <p>All is pinned to one processor but for what has a second thread.
 */
final class SelectionRun {
  private final BenchOptions options;
  private final TrialProcess pinned;
  private final TrialProcess free;
  private final PrintStream out;
  private final SelectionFigures found = new SelectionFigures();
  private final List<ProcessLines> kept = new ArrayList<>();

  SelectionRun(BenchOptions options, TrialProcess pinned, TrialProcess free, PrintStream out) {
    this.options = options;
    this.pinned = pinned;
    this.free = free;
    this.out = out;
  }

  Section run(SortedMap<String, String> facts) throws IOException, InterruptedException {
    for (int round = 0; round < options.processes; round++) {
      for (Arm arm : Schedule.order(arms(round), round)) {
        List<JsonNode> lines = lines(pinned, arm, round);
        if (arm.isOurs()) {
          found.addOurs(lines);
        } else {
          found.addPeer(lines);
        }
      }
      found.addOurs(lines(free, trial("beside a writer", round, "--beside-writer"), round));
      writes(round);
      out.printf("round %d of %d: selection%n", round + 1, options.processes);
    }
    return new Section("selection", facts, SelectionTables.of(found), kept);
  }

  private List<Arm> arms(int round) {
    List<Arm> arms = new ArrayList<>(List.of(trial("ours", round)));
    options
        .peer()
        .ifPresent(
            program ->
                arms.add(
                    timed("peer", List.of(program.toString(), "selection", "--only", "default"))));
    return arms;
  }

  /** Each round begins with another case. */
  private Arm trial(String name, int round, String... more) {
    List<String> command = new ArrayList<>(Arm.javaCommand(SelectionTrial.class, "1g"));
    command.addAll(List.of("--first", Integer.toString(5 * round)));
    command.addAll(List.of(more));
    return timed(name, command);
  }

  private Arm timed(String name, List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.addAll(
        List.of(
            "--rounds",
            Integer.toString(options.rounds),
            "--millis",
            Integer.toString(options.millis)));
    return new Arm(name, words);
  }

  /** The first of the two cases alternates. */
  private void writes(int round) throws IOException, InterruptedException {
    Arm untracked = write("untracked");
    Arm tracked = write("tracked", "--tracked");
    if (round % 2 == 0) {
      List<JsonNode> first = lines(pinned, untracked, round);
      found.addWrites(first, lines(pinned, tracked, round));
    } else {
      List<JsonNode> first = lines(pinned, tracked, round);
      found.addWrites(lines(pinned, untracked, round), first);
    }
  }

  private Arm write(String name, String... more) {
    List<String> command = new ArrayList<>(Arm.javaCommand(ResidentWriteTrial.class, "1g"));
    command.addAll(List.of("--rounds", Integer.toString(options.rounds)));
    command.addAll(List.of(more));
    return new Arm(name, command);
  }

  private List<JsonNode> lines(TrialProcess processes, Arm arm, int round)
      throws IOException, InterruptedException {
    List<JsonNode> lines = processes.run(arm.command()).raw();
    kept.add(new ProcessLines(arm.name(), round, lines));
    return lines;
  }
}
