package kvproof.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import kvproof.mocknixl.kvcr.zmq.ChannelException;
import kvproof.mocknixl.throughput.Throughput;
import kvproof.soak.dataplane.plan.ByteSize;
import kvproof.soak.dataplane.plan.FaultSelection;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.report.FetchLine;
import kvproof.soak.dataplane.report.FetchReport;
import kvproof.soak.dataplane.report.FetchReportWriter;
import kvproof.soak.dataplane.report.FetchSummary;
import kvproof.soak.dataplane.report.SpeedRow;
import kvproof.soak.dataplane.run.FetchRun;
import kvproof.soak.dataplane.run.ServiceFailure;
import kvproof.soak.dataplane.run.ServiceLauncher;
import kvproof.soak.dataplane.run.SpeedRun;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.dataplane.service.FabricChoice;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.SeedText;

/** One run of {@code kvproof fetch}: what it prints, writes, and ends with. */
final class FetchSession {
  private static final int SPEED_BLOCKS = 64;
  private static final int[] SPEED_BLOCK_BYTES = {64 << 10, 1 << 20};
  private static final Duration SPEED_PATIENCE = Duration.ofMillis(700);
  private static final int NAME_WIDTH = 13;

  private final FetchOptions options;
  private final List<FetchPlan> plans;
  private final Optional<Path> folder;
  private final Surroundings surroundings;
  private final FabricChoice fabric;
  private final ServiceLauncher launcher;
  private final List<TrialResult> results = new ArrayList<>();
  private boolean hasFailed;

  FetchSession(
      FetchOptions options,
      List<FetchPlan> plans,
      Optional<Path> folder,
      Surroundings surroundings,
      FabricChoice fabric,
      ServiceLauncher launcher) {
    this.options = options;
    this.plans = plans;
    this.folder = folder;
    this.surroundings = surroundings;
    this.fabric = fabric;
    this.launcher = launcher;
  }

  int run() {
    print("kvproof " + Version.text() + " fetch");
    settings()
        .forEach(
            option ->
                print(
                    "  "
                        + option.name()
                        + " ".repeat(NAME_WIDTH - option.name().length())
                        + option.value()));
    folder.ifPresent(this::makeFolder);
    print(FetchLine.heading());
    runCases();
    List<SpeedRow> speeds = speedsUnlessThatFails();
    speeds.forEach(speed -> print(speed.line()));
    FetchReport report =
        new FetchReport(
            Version.text(), settings(), options.seed(), plans.size(), results, speeds, ending());
    folder.ifPresent(place -> write(report, place));
    tellWhatDiffers();
    print(FetchSummary.of(report).line());
    return exitCode(report);
  }

  private void runCases() {
    try {
      new FetchRun(options, launcher, surroundings.control().stopped())
          .run(
              plans,
              result -> {
                results.add(result);
                FetchLine.of(result, plans.getLast().number()).forEach(this::print);
              });
    } catch (ServiceFailure | ChannelException failure) {
      fail(failure);
    }
  }

  private List<Option> settings() {
    List<Option> settings = new ArrayList<>();
    settings.add(new Option("agent", fabric.agent()));
    settings.add(new Option("memory", FabricChoice.memory(fabric.device())));
    settings.add(new Option("cases", options.cases() + ", of " + plans.size() + " in all"));
    settings.add(new Option("seed", SeedText.print(options.seed())));
    settings.add(new Option("targets", Integer.toString(options.targets())));
    settings.add(new Option("sources", Integer.toString(options.sources())));
    settings.add(
        new Option(
            "block-bytes",
            options.blockBytes().isPresent()
                ? ByteSize.print(options.blockBytes().getAsInt())
                : "drawn, 4 KiB to 16 MiB"));
    settings.add(new Option("blocks", drawnUnless(options.blocks())));
    settings.add(
        new Option(
            "layout", options.layout().isEmpty() ? "drawn" : String.join(",", options.layout())));
    settings.add(new Option("fault", faults()));
    settings.add(new Option("timeout", BudgetConverter.print(options.timeout())));
    settings.add(
        new Option(
            "only",
            options.only().isPresent() ? Integer.toString(options.only().getAsInt()) : "none"));
    settings.add(new Option("report", folder.map(Path::toString).orElse("none")));
    return settings;
  }

