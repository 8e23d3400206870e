package kvproof.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.FailureReport;
import kvproof.soak.report.ReportOutput;
import kvproof.soak.report.RouterReport;
import kvproof.soak.report.RunReport;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.soak.report.SoakSummary;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import kvproof.soak.run.OracleSources;
import kvproof.soak.run.Situations;
import kvproof.soak.run.Soak;
import kvproof.soak.run.Soak.Outcome;
import kvproof.soak.run.Soak.Plan;
import kvproof.soak.run.Trials;
import kvproof.testkit.Profile;

/** One run of {@code kvproof soak}: its profiles one after the other, what it prints and writes. */
final class SoakRun {
  private final SoakOptions options;
  private final Surroundings surroundings;
  private final Trials trials;
  private final Situations situations;
  private final Supplier<Optional<RouterReport>> router;
  private final RunFiles files;
  private final List<ProfileReport> reports = new ArrayList<>();
  private Optional<HarnessFailure> failure = Optional.empty();

  SoakRun(
      SoakOptions options,
      Surroundings surroundings,
      Contest contest,
      Situations situations,
      ReportOutput reportOutput) {
    this(
        options,
        surroundings,
        Trials.within(contest, situations),
        situations,
        Optional::empty,
        reportOutput);
  }

  /**
   * A run anywhere.
   *
   * @param router what is said of the router on trial, if it is another one than the reference
   */
  SoakRun(
      SoakOptions options,
      Surroundings surroundings,
      Trials trials,
      Situations situations,
      Supplier<Optional<RouterReport>> router,
      ReportOutput reportOutput) {
    this.options = options;
    this.surroundings = surroundings;
    this.trials = trials;
    this.situations = situations;
    this.router = router;
    this.files = new RunFiles(options, surroundings, reportOutput);
  }

  int run() throws IOException {
    long oracles = OracleSources.digest();
    printOptions();
    files.prepare();
    long startNanos = surroundings.control().nanoTime().getAsLong();
    for (Profile profile : options.profiles()) {
      if (!isOver()) {
        runProfile(profile, share(profile, startNanos), oracles);
      }
    }
    RunReport report = report(oracles);
    files.write(report);
    if (options.profiles().size() > 1) {
      String line = SoakSummary.ofRun(reports, options.seed(), oracles, report.digest()).line();
      printLine(line + closing());
    }
    return files.hasFailed() ? ExitCode.HARNESS_FAILED : ExitCode.of(report);
  }

  /** So far in the run: a rule that covers much more than before is worth a look. */
  private void printKnown(RouterReport report) {
    report.known().forEach((rule, count) -> printLine("known: " + rule + " " + count));
  }

  private String closing() {
    return router.get().map(RouterReport::closing).orElse("");
  }

  private void printOptions() {
    printLine("kvproof " + Version.text() + " soak");
    options
        .printed()
        .forEach(
            option ->
                printLine(
                    "  "
                        + option.name()
                        + " ".repeat(9 - option.name().length())
                        + option.value()));
  }

  private boolean isOver() {
    return failure.isPresent() || surroundings.control().stopped().getAsBoolean();
  }

  /** What is left of the budget in equal parts for the profiles that are left. */
  private Optional<Duration> share(Profile profile, long startNanos) {
    int profilesLeft = options.profiles().size() - options.profiles().indexOf(profile);
    long spentNanos = surroundings.control().nanoTime().getAsLong() - startNanos;
    return options.budget().map(budget -> budget.minusNanos(spentNanos).dividedBy(profilesLeft));
  }

  private void runProfile(Profile profile, Optional<Duration> budget, long oracles) {
    Plan plan =
        new Plan(
            profile, options.size(), options.seed(), options.cases(), options.threads(), budget);
    Outcome outcome =
        new Soak(
                plan,
                trials,
                situations,
                surroundings.control(),
                ShownProgress.on(surroundings),
                files::keep)
            .run();
    failure = outcome.failure();
    ProfileReport report = outcome.report();
    reports.add(report);
    report.findings().forEach(finding -> print(FailureReport.of(finding)));
    explain(report);
    router.get().ifPresent(this::printKnown);
    printLine(SoakSummary.of(report, oracles).line() + closing());
  }

  private void explain(ProfileReport report) {
    if (report.diverged() > report.findings().size()) {
      printLine(
          report.diverged() + " cases diverged, the first " + report.findings().size() + " shown");
    }
    if (report.casesDone() < report.casesAsked()) {
      printLine(
          ending(report).name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + ": "
              + report.casesDone()
              + " of "
              + report.casesAsked()
              + " cases were done");
    }
    if (report.casesDone() == 0) {
      printLine("nothing was compared: no case of profile " + report.profile() + " was done");
    }
    if (report.isMissingSituations()) {
      printLine("never met: " + String.join(", ", report.situationsMissed()));
    }
    failure.ifPresent(this::complain);
  }

  private void complain(HarnessFailure harnessFailure) {
    surroundings.err().println("kvproof failed: " + harnessFailure.getMessage());
    if (harnessFailure.getCause() != null) {
      harnessFailure.getCause().printStackTrace(surroundings.err());
    }
  }

  private Ending ending(ProfileReport report) {
    return failure.isPresent()
        ? Ending.HARNESS_FAILED
        : report.casesDone() == report.casesAsked()
            ? Ending.ALL_CASES
            : surroundings.control().stopped().getAsBoolean()
                ? Ending.INTERRUPTED
                : Ending.BUDGET_SPENT;
  }

  private RunReport report(long oracles) {
    var digest = new Digest();
    reports.forEach(profile -> digest.add(profile.digest()));
    return new RunReport(
        Version.text(),
        options.printed(),
        reports,
        ending(),
        oracles,
        digest.value(),
        router.get());
  }

  /** Of the run: an interrupted one may have profiles that never began. */
  private Ending ending() {
    if (reports.size() < options.profiles().size() && failure.isEmpty()) {
      return Ending.INTERRUPTED;
    }
    return reports.stream()
        .map(this::ending)
        .filter(ending -> ending != Ending.ALL_CASES)
        .findFirst()
        .orElse(Ending.ALL_CASES);
  }

  private void print(String lines) {
    surroundings.out().print(lines.replace("\n", System.lineSeparator()));
  }

  private void printLine(String line) {
    surroundings.out().println(line);
  }
}
