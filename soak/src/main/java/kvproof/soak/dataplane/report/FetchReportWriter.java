package kvproof.soak.dataplane.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import kvproof.soak.report.ReportWriter;

/** Writes a run's report: JSON for programs, JUnit's XML for a build server, HTML for people. */
public final class FetchReportWriter {
  private FetchReportWriter() {}

  /** All files or none; an {@link IOException} names the one that could not be written. */
  public static void write(FetchReport report, Path folder) throws IOException {
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(folder.resolve("report.html"), FetchHtml.of(report));
    texts.put(folder.resolve("junit.xml"), FetchJUnit.of(report));
    texts.put(folder.resolve("report.json"), FetchJson.of(report));
    ReportWriter.writeTogether(texts);
  }
}