  private static String drawnUnless(OptionalInt number) {
    return number.isPresent() ? Integer.toString(number.getAsInt()) : "drawn";
  }

  private String faults() {
    return options.faults().isEmpty()
        ? "none"
        : options.faults().stream()
            .map(fault -> FaultSelection.name(fault.kind()))
            .distinct()
            .collect(Collectors.joining(","));
  }

  private List<SpeedRow> speedsUnlessThatFails() {
    try {
      return speeds();
    } catch (ServiceFailure | IllegalStateException failure) {
      fail(failure);
      return List.of();
    }
  }

  private void fail(RuntimeException failure) {
    hasFailed = true;
    surroundings.err().println("kvproof failed: " + failure.getMessage());
  }

  /**
   * Figures are the stand-in's. Nobody waits for them who wants one case, or wants the run to end.
   */
  private List<SpeedRow> speeds() {
    List<SpeedRow> speeds = new ArrayList<>();
    if (!fabric.isMock() || options.only().isPresent() || isStopped() || hasFailed) {
      return speeds;
    }
    for (int bytes : SPEED_BLOCK_BYTES) {
      Throughput measured = Throughput.inProcess(SPEED_BLOCKS, bytes, SPEED_PATIENCE);
      speeds.add(new SpeedRow("mock within a process", "memory copied", measured));
    }
    try (var run = new SpeedRun(launcher)) {
      for (int bytes : SPEED_BLOCK_BYTES) {
        Throughput measured = run.measure(SPEED_BLOCKS, bytes, SPEED_PATIENCE);
        speeds.add(
            new SpeedRow("mock between two processes", "plain Netty, the same two", measured));
      }
    }
    return speeds;
  }

  private void tellWhatDiffers() {
    for (TrialResult result : results) {
      if (!result.agrees()) {
        print("rerun     " + rerun(result.plan()));
      }
    }
    if (results.size() < plans.size()) {
      print("interrupted: " + results.size() + " of " + plans.size() + " cases");
    }
  }

  private String rerun(FetchPlan plan) {
    StringBuilder command = new StringBuilder("./kvproof fetch");
    if (!fabric.equals(FabricChoice.mock())) {
      command.append(' ').append(String.join(" ", fabric.toArguments()));
    }
    command.append(" --seed ").append(SeedText.print(options.seed()));
    command.append(" --cases ").append(options.cases());
    command.append(" --targets ").append(options.targets());
    command.append(" --sources ").append(options.sources());
    options.blockBytes().ifPresent(bytes -> command.append(" --block-bytes ").append(bytes));
    options.blocks().ifPresent(count -> command.append(" --blocks ").append(count));
    if (!options.layout().isEmpty()) {
      command.append(" --layout ").append(String.join(",", options.layout()));
    }
    if (!options.faults().isEmpty()) {
      command.append(" --fault ").append(faults());
    }
    command.append(" --timeout ").append(BudgetConverter.print(options.timeout()));
    return command.append(" --only ").append(plan.number()).toString();
  }

  private boolean isStopped() {
    return surroundings.control().stopped().getAsBoolean();
  }

  private Ending ending() {
    return hasFailed ? Ending.HARNESS_FAILED : isStopped() ? Ending.INTERRUPTED : Ending.ALL_CASES;
  }

  private int exitCode(FetchReport report) {
    return switch (report.ending()) {
      case HARNESS_FAILED -> ExitCode.HARNESS_FAILED;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case ALL_CASES, BUDGET_SPENT ->
          hasFailed || results.isEmpty() // hasFailed: the report could not be written
              ? ExitCode.HARNESS_FAILED
              : FetchSummary.of(report).diverged() > 0 ? ExitCode.DIVERGED : ExitCode.AGREED;
    };
  }

  private void makeFolder(Path place) {
    try {
      Files.createDirectories(surroundings.folder().resolve(place));
    } catch (IOException unwritable) {
      complain(place, FileTrouble.reason(unwritable));
    }
  }

  private void write(FetchReport report, Path place) {
    try {
      FetchReportWriter.write(report, surroundings.folder().resolve(place));
    } catch (IOException unwritable) {
      complain(place, FileTrouble.reason(unwritable));
    }
  }

  private void complain(Path place, String why) {
    hasFailed = true;
    surroundings.err().println("kvproof: cannot write " + place + ": " + why);
  }

  private void print(String line) {
    surroundings.out().println(line);
  }
}
