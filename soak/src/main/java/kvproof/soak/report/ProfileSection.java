package kvproof.soak.report;

import java.util.List;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.ProfileReport;

/** The part of the page about one profile. */
final class ProfileSection {
  private ProfileSection() {}

  static void draw(Markup page, ProfileReport profile) {
    page.element("h2", "Profile " + profile.profile()).line();
    page.open("dl", "class", "facts").line();
    HtmlReport.fact(page, "cases", cases(profile));
    HtmlReport.fact(page, "diverged", CountText.print(profile.diverged()));
    HtmlReport.fact(page, "seed", SeedText.print(profile.seed()));
    HtmlReport.fact(page, "digest", SoakSummary.digestText(profile.profile(), profile.digest()));
    page.close().line();
    findings(page, profile);
    page.element("h3", "Cases per second").line();
    SpeedChart.draw(page, profile.speed());
    page.element("h3", "Situations").line();
    String remark = WatchedCases.remark(profile.casesDone());
    if (!remark.isEmpty()) {
      page.element("p", remark).line();
    }
    CountBars.draw(page, profile.situations(), profile.situationsMissed());
    page.element("h3", "Steps by kind").line();
    CountBars.draw(page, profile.eventMix(), List.of());
    front(page, profile);
  }

  /** Nothing where nothing arrived. */
  private static void front(Markup page, ProfileReport profile) {
    if (profile.front().isEmpty()) {
      return;
    }
    page.element("h3", "In front of the index").line();
    page.open("div", "class", "scroll").open("table").line();
    profile
        .front()
        .forEach(
            (name, count) -> {
              page.open("tr").element("th", name, "scope", "row");
              page.element("td", CountText.print(count)).close().line();
            });
    page.close().close().line();
  }

  private static String cases(ProfileReport profile) {
    String done = CountText.print(profile.casesDone());
    return profile.casesDone() == profile.casesAsked()
        ? done
        : done + " of " + CountText.print(profile.casesAsked());
  }

  private static void findings(Markup page, ProfileReport profile) {
    if (profile.findings().isEmpty()) {
      return;
    }
    page.element("h3", "Findings: " + kept(profile)).line();
    FindingSection.legend(page);
    profile.findings().forEach(finding -> FindingSection.draw(page, finding));
  }

  private static String kept(ProfileReport profile) {
    int kept = profile.findings().size();
    return profile.diverged() == kept
        ? Integer.toString(kept)
        : "the first " + kept + " of " + CountText.print(profile.diverged());
  }
}
