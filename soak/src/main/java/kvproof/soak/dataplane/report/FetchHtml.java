package kvproof.soak.dataplane.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kvproof.model.FetchOutcome;
import kvproof.soak.dataplane.plan.ByteSize;
import kvproof.soak.dataplane.plan.EvenParts;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;

/** The report as one page for people: verdict and options, figures, cases, pictures. */
final class FetchHtml {
  private FetchHtml() {}

  static String of(FetchReport report) {
    return HtmlPage.of("kvproof fetch: " + verdict(report), page -> content(page, report));
  }

  private static void content(Markup page, FetchReport report) {
    page.element("h1", "kvproof fetch").line();
    boolean isGood =
        FetchSummary.of(report).diverged() == 0
            && report.ending() == Ending.ALL_CASES
            && !report.results().isEmpty();
    page.element("p", verdict(report), "class", "verdict " + (isGood ? "good" : "bad")).line();
    page.open("dl", "class", "facts").line();
    page.element("dt", "version").element("dd", report.version()).line();
    for (Option option : report.options()) {
      page.element("dt", option.name()).element("dd", option.value()).line();
    }
    page.close().line();
    page.element("pre", FetchSummary.of(report).line()).line();
    speeds(page, report.speeds());
    page.element("h2", "Cases").line();
    cases(page, report.results());
    page.element("h2", "One fetch of each outcome").line();
    TimelinePicture.legend(page);
    ofEachOutcome(report.results()).forEach((outcome, result) -> picture(page, outcome, result));
  }

  private static String verdict(FetchReport report) {
    long diverged = FetchSummary.of(report).diverged();
    int done = report.results().size();
    String outcome =
        diverged > 0
            ? diverged + " of " + done + " fetches differ"
            : done == 0 ? "no fetch ran" : "all " + done + " fetches are as they must be";
    return report.ending() == Ending.ALL_CASES
        ? outcome
        : outcome + "; " + report.ending().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void speeds(Markup page, List<SpeedRow> speeds) {
    if (speeds.isEmpty()) {
      return;
    }
    page.element("h2", "Throughput").line();
    page.open("div", "class", "scroll").open("table").line();
    headings(page, "What", "Pieces", "Mock", "Beside", "Plain", "Share");
    for (SpeedRow speed : speeds) {
      cells(
          page,
          speed.what(),
          speed.pieces(),
          SpeedRow.rate(speed.measured().agentBytesPerSecond()),
          speed.beside(),
          SpeedRow.rate(speed.measured().baselineBytesPerSecond()),
          String.format(Locale.ROOT, "%.2f", speed.measured().share()));
    }
    page.close().close().line();
  }

  private static void cases(Markup page, List<TrialResult> results) {
    page.open("div", "class", "scroll").open("table").line();
    headings(
        page,
        "Case",
        "Scenario",
        "Source",
        "Target",
        "Prompt",
        "Asked",
        "Delivered",
        "Missing",
        "Checked",
        "Time",
        "Outcome",
        "Remarks");
    results.forEach(result -> row(page, result));
    page.close().close().line();
  }

  private static void row(Markup page, TrialResult result) {
    FetchPlan plan = result.plan();
    cells(
        page,
        Integer.toString(plan.number()),
        plan.title(),
        result.asked().map(Object::toString).orElse("nobody"),
        plan.target().toString(),
        plan.externalHashes().size() + " x " + EvenParts.print(plan.layout()),
        number(result, FetchOutcome::asked),
        number(result, FetchOutcome::delivered),
        number(result, FetchOutcome::missing),
        ByteSize.print(result.seen().checkedBytes()),
        FetchLine.time(result.seen().nanos()),
        outcome(result),
        remarks(result));
  }

  private static String outcome(TrialResult result) {
    return result.actual().map(FetchLine::outcome).orElse("nothing came of it");
  }

  private static String remarks(TrialResult result) {
    List<String> remarks = new ArrayList<>(result.seen().whoseBytes());
    remarks.addAll(result.seen().remarks());
    result
        .firstTry()
        .ifPresent(first -> first.differences().forEach(text -> remarks.add("first try: " + text)));
    return result.agrees()
        ? String.join("; ", remarks)
        : "DIFFERS: " + String.join("; ", result.differences());
  }

  private interface Count {
    int of(FetchOutcome outcome);
  }

  private static String number(TrialResult result, Count count) {
    return result.actual().map(is -> Integer.toString(count.of(is.outcome()))).orElse("-");
  }

  private static void headings(Markup page, String... names) {
    page.open("tr");
    for (String name : names) {
      page.element("th", name, "scope", "col");
    }
    page.close().line();
  }

  private static void cells(Markup page, String... texts) {
    page.open("tr");
    for (String text : texts) {
      page.element("td", text);
    }
    page.close().line();
  }

  /** The first of each, and every one that differs. */
  private static Map<String, TrialResult> ofEachOutcome(List<TrialResult> results) {
    Map<String, TrialResult> first = new LinkedHashMap<>();
    for (TrialResult result : results) {
      String kind = result.agrees() ? outcome(result) : "differs, case " + result.plan().number();
      first.putIfAbsent(kind, result);
    }
    return first;
  }

  private static void picture(Markup page, String outcome, TrialResult result) {
    FetchPlan plan = result.plan();
    String heading =
        outcome
            + ": case "
            + plan.number()
            + ", "
            + plan.title()
            + ", blocks of "
            + EvenParts.print(plan.layout());
    page.element("h3", heading).line();
    page.element("p", result.actual().map(Object::toString).orElse("no result"), "class", "quiet");
    page.line();
    TimelinePicture.draw(page, result.timeline(), heading);
  }
}
