package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.benchmarks.bench.BenchReport.AgainstItself;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.growth.GrowthLines;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.trial.Trial;
import kvproof.benchmarks.verdict.InventoryRow;

/**
 * One run: the oracle, then the same build against itself, then ours and the peer by turns.
 *
 * <p>Every figure comes from a fresh process.
 */
final class BenchRun {
  private final BenchOptions options;
  private final TrialProcess processes;
  private final PrintStream out;
  private final List<ProcessLines> kept = new ArrayList<>();

  BenchRun(BenchOptions options, TrialProcess processes, PrintStream out) {
    this.options = options;
    this.processes = processes;
    this.out = out;
  }

  BenchReport run(SortedMap<String, String> facts) throws IOException, InterruptedException {
    check();
    List<AgainstItself> noise = againstItself();
    List<Arm> arms = new ArrayList<>(List.of(Arm.ours("ours")));
    options.baseline().ifPresent(jar -> arms.add(Arm.baseline(jar)));
    options.peer().ifPresent(program -> arms.add(Arm.peer(program)));
    Map<String, List<Trial>> trials = measure(arms, options.processes);
    List<InventoryRow> rows =
        InventoryRow.of(trials.get("ours"), trials.getOrDefault("peer", List.of()));
    List<BaselineRatio> toBaseline =
        options.baseline().isPresent()
            ? BaselineRatio.of(trials.get("ours"), trials.get(Arm.BASELINE))
            : List.of();
    return new BenchReport(facts, rows, noise, toBaseline, growth(), kept);
  }

  /** Nothing is timed whose answer is not the oracle's. */
  private void check() throws IOException, InterruptedException {
    out.println("oracle: every answer is compared before anything is timed");
    List<String> command = options.inventories(Arm.ours("ours").command());
    command.add("--check");
    Trial trial = processes.run(command);
    kept.add(new ProcessLines("oracle", 0, trial.raw()));
    long checked =
        trial.raw().stream().filter(it -> it.path("kind").asText().equals("checked")).count();
    out.println("oracle: " + checked + " inventories agreed");
  }

  private List<AgainstItself> againstItself() throws IOException, InterruptedException {
    if (options.noiseProcesses() == 0) {
      return List.of();
    }
    Map<String, List<Trial>> trials =
        measure(List.of(Arm.ours("a"), Arm.ours("a again")), options.noiseProcesses());
    List<InventoryRow> first = InventoryRow.of(trials.get("a"), List.of());
    List<InventoryRow> second = InventoryRow.of(trials.get("a again"), List.of());
    List<AgainstItself> ratios = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      var one = first.get(i).ours();
      var other = second.get(i).ours();
      ratios.add(
          new AgainstItself(
              first.get(i).fixture().number(),
              other.bestP50() / one.bestP50(),
              other.bestP99() / one.bestP99()));
    }
    return ratios;
  }

  private List<GrowthCurve> growth() throws IOException, InterruptedException {
    if (!options.growth) {
      return List.of();
    }
    List<String> command = new ArrayList<>(Arm.ours("growth").command());
    command.addAll(List.of("--growth", "--rounds", "5", "--millis", "60", "--warm-millis", "300"));
    Trial trial = processes.run(command);
    kept.add(new ProcessLines("growth", 0, trial.raw()));
    out.println("growth: timed");
    return trial.raw().stream().flatMap(line -> GrowthLines.read(line).stream()).toList();
  }

  private Map<String, List<Trial>> measure(List<Arm> arms, int rounds)
      throws IOException, InterruptedException {
    Map<String, List<Trial>> trials = new TreeMap<>();
    for (Schedule.Turn turn : Schedule.of(arms, rounds, InventoryFixture.values().length)) {
      Arm arm = turn.arm();
      List<String> command = options.timing(arm);
      command.add("--first");
      command.add(Integer.toString(turn.firstInventory()));
      Trial trial = processes.run(command);
      trials.computeIfAbsent(arm.name(), _ -> new ArrayList<>()).add(trial);
      kept.add(new ProcessLines(arm.name(), turn.round(), trial.raw()));
      out.println("round " + (turn.round() + 1) + " of " + rounds + ": " + arm.name());
    }
    return trials;
  }
}
