package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import kvproof.benchmarks.bench.BenchReport.AgainstItself;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.trial.TrialMain;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof bench}: the inventories timed, beside the peer and the publication. */
@Command(
    name = "bench",
    description = {
      "Times look-up, discovery and the choice of a source for every target over fifteen inventories,"
          + " in fresh processes, beside the published crate where it was built.",
      "Exit code 1: a target was missed."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./kvproof bench",
      "  ./kvproof bench --peer \"$(peers/dynamo/build)\" --report target/bench",
      "  ./kvproof bench --only fragmented --processes 2 --noise-processes 0",
      "  ./kvproof bench --events --trace conversation_trace.jsonl --processes 2"
    })
final class BenchCommand implements Callable<Integer> {
  /** Longer than any process takes; whatever hangs ends the run. */
  private static final Duration PROCESS_TIMEOUT = Duration.ofMinutes(10);

  /** A process of a section has a whole trace before it, several times over. */
  private static final Duration SECTION_TIMEOUT = Duration.ofMinutes(40);

  private final PrintStream out;

  @Mixin final BenchOptions options = new BenchOptions();

  @Mixin final SectionOptions sections = new SectionOptions();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where bench.json, with every trial, and bench.html are written.")
  @Nullable Path report;

  @Option(
      names = "--smoke",
      description =
          "Only compare ratios to the floor with benchmarks/baseline.json. Exit code 1: one worsened"
              + " by more than half in three measurements out of three.")
  boolean smoke;

  @Option(
      names = "--write-baseline",
      description = "Only measure those ratios and write them there.")
  boolean writeBaseline;

  @Option(names = "--help", usageHelp = true, description = "Show this text.")
  boolean help;

  @Spec @Nullable CommandSpec spec;

  BenchCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireWork("--processes", options.processes);
    requireWork("--rounds", options.rounds);
    requireWork("--millis", options.millis);
    requireWork("--copies", sections.copies);
    for (int rate : sections.rates) {
      requireWork("--rates", rate);
    }
    if (options.noiseProcesses() < 0) {
      throw refused("--noise-processes must be 0 at least, and is " + options.noiseProcesses());
    }
    Pinning pinning = Pinning.ofThisMachine();
    var processes = new TrialProcess(pinning, PROCESS_TIMEOUT);
    if (smoke || writeBaseline) {
      return smoke(new SmokeRun(processes, out));
    }
    if (sections.any()) {
      return new SectionsRun(options, sections, SECTION_TIMEOUT, out).run(report) ? 0 : 1;
    }
    refuseUnusable(options.baseline().flatMap(jar -> BaselineJar.complaint(jar, TrialMain.class)));
    if (Arrays.stream(InventoryFixture.values())
        .noneMatch(fixture -> fixture.title().contains(options.only))) {
      throw refused("--only " + options.only + ": no inventory has this in its title");
    }
    var facts = RunFacts.of(options, pinning);
    facts.forEach((name, fact) -> out.println(name + ": " + fact));
    BenchReport found = new BenchRun(options, processes, out).run(facts);
    print(found);
    Path folder = report;
    if (folder != null) {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("bench.json"), BenchJson.print(found));
      Files.writeString(folder.resolve("bench.html"), BenchPage.print(found));
    }
    return found.isMet() ? 0 : 1;
  }

  /** Of nothing there is no figure that could be missed. */
  private void requireWork(String option, int number) {
    if (number < 1) {
      throw refused(option + " must be 1 at least, and is " + number);
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), why);
  }

  private void refuseUnusable(Optional<String> complaint) {
    if (complaint.isPresent()) {
      throw refused(complaint.get());
    }
  }

  private int smoke(SmokeRun run) throws IOException, InterruptedException {
    Path file = Path.of(System.getProperty("kvproof.home", "")).resolve("benchmarks/baseline.json");
    if (writeBaseline) {
      run.write(file);
    }
    return smoke ? run.compare(file) : 0;
  }

  private void print(BenchReport found) {
    if (!found.noise().isEmpty()) {
      out.printf(
          "same build twice: p50 %s to %s, p99 %s to %s%n",
          Figures.times(found.noise().stream().mapToDouble(AgainstItself::p50).min().orElseThrow()),
          Figures.times(found.noise().stream().mapToDouble(AgainstItself::p50).max().orElseThrow()),
          Figures.times(found.noise().stream().mapToDouble(AgainstItself::p99).min().orElseThrow()),
          Figures.times(
              found.noise().stream().mapToDouble(AgainstItself::p99).max().orElseThrow()));
    }
    out.println("scale to the publication: " + Figures.print(found.scale(), "not measured"));
    out.println(BenchTable.text(found));
    found.toBaseline().forEach(ratio -> out.println("to baseline: " + ratio.text()));
    found.growth().forEach(curve -> out.println(GrowthText.line(curve)));
    out.printf(
        "BENCH inventories=%d met=%d missed=%d not_judged=%d scale=%s peer=%s growth=%s%n",
        found.rows().size(),
        found.count(Judgement.MET),
        found.count(Judgement.MISSED),
        found.count(Judgement.NOT_JUDGED),
        Figures.print(found.scale(), "-"),
        options.peer().isPresent() ? "timed" : "not_built",
        growth(found));
  }

  private static String growth(BenchReport found) {
    if (found.growth().isEmpty()) {
      return "not_asked";
    }
    return found.growth().stream().allMatch(GrowthCurve::isMet) ? "met" : "missed";
  }
}
