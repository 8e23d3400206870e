package kvproof.benchmarks.trial;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kvproof.benchmarks.fixture.FilledRouter;
import kvproof.benchmarks.fixture.InventoryCheck;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.growth.Dimension;
import kvproof.benchmarks.growth.GrowthLines;
import kvproof.benchmarks.growth.GrowthTrial;
import kvproof.benchmarks.timing.CallTimer;
import kvproof.benchmarks.timing.TimingPlan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A process that times inventories, or holds them against the oracle, and prints what it found. */
@Command(name = "trial", description = "Times inventories in this process, one JSON line each.")
public final class TrialMain implements Runnable {
  @Option(names = "--rounds", defaultValue = "5")
  int rounds;

  @Option(names = "--millis", defaultValue = "100")
  int millis;

  @Option(names = "--warm-millis", defaultValue = "400")
  int warmMillis;

  @Option(names = "--only", defaultValue = "")
  String only = "";

  @Option(names = "--first", defaultValue = "1", description = "Number of the first inventory.")
  int first;

  @Option(names = "--check", description = "Hold them against the oracle and time nothing.")
  boolean check;

  @Option(names = "--growth", description = "Time the growth curves instead.")
  boolean growth;

  public static void main(String[] args) {
    System.exit(new CommandLine(new TrialMain()).execute(args));
  }

  @Override
  public void run() {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var writer = new TrialWriter(out);
    var timer = CallTimer.ofThisThread();
    timer.emptySampleNanos();
    out.println(StartLine.print(timer.emptySampleNanos()));
    if (check) {
      for (InventoryFixture fixture : fixtures()) {
        writer.checked(
            fixture.number(), InventoryCheck.check(new FilledRouter(fixture.inventory())));
      }
      return;
    }
    if (growth) {
      var trial =
          new GrowthTrial(timer, TimingPlan.ofMillis(rounds, millis), warmMillis * 1_000_000L);
      for (Dimension dimension : Dimension.values()) {
        out.println(GrowthLines.print(trial.time(dimension, FilledRouter::lookUpAndChoose)));
      }
      return;
    }
    new InventoryTrial(timer, TimingPlan.ofMillis(rounds, millis), warmMillis * 1_000_000L)
        .time(fixtures(), FilledRouter::lookUpAndChoose)
        .forEach(writer::inventory);
  }

  private List<InventoryFixture> fixtures() {
    List<InventoryFixture> rotated = new ArrayList<>(List.of(InventoryFixture.values()));
    Collections.rotate(rotated, 1 - first);
    rotated.removeIf(fixture -> !fixture.title().contains(only));
    return rotated;
  }
}
