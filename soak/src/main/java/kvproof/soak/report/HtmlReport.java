package kvproof.soak.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.RunReport.ProfileReport;

/** The report as one page for people: verdict and options, then each profile with its findings. */
final class HtmlReport {
  private HtmlReport() {}

  static String of(RunReport report) {
    return HtmlPage.of("kvproof soak: " + verdict(report), page -> content(page, report));
  }

  private static void content(Markup page, RunReport report) {
    page.element("h1", "kvproof soak").line();
    page.element("p", verdict(report), "class", "verdict " + (isGood(report) ? "good" : "bad"));
    page.line().open("dl", "class", "facts").line();
    fact(page, "version", report.version());
    for (Option option : report.options()) {
      fact(page, option.name(), option.value());
    }
    fact(page, "oracles", SeedText.digits(report.oracles()));
    fact(page, "digest", SeedText.digits(report.digest()));
    page.close().line();
    report.router().ifPresent(router -> router(page, router));
    for (ProfileReport profile : report.profiles()) {
      ProfileSection.draw(page, profile);
    }
  }

  private static void router(Markup page, RouterReport router) {
    page.element("h2", "The router: " + router.name()).line();
    page.open("dl", "class", "facts").line();
    fact(page, "command", router.command());
    fact(page, "left out", router.leftOut().isEmpty() ? "nothing" : join(router.leftOut()));
    fact(page, "steps left out", router.steps().toString());
    fact(page, "known differences", router.known().toString());
    router.atTheEnd().ifPresent(wrong -> fact(page, "at the end of its input", wrong));
    page.close().line();
    if (!router.stderr().isEmpty()) {
      page.element("h3", "The last lines of its standard error").line();
      page.element("pre", String.join("\n", router.stderr())).line();
    }
  }

  private static String join(List<String> names) {
    return String.join(", ", names);
  }

  static void fact(Markup page, String name, String value) {
    page.element("dt", name).element("dd", value).line();
  }

  private static boolean isGood(RunReport report) {
    return cases(report.profiles()) > 0
        && report.router().flatMap(RouterReport::atTheEnd).isEmpty()
        && (report.ending() == Ending.ALL_CASES || report.ending() == Ending.BUDGET_SPENT)
        && report.profiles().stream()
            .allMatch(profile -> profile.diverged() == 0 && !profile.isMissingSituations());
  }

  /** What went wrong, all of it, or that nothing did. */
  private static String verdict(RunReport report) {
    List<ProfileReport> profiles = report.profiles();
    long cases = cases(profiles);
    long diverged = profiles.stream().mapToLong(ProfileReport::diverged).sum();
    String outcome =
        diverged > 0
            ? CountText.print(diverged) + " of " + CountText.print(cases) + " cases diverged"
            : cases == 0 ? "no case ran" : "all " + CountText.print(cases) + " cases agree";
    String missed =
        profiles.stream()
            .filter(ProfileReport::isMissingSituations)
            .map(profile -> profile.profile() + " " + profile.situationsMissed().size())
            .collect(Collectors.joining(", "));
    return outcome
        + (missed.isEmpty() ? "" : "; situations never met: " + missed)
        + report
            .router()
            .flatMap(RouterReport::atTheEnd)
            .map(wrong -> "; at the end of its input the router " + wrong)
            .orElse("")
        + (report.ending() == Ending.ALL_CASES
            ? ""
            : "; " + report.ending().name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  private static long cases(List<ProfileReport> profiles) {
    return profiles.stream().mapToLong(ProfileReport::casesDone).sum();
  }
}
