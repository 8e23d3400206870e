package kvproof.soak.dataplane.report;

import java.util.Locale;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.Ending;

/**
 * The report as a build server reads it: one test for each case, and one for the end of the run.
 */
final class FetchJUnit {
  private static final double NANOS_PER_SECOND = 1e9;

  private FetchJUnit() {}

  static String of(FetchReport report) {
    Markup page = new Markup();
    boolean hasEnded = report.ending() == Ending.ALL_CASES;
    page.open(
            "testsuite",
            "name",
            "kvproof.fetch",
            "tests",
            Integer.toString(report.results().size() + 1),
            "failures",
            Long.toString(FetchSummary.of(report).diverged()),
            "errors",
            hasEnded ? "0" : "1",
            "skipped",
            "0",
            "time",
            seconds(report.results().stream().mapToLong(result -> result.seen().nanos()).sum()))
        .line();
    report.results().forEach(result -> test(page, result));
    end(page, report, hasEnded);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + page.close().line();
  }

  private static void test(Markup page, TrialResult result) {
    FetchPlan plan = result.plan();
    page.open(
        "testcase",
        "classname",
        "kvproof.fetch." + plan.scenario().wireName(),
        "name",
        "case " + plan.number() + ", " + plan.title(),
        "time",
        seconds(result.seen().nanos()));
    if (!result.agrees()) {
      page.element(
          "failure",
          String.join("\n", result.differences()),
          "message",
          result.differences().getFirst(),
          "type",
          "diverged");
    }
    page.close().line();
  }

  private static void end(Markup page, FetchReport report, boolean hasEnded) {
    page.open(
        "testcase",
        "classname",
        "kvproof.fetch.run",
        "name",
        "the run ends by itself",
        "time",
        "0");
    if (!hasEnded) {
      String ending = report.ending().name().toLowerCase(Locale.ROOT);
      page.empty("error", "message", ending.replace('_', ' '), "type", ending);
    }
    page.close().line();
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_SECOND);
  }
}
