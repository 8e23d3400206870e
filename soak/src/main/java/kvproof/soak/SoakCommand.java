package kvproof.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import kvproof.soak.outside.OutsideTrials;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.ReportOutput;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Situations;
import kvproof.testkit.CaseSize;
import kvproof.testkit.Profile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof soak}: reads its options and leaves the rest to {@link SoakRun}. */
@Command(
    name = "soak",
    description = "Sets the router against the oracles in many generated cases.",
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./kvproof soak",
      "  ./kvproof soak --profile irregular --cases 100000 --seed 7 --report report",
      "  ./kvproof soak --budget 60s",
      "  ./kvproof soak --profile lanes --budget 60s",
      "  ./kvproof soak --profile full",
      "  ./kvproof soak --profile engine --size small --cases 1000000",
      "  ./kvproof soak --profile engine --seed 0xa359087072f7a74c --cases 1",
      "  ./kvproof soak --profile engine --router 'python3 peers/python/router.py'"
    })
final class SoakCommand implements Callable<Integer> {
  private static final int MAX_THREADS = 256;

  private final Surroundings surroundings;
  private final Contest contest;
  private final Situations situations;
  private final ReportOutput reportOutput;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      converter = ProfileConverter.class,
      description =
          "engine, consistent, irregular, fetch, lanes or full. Default: engine, consistent,"
              + " irregular.")
  private @Nullable Profile profile;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "usual or small: cases of 2 to 6 steps instead of 6 to 30, many more in the same time."
              + " Not for lanes and full. Default: usual.")
  private CaseSize size = CaseSize.USUAL;

  @Option(
      names = "--cases",
      paramLabel = "N",
      description = "Cases of each profile. Default: 20000.")
  private long cases = SoakOptions.DEFAULT_CASES;

  @Mixin final SeedOption seedOption = new SeedOption(SoakOptions.DEFAULT_SEED);

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "End the run after so long, such as 90s, 10m or 2h. Default: none.")
  private @Nullable Duration budget;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Worker threads; no result depends on them. Default: 2.")
  private int threads = SoakOptions.DEFAULT_THREADS;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Folder for report.json, junit.xml, report.html and the findings (repro/). Default: no"
              + " report, and findings in the folder repro.")
  private @Nullable Path report;

  @Mixin final RouterOptions routerOptions = new RouterOptions();

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  SoakCommand(
      Surroundings surroundings,
      Contest contest,
      Situations situations,
      ReportOutput reportOutput) {
    this.surroundings = surroundings;
    this.contest = contest;
    this.situations = situations;
    this.reportOutput = reportOutput;
  }

  @Override
  public Integer call() throws IOException {
    SoakOptions options = options();
    if (options.router().isEmpty()) {
      return new SoakRun(options, surroundings, contest, situations, reportOutput).run();
    }
    return new OutsideSoak(options, profile != null, surroundings, reportOutput).run();
  }

  private SoakOptions options() {
    check(cases >= 1, "--cases " + cases + " is not at least 1");
    check(
        threads >= 1 && threads <= MAX_THREADS,
        "--threads " + threads + " is not 1 to " + MAX_THREADS);
    check(
        profile == null || size.isFor(profile),
        "--size "
            + size.wireName()
            + " is not for profile "
            + (profile == null ? "" : profile.wireName()));
    return new SoakOptions(
        profile == null ? SoakOptions.DEFAULT_PROFILES : List.of(profile),
        size,
        cases,
        seedOption.seed(),
        Optional.ofNullable(budget),
        threads,
        Optional.ofNullable(report),
        command());
  }

  private Optional<RouterCommand> command() {
    try {
      Optional<RouterCommand> command = routerOptions.command();
      check(
          command.isEmpty() || profile == null || OutsideTrials.canTell(profile),
          "--router knows the profiles engine, consistent and irregular, not "
              + (profile == null ? "" : profile.wireName()));
      return command;
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(unusable.getMessage()));
    }
  }

  private void check(boolean isUsable, String complaint) {
    if (!isUsable) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), complaint);
    }
  }
}
