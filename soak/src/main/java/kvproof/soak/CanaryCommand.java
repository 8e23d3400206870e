package kvproof.soak;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import kvproof.soak.canary.Canary;
import kvproof.soak.canary.CanarySummary;
import kvproof.soak.canary.Mutant;
import kvproof.soak.canary.MutantCatalogue;
import kvproof.soak.canary.TrialResult;
import kvproof.soak.canary.TrialText;
import kvproof.soak.report.SeedText;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof canary}: plants faults and tells which of them the soak finds. */
@Command(
    name = "canary",
    description = "Plants faults in router and oracles and tells whether the soak finds them.",
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Each line: how many cases it took, of all profiles together; the profile and the check that",
      "caught it; and how small the case became. A mutant that survives is a hole in the soak; one",
      "that has rotted no longer fits the source. Both end in exit code 1.",
      "",
      "Examples:",
      "  ./kvproof canary",
      "  ./kvproof canary --list",
      "  ./kvproof canary --only tie-goes-to-the-larger-source"
    })
final class CanaryCommand implements Callable<Integer> {
  private static final int MAX_THREADS = 256;

  private final Surroundings surroundings;
  private final Contest contest;
  private final Supplier<MutantCatalogue> catalogue;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      description = "Only this mutant, or those whose names contain the text. Default: all.")
  private @Nullable String only;

  @Option(names = "--list", description = "Say which mutants there are, and try none.")
  private boolean list;

  @Option(
      names = "--cases",
      paramLabel = "N",
      description = "Cases that a mutant has to survive. Default: 20000.")
  private long cases = SoakOptions.DEFAULT_CASES;

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = SeedConverter.class,
      description =
          "Seed of the cases, decimal or 0x and hex digits. Default: that of a soak, whose cases"
              + " these are.")
  private long seed = SoakOptions.DEFAULT_SEED;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Mutants tried at a time; no result depends on it. Default: 2.")
  private int threads = SoakOptions.DEFAULT_THREADS;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  /** {@code catalogue} is read only once the command runs. */
  CanaryCommand(Surroundings surroundings, Contest contest, Supplier<MutantCatalogue> catalogue) {
    this.surroundings = surroundings;
    this.contest = contest;
    this.catalogue = catalogue;
  }

  @Override
  public Integer call() {
    List<Mutant> chosen = chosen();
    check(cases >= 1, "--cases " + cases + " is not at least 1");
    check(
        threads >= 1 && threads <= MAX_THREADS,
        "--threads " + threads + " is not 1 to " + MAX_THREADS);
    if (list) {
      chosen.forEach(mutant -> print(mutant.name() + "\n" + TrialText.entry(mutant)));
      return ExitCode.AGREED;
    }
    printOptions();
    try {
      return run(chosen);
    } catch (HarnessFailure failure) {
      return complain(failure);
    }
  }

  private List<Mutant> chosen() {
    MutantCatalogue known = catalogue.get();
    if (only == null) {
      return known.mutants();
    }
    List<Mutant> matching = known.matching(only);
    List<String> near = known.namesNear(only);
    check(
        !matching.isEmpty(),
        "no mutant is named like '"
            + only
            + "'"
            + (near.isEmpty() ? "; --list shows all" : "; there is " + String.join(", ", near)));
    return matching;
  }

  private void printOptions() {
    print("kvproof " + Version.text() + " canary");
    print("  only     " + (only == null ? "all" : only));
    print("  cases    " + cases);
    print("  seed     " + SeedText.print(seed));
    print("  threads  " + threads);
  }

  private int run(List<Mutant> mutants) throws HarnessFailure {
    var plan = new Canary.Plan(seed, cases, threads);
    List<TrialResult> results =
        new Canary(plan, contest, surroundings.control().stopped())
            .run(mutants, result -> print(TrialText.of(result)));
    var summary = new CanarySummary(mutants.size(), results);
    print(summary.line());
    if (!summary.isComplete()) {
      return ExitCode.INTERRUPTED;
    }
    return summary.isGood() ? ExitCode.AGREED : ExitCode.DIVERGED;
  }

  private int complain(HarnessFailure failure) {
    surroundings.err().println("kvproof failed: " + failure.getMessage());
    if (failure.getCause() != null) {
      failure.getCause().printStackTrace(surroundings.err());
    }
    return ExitCode.HARNESS_FAILED;
  }

  private void print(String text) {
    text.lines().forEach(surroundings.out()::println);
  }

  private void check(boolean isUsable, String complaint) {
    if (!isUsable) {
      throw new ParameterException(Objects.requireNonNull(spec).commandLine(), complaint);
    }
  }
}
