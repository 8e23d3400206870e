package kvproof.soak.report;

import java.util.Locale;
import java.util.Optional;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.page.Markup;
import kvproof.soak.picture.CasePage;
import kvproof.soak.picture.CaseScene;
import kvproof.soak.picture.RequestScene.Sides;

/** The part of the page about one finding: what was said, by whom, on which blocks. */
final class FindingSection {
  private FindingSection() {}

  static void legend(Markup page) {
    page.open("details").element("summary", "What the marks in the pictures mean");
    CasePage.legend(page);
    page.close().line();
  }

  static void draw(Markup page, Finding finding) {
    Divergence divergence = finding.divergence();
    page.open("section", "class", "finding").line();
    page.element("pre", FailureReport.of(finding)).line();
    if (divergence.differences().size() > 1) {
      differences(page, divergence);
    }
    page.element("p", moment(finding), "class", "quiet").line();
    picture(page, finding);
    page.close().line();
  }

  private static void differences(Markup page, Divergence divergence) {
    page.open("details");
    page.element("summary", "All " + divergence.differences().size() + " differences").line();
    page.open("div", "class", "scroll").open("table").line();
    page.open("tr");
    for (String heading : new String[] {"part", "kind", "where", "expected", "actual"}) {
      page.element("th", heading, "scope", "col");
    }
    page.close().line();
    for (Difference difference : divergence.differences()) {
      page.open("tr");
      page.element("td", difference.part());
      page.element("td", difference.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      page.element("td", difference.where());
      page.element("td", difference.expected());
      page.element("td", difference.actual());
      page.close().line();
    }
    page.close().close().close().line();
  }

  private static int stepsTaken(Finding finding) {
    return Math.min(finding.divergence().step() + 1, finding.shrunk().steps().size());
  }

  private static String moment(Finding finding) {
    int step = finding.divergence().step();
    return step < finding.shrunk().steps().size()
        ? "Below: after step "
            + (step + 1)
            + ", "
            + CaseText.printStep(finding.shrunk().steps().get(step))
        : "Below: at the end of the case.";
  }

  /** A finding may be that an oracle cannot answer; then there is nothing to draw. */
  private static void picture(Markup page, Finding finding) {
    CaseScene scene;
    try {
      scene = scene(finding);
    } catch (RuntimeException | AssertionError failure) {
      page.element("p", "No picture: the oracle failed, " + failure, "class", "bad").line();
      return;
    }
    CasePage.draw(page, scene);
  }

  private static CaseScene scene(Finding finding) {
    Divergence divergence = finding.divergence();
    Optional<Divergence.Exhibit> exhibit = divergence.exhibit();
    return CaseScene.of(
        finding.shrunk(),
        stepsTaken(finding),
        Fronts.fronted(new OwnerInventoryOracle()),
        request ->
            exhibit
                .filter(shown -> shown.request().equals(request))
                .map(Divergence.Exhibit::actual),
        new Sides(divergence.first().expectedBy(), divergence.actualBy()));
  }
}
