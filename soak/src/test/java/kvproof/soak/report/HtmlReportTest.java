package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.soak.page.Pages;
import kvproof.soak.report.RunReport.Ending;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class HtmlReportTest {
  private static final String HTML = HtmlReport.of(Reports.report(Ending.ALL_CASES));
  private static final Document PAGE = Pages.parse(HTML);

  private static List<String> texts(String name, String kind) {
    return Pages.ofClass(PAGE, name, kind).stream().map(Element::getTextContent).toList();
  }

  @Test
  void pageLoadsNothing() {
    assertThat(Pages.loads(HTML)).isEmpty();
    assertThat(HTML).doesNotContain("http:", "https:");
  }

  @Test
  void whatACaseContainsIsTextAndNothingElse() {
    assertThat(PAGE.getElementsByTagName("w2").getLength()).isZero();
    assertThat(PAGE.getElementsByTagName("hole").getLength()).isZero();
    assertThat(PAGE.getDocumentElement().getTextContent())
        .contains("type de<c>ode", "tcp://\"w1\"&:9000", "tcp://<w2>\\u0001:9000", "]]> no hint");
  }

  @Test
  void verdictSaysAllThatWentWrong() {
    assertThat(texts("p", "verdict"))
        .containsExactly("12 of 20,500 cases diverged; situations never met: irregular 1");
    assertThat(HtmlReport.of(Reports.report(Ending.INTERRUPTED))).contains("; interrupted");
  }

  @Test
  void situationsThatWereNeverMetAreMarked() {
    assertThat(texts("span", "many"))
        .containsSequence("3", "never met")
        .containsSequence("never met", "70,000");
    assertThat(Pages.ofClass(PAGE, "span", "never")).hasSize(2);
  }

  @Test
  void profileInWhichSomethingArrivedSaysWhatWasCounted() {
    assertThat(PAGE.getDocumentElement().getTextContent())
        .containsOnlyOnce("In front of the index")
        .contains("applied12,345", "credit_over3");
  }

  @Test
  void findingShowsItsTextItsDifferencesAndThePicture() {
    Element finding = Pages.ofClass(PAGE, "section", "finding").getFirst();

    assertThat(finding.getTextContent())
        .contains("SOAK choice falsified", "All 2 differences", "Below: after step 4, remove 2/0")
        .contains("2/0 -> 1/0, blocks [2, 3), says OwnerInventoryOracle")
        .contains("no source, frontier 2, says ReferenceRouter");
    assertThat(finding.getElementsByTagName("svg").getLength()).isEqualTo(1);
  }

  /** The last step takes the root from 2/0, and so its root prefix. */
  @Test
  void pictureShowsTheMomentOfTheDivergence() {
    assertThat(texts("text", "note"))
        .contains("continuation [2, 3)")
        .doesNotContain("root prefix [0, 3)");
  }

  @Test
  void speedIsThatOfIntervalsLongEnoughToMeasure() {
    Element line = Pages.elements(PAGE, "polyline").findFirst().orElseThrow();

    assertThat(line.getAttribute("points").split(" ")).hasSize(2);
  }
}
