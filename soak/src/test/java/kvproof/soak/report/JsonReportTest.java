package kvproof.soak.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import kvproof.model.casetext.CaseText;
import kvproof.soak.report.RunReport.Ending;
import org.junit.jupiter.api.Test;

class JsonReportTest {
  private static final String JSON = JsonReport.of(Reports.report(Ending.BUDGET_SPENT));

  @Test
  void reportReadsLikeTheGoldenText() throws IOException {
    try (InputStream golden = JsonReportTest.class.getResourceAsStream("report.json")) {
      assertThat(JSON)
          .isEqualTo(
              new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void shrunkCaseReadsBack() throws IOException {
    JsonNode lines = new JsonMapper().readTree(JSON).at("/profiles/1/findings/0/shrunk");
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.asText()).append('\n'));

    assertThat(CaseText.parse(text.toString())).isEqualTo(Reports.SHRUNK);
  }

  @Test
  void numbersThatPassWhatADoubleHoldsAreTexts() throws IOException {
    JsonNode report = new JsonMapper().readTree(JSON);

    assertThat(report.at("/digest").textValue()).isEqualTo("ffffffffffffffff");
    assertThat(report.at("/profiles/1/seed").textValue()).isEqualTo("0x8000000000000000");
    assertThat(report.at("/profiles/1/findings/0/exhibit/expected/choices/1~10/hint").textValue())
        .contains("18364758544493064720");
  }
}
