package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kvproof.soak.report.RunReport.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {
  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void threeFilesAreWrittenAndNothingElse() throws IOException {
    ReportWriter.write(Reports.report(Ending.ALL_CASES), folder);

    assertThat(names()).containsExactly("junit.xml", "report.html", "report.json");
    assertThat(folder.resolve("report.json"))
        .hasContent(JsonReport.of(Reports.report(Ending.ALL_CASES)));
  }

  @Test
  void reportOfAnEarlierRunIsReplacedAsAWhole() throws IOException {
    ReportWriter.write(Reports.report(Ending.INTERRUPTED), folder);

    ReportWriter.write(Reports.report(Ending.ALL_CASES), folder);

    for (String name : names()) {
      assertThat(folder.resolve(name)).content().doesNotContainIgnoringCase("interrupted");
    }
  }

  @Test
  void fileThatCannotBeWrittenIsNamedWithARemedy() throws IOException {
    ReportWriter.write(Reports.report(Ending.INTERRUPTED), folder);
    String earlier = Files.readString(folder.resolve("report.html"));
    Files.createDirectories(folder.resolve("report.json.unfinished").resolve("in the way"));

    assertThatThrownBy(() -> ReportWriter.write(Reports.report(Ending.ALL_CASES), folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("report.json could not be written")
        .hasMessageContaining("--report");

    assertThat(folder.resolve("report.html")).hasContent(earlier);
    assertThat(names())
        .containsExactly("junit.xml", "report.html", "report.json", "report.json.unfinished");
  }

  @Test
  void failureInTheMiddleLeavesNoReportThatClaimsToBeWhole() throws IOException {
    ReportWriter.write(Reports.report(Ending.INTERRUPTED), folder);
    Files.delete(folder.resolve("junit.xml"));
    Files.createDirectories(folder.resolve("junit.xml").resolve("in the way"));

    assertThatThrownBy(() -> ReportWriter.write(Reports.report(Ending.ALL_CASES), folder))
        .hasMessageContaining("junit.xml could not be written");

    assertThat(names()).doesNotContain("report.html.unfinished", "report.json.unfinished");
    assertThat(folder.resolve("report.json")).content().contains("interrupted");
  }

  @Test
  void folderThatIsGoneIsAFailure() {
    Path gone = folder.resolve("gone");

    assertThatThrownBy(() -> ReportWriter.write(Reports.report(Ending.ALL_CASES), gone))
        .hasMessageContaining("no such file")
        .hasMessageContaining("report.html");
  }
}
