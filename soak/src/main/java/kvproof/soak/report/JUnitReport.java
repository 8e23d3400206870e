package kvproof.soak.report;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import kvproof.model.Verdict.Difference;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.ProfileReport;

/**
 * The report as a build server reads it.
 *
 * <p>A suite per profile holds one test for all its cases, one for each finding (it fails, with the
 * failure report as its text) and one for each situation. A situation that was never met fails in a
 * long run and is skipped in a short one, which promises nothing. The last suite says how the run
 * ended: interrupted, or failed for kvproof's own fault, is an error.
 */
final class JUnitReport {
  private static final double MILLIS_PER_SECOND = 1_000;

  private final Markup page = new Markup();
  private final RunReport report;

  private JUnitReport(RunReport report) {
    this.report = report;
  }

  /** What the tests of one suite came to. */
  private record Tally(long tests, long failures, long errors, long skipped) {

    Tally plus(Tally other) {
      return new Tally(
          tests + other.tests,
          failures + other.failures,
          errors + other.errors,
          skipped + other.skipped);
    }
  }

  static String of(RunReport report) {
    return new JUnitReport(report).write();
  }

  private String write() {
    Tally all =
        report.profiles().stream()
            .map(JUnitReport::tally)
            .reduce(new Tally(1, 0, hasEndedBadly() ? 1 : 0, 0), Tally::plus);
    double seconds = report.profiles().stream().mapToDouble(JUnitReport::seconds).sum();
    openSuite("testsuites", "kvproof soak", all, seconds);
    report.profiles().forEach(this::suite);
    ending();
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + page.close().line();
  }

  private static Tally tally(ProfileReport profile) {
    long missed = profile.situationsMissed().size();
    long broken = profile.isMissingSituations() ? missed : 0;
    return new Tally(
        1 + profile.findings().size() + profile.situations().size(),
        (profile.diverged() > 0 ? 1 : 0) + profile.findings().size() + broken,
        0,
        missed - broken);
  }

  private void openSuite(String element, String name, Tally tally, double seconds) {
    page.open(
            element,
            "name",
            name,
            "tests",
            Long.toString(tally.tests()),
            "failures",
            Long.toString(tally.failures()),
            "errors",
            Long.toString(tally.errors()),
            "skipped",
            Long.toString(tally.skipped()),
            "time",
            time(seconds))
        .line();
  }

  private void suite(ProfileReport profile) {
    openSuite("testsuite", "kvproof." + profile.profile(), tally(profile), seconds(profile));
    page.open("properties").line();
    property("seed", SeedText.print(profile.seed()));
    property("cases", Long.toString(profile.casesDone()));
    property("oracles", SeedText.digits(report.oracles()));
    property("digest", SoakSummary.digestText(profile.profile(), profile.digest()));
    page.close().line();
    cases(profile);
    profile.findings().forEach(finding -> finding(profile, finding));
    for (Map.Entry<String, Long> situation : profile.situations().entrySet()) {
      situation(profile, situation.getKey(), situation.getValue());
    }
    page.close().line();
  }

  private void property(String name, String value) {
    page.empty("property", "name", name, "value", value).line();
  }

  private void openTest(String suite, String name, double seconds) {
    page.open("testcase", "classname", "kvproof." + suite, "name", name, "time", time(seconds));
  }

  private void cases(ProfileReport profile) {
    openTest(profile.profile(), "all cases agree", seconds(profile));
    if (profile.diverged() > 0) {
      String message = profile.diverged() + " of " + profile.casesDone() + " cases diverged";
      page.element(
          "failure",
          SoakSummary.of(profile, report.oracles()).line(),
          "message",
          message,
          "type",
          "diverged");
    }
    page.close().line();
  }

  private void finding(ProfileReport profile, Finding finding) {
    Difference first = finding.divergence().first();
    openTest(
        profile.profile(),
        "case " + (finding.index() + 1) + ", seed " + SeedText.print(finding.original().seed()),
        0);
    page.element(
        "failure",
        FailureReport.of(finding),
        "message",
        first.part() + ", " + first.where() + ": " + first.actual() + " for " + first.expected(),
        "type",
        first.kind().name().toLowerCase(Locale.ROOT));
    page.close().line();
  }

  private void situation(ProfileReport profile, String name, long count) {
    openTest(profile.profile(), "situation: " + name, 0);
    boolean isMissed = profile.situationsMissed().contains(name);
    if (isMissed && profile.isMissingSituations()) {
      String message = "never met in " + profile.casesDone() + " cases";
      page.empty("failure", "message", message, "type", "situation_missed");
    } else if (isMissed) {
      String message =
          "not met in "
              + profile.casesDone()
              + " cases; promised from "
              + RunReport.LONG_RUN_CASES
              + " on";
      page.empty("skipped", "message", message);
    } else {
      page.element("system-out", count + " times");
    }
    page.close().line();
  }

  private void ending() {
    openSuite("testsuite", "kvproof.run", new Tally(1, 0, hasEndedBadly() ? 1 : 0, 0), 0);
    openTest("run", "the run ends by itself", 0);
    String ending = report.ending().name().toLowerCase(Locale.ROOT);
    Optional<String> router = report.router().flatMap(RouterReport::atTheEnd);
    if (router.isPresent()) {
      page.empty("error", "message", router.get(), "type", "end_of_input");
    } else if (hasEndedBadly()) {
      page.empty("error", "message", ending.replace('_', ' '), "type", ending);
    } else {
      page.element("system-out", ending.replace('_', ' '));
    }
    page.close().line().close().line();
  }

  private boolean hasEndedBadly() {
    return report.router().flatMap(RouterReport::atTheEnd).isPresent()
        || switch (report.ending()) {
          case ALL_CASES, BUDGET_SPENT -> false;
          case INTERRUPTED, HARNESS_FAILED -> true;
        };
  }

  private static double seconds(ProfileReport profile) {
    return profile.speed().isEmpty()
        ? 0
        : profile.speed().getLast().elapsedMillis() / MILLIS_PER_SECOND;
  }

  private static String time(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }
}
