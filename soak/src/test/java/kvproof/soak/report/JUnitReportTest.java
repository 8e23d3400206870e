package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.soak.page.Pages;
import kvproof.soak.report.RunReport.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitReportTest {
  private record Count(int tests, int failures, int errors, int skipped) {}

  private static Document document(Ending ending) {
    return Pages.parse(JUnitReport.of(Reports.report(ending)));
  }

  private static Count said(Element suite) {
    return new Count(
        Integer.parseInt(suite.getAttribute("tests")),
        Integer.parseInt(suite.getAttribute("failures")),
        Integer.parseInt(suite.getAttribute("errors")),
        Integer.parseInt(suite.getAttribute("skipped")));
  }

  private static Count counted(Element suite) {
    return new Count(
        suite.getElementsByTagName("testcase").getLength(),
        suite.getElementsByTagName("failure").getLength(),
        suite.getElementsByTagName("error").getLength(),
        suite.getElementsByTagName("skipped").getLength());
  }

  private static List<String> failing(Document document) {
    List<String> names = new ArrayList<>();
    for (Element test : Pages.elements(document, "testcase").toList()) {
      if (test.getElementsByTagName("failure").getLength() > 0) {
        names.add(test.getAttribute("classname") + ": " + test.getAttribute("name"));
      }
    }
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void countsAreThoseOfTheTests(Ending ending) {
    Document document = document(ending);

    assertThat(Pages.elements(document, "testsuite"))
        .hasSize(3)
        .allSatisfy(suite -> assertThat(said(suite)).isEqualTo(counted(suite)));
    assertThat(said(document.getDocumentElement()))
        .isEqualTo(counted(document.getDocumentElement()));
  }

  @Test
  void onlyWhatFailsARunFails() {
    Document document = document(Ending.ALL_CASES);

    assertThat(failing(document))
        .containsExactly(
            "kvproof.irregular: all cases agree",
            "kvproof.irregular: case 18, seed 0xa359087072f7a74c",
            "kvproof.irregular: situation: a hint & a <hole>");
    assertThat(said(document.getDocumentElement())).isEqualTo(new Count(8, 3, 0, 1));
  }

  @Test
  void runThatDidNotEndByItselfIsAnError() {
    assertThat(said(document(Ending.INTERRUPTED).getDocumentElement()).errors()).isEqualTo(1);
    assertThat(said(document(Ending.HARNESS_FAILED).getDocumentElement()).errors()).isEqualTo(1);
    assertThat(said(document(Ending.BUDGET_SPENT).getDocumentElement()).errors()).isZero();
  }

  @Test
  void findingFailsWithTheFailureReport() {
    List<String> texts =
        Pages.elements(document(Ending.ALL_CASES), "failure").map(Element::getTextContent).toList();

    assertThat(texts).anyMatch(text -> text.startsWith("SOAK choice falsified\n  case      18 of"));
    assertThat(texts).anyMatch(text -> text.contains("]]> no hint"));
  }
}
