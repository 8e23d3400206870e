package kvproof.soak.field;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvproof.soak.page.HtmlPage;
import kvproof.soak.page.Markup;
import kvproof.soak.report.ReportWriter;

/** The report of a run: a page for people and a file for a build server. */
public final class FieldReport {
  static final String HTML = "field.html";
  static final String JUNIT = "field-junit.xml";

  private final String router;
  private final FieldSummary summary;

  /** {@code router}: whom the scenarios were put to. */
  public FieldReport(String router, FieldSummary summary) {
    this.router = router;
    this.summary = summary;
  }

  /** Makes the folder if need be; throws an exception that names what could not be written. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(folder.resolve(HTML), html());
    texts.put(folder.resolve(JUNIT), junit());
    ReportWriter.writeTogether(texts);
  }

  String html() {
    return HtmlPage.of("kvproof field: " + verdict(), this::page);
  }

  private String verdict() {
    return summary.isGood()
        ? summary.results().size() + " scenarios, none differs"
        : summary.count(FieldVerdict.DIFFERS) + " of " + summary.results().size() + " differ";
  }

  private void page(Markup page) {
    page.element("h1", "kvproof field").line();
    page.element("p", verdict(), "class", "verdict " + (summary.isGood() ? "good" : "bad")).line();
    page.open("dl", "class", "facts").line();
    page.element("dt", "router").element("dd", router).line();
    page.element("dt", "closing line").element("dd", summary.line()).line();
    page.close().line();
    String theme = "";
    for (FieldResult result : summary.results()) {
      if (!result.row().theme().equals(theme)) {
        theme = result.row().theme();
        page.element("h2", theme).line();
      }
      row(page, result);
    }
  }

  private static void row(Markup page, FieldResult result) {
    FieldRow row = result.row();
    page.element("h3", row.number() + " " + row.title()).line();
    page.open("dl", "class", "facts").line();
    page.element("dt", "verdict").element("dd", result.verdict().words()).line();
    page.element("dt", "expected").element("dd", row.right()).line();
    page.element("dt", "answered").element("dd", result.answered()).line();
    if (!result.note().isEmpty()) {
      page.element("dt", "besides").element("dd", result.note()).line();
    }
    page.close().line();
    List<String> wrong = FieldTable.wrong(result);
    if (!wrong.isEmpty()) {
      page.element("pre", String.join("\n", wrong)).line();
    }
  }

  /**
   * One test a scenario; one that is left out, does not ask the router, or is a test elsewhere, is
   * skipped and says why.
   */
  String junit() {
    Markup page = new Markup();
    long skipped =
        summary.results().size()
            - summary.count(FieldVerdict.OK)
            - summary.count(FieldVerdict.DIFFERS);
    page.open(
            "testsuite",
            "name",
            "kvproof.field",
            "tests",
            Integer.toString(summary.results().size()),
            "failures",
            Long.toString(summary.count(FieldVerdict.DIFFERS)),
            "errors",
            "0",
            "skipped",
            Long.toString(skipped))
        .line();
    for (FieldResult result : summary.results()) {
      page.open(
          "testcase",
          "classname",
          "kvproof.field",
          "name",
          result.row().number() + " " + result.row().title());
      switch (result.verdict()) {
        case OK -> page.element("system-out", result.answered());
        case DIFFERS ->
            page.element(
                "failure",
                String.join("\n", FieldTable.wrong(result)),
                "message",
                result.answered(),
                "type",
                "differs");
        case BEYOND, LEFT_OUT, NOT_ASKED, TEST -> page.empty("skipped", "message", result.note());
      }
      page.close().line();
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + page.close().line();
  }
}
