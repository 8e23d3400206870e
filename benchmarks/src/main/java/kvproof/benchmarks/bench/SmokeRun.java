package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvproof.benchmarks.smoke.Baseline;
import kvproof.benchmarks.smoke.ProcessorMake;
import kvproof.benchmarks.smoke.Smoke;
import kvproof.benchmarks.trial.TimedInventory;

/**
 * {@code --smoke}: a short run against the baseline, in fresh processes one after the other.
 *
 * <p>It ends as soon as nothing can be worse every time any more, so most runs are one process.
 */
final class SmokeRun {
  private final TrialProcess processes;
  private final PrintStream out;

  SmokeRun(TrialProcess processes, PrintStream out) {
    this.processes = processes;
    this.out = out;
  }

  /** The exit code. */
  int compare(Path file) throws IOException, InterruptedException {
    Smoke smoke = new Smoke(Baseline.read(file, ProcessorMake.here()));
    int taken = 0;
    do {
      smoke.add(measure());
      taken++;
      smoke.worse().forEach(line -> out.println("smoke: " + line));
    } while (taken < Smoke.MEASUREMENTS && !smoke.isClean());
    out.printf(
        "SMOKE inventories=%d measurements=%d worse=%d%n",
        smoke.inventories(), taken, smoke.worse().size());
    return smoke.isClean() ? 0 : 1;
  }

  void write(Path file) throws IOException, InterruptedException {
    List<List<TimedInventory>> measurements = new ArrayList<>();
    for (int i = 0; i < Smoke.MEASUREMENTS; i++) {
      measurements.add(measure());
    }
    Smoke.baselineOf(measurements).write(file, ProcessorMake.here());
    out.println("smoke: wrote what " + file + " has of " + ProcessorMake.here());
  }

  private List<TimedInventory> measure() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Arm.ours("smoke").command());
    command.addAll(List.of("--rounds", "5", "--millis", "30", "--warm-millis", "200"));
    return processes.run(command).inventories();
  }
}
