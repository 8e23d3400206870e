package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.benchmarks.bench.BenchReport.AgainstItself;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.growth.Dimension;
import kvproof.benchmarks.growth.GrowthCurve;
import kvproof.benchmarks.growth.GrowthPoint;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.verdict.InventoryRow;
import kvproof.benchmarks.verdict.Rows;
import org.junit.jupiter.api.Test;

class BenchReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static BenchReport report(List<InventoryRow> rows) {
    return new BenchReport(
        new TreeMap<>(Map.of("commit", "abc<def", "seed", "7")),
        rows,
        List.of(new AgainstItself(1, 1.25, 0.75)),
        List.of(),
        List.of(curve(4)),
        List.of(
            new ProcessLines("ours", 2, List.of(JSON.createObjectNode().put("kind", "start")))));
  }

  /** Costs a power of the size; every point emits what it may. */
  private static GrowthCurve curve(int power) {
    return new GrowthCurve(
        Dimension.SOURCES,
        Stream.of(10, 100, 1_000)
            .map(size -> new GrowthPoint(size, Math.pow(size, power), size, 2L * size))
            .toList());
  }

  @Test
  void curveThatIsTooSteepMissesWhateverTheRowsSay() {
    assertThat(report(Rows.all(1)).count(Judgement.MISSED)).isZero();
    assertThat(report(Rows.all(1)).isMet()).isFalse();
    assertThat(GrowthText.line(curve(4)))
        .isEqualTo(
            "growth in sources: exponent 4.00, 4.00 over the last, at most 1.10: missed;"
                + " us at 10: 10,000, 100: 100,000,000, 1000: 1,000,000,000,000");
  }

  @Test
  void ofNoInventoryNothingIsMet() {
    var facts = new TreeMap<>(Map.of("commit", "abc"));

    assertThat(
            new BenchReport(facts, List.of(), List.of(), List.of(), List.of(), List.of()).isMet())
        .isFalse();
    assertThat(
            new BenchReport(facts, Rows.all(1), List.of(), List.of(), List.of(), List.of()).isMet())
        .isTrue();
  }

  @Test
  void tableHasALineForEveryInventoryUnderOneHeading() {
    List<String> lines = BenchTable.text(report(Rows.all(1))).lines().toList();

    assertThat(lines).hasSize(16);
    assertThat(lines.get(6)).startsWith(" 6  32k fragmented 64/8").endsWith("met");
  }

  @Test
  void rowWithoutAPeerSaysSo() {
    InventoryRow row = Rows.row(InventoryFixture.SHARED_SUFFIX_4K, 1, 1.5, -1);

    List<String> words = BenchTable.rows(report(List.of(row))).getFirst();

    assertThat(words.subList(2, 12))
        .containsExactly(
            "0.100", "1.00", "1.50", "0.000", "16", "not built", "not built", "7.37", "-", "10.0x");
    assertThat(words.getLast())
        .isEqualTo(
            "not judged: published on / 5, the peer gave no scale;"
                + " not judged: crate x 2, the peer was not built");
  }

  @Test
  void missedTargetShowsBothNumbers() {
    InventoryRow row = Rows.row(InventoryFixture.SHARED_SUFFIX_32K_THOUSAND, 36, 40, 2.9);

    assertThat(BenchTable.rows(report(List.of(row))).getFirst().getLast())
        .isEqualTo("missed: crate x 2 is 36.0, 5.80 allowed");
  }

  @Test
  void jsonHoldsFactsJudgementsAndEveryTrial() throws IOException {
    JsonNode root = JSON.readTree(BenchJson.print(report(Rows.all(0.5))));

    assertThat(root.path("schema").asInt()).isEqualTo(1);
    assertThat(root.path("facts").path("seed").asText()).isEqualTo("7");
    assertThat(root.path("scale").asDouble()).isEqualTo(0.5);
    assertThat(root.path("inventories")).hasSize(15);
    JsonNode first = root.path("inventories").path(0);
    assertThat(first.path("requirements").path(1).path("judgement").asText()).isEqualTo("met");
    assertThat(first.path("peer").path("p50_best").asDouble()).isEqualTo(1.14);
    assertThat(root.path("growth").path(0).path("points")).hasSize(3);
    assertThat(root.path("trials").path(0).path("round").asInt()).isEqualTo(2);
    assertThat(root.path("trials").path(0).path("lines").path(0).path("kind").asText())
        .isEqualTo("start");
  }

  @Test
  void pageShowsBarsAndEscapesWhatItWasGiven() {
    String page = BenchPage.print(report(Rows.all(1)));

    assertThat(page)
        .contains("abc&lt;def")
        .contains("floor: one pass over the hashes")
        .contains("15 inventories: 15 met, 0 missed, 0 not judged")
        .contains("Microseconds over sources")
        .contains("<td>1.25x</td>");
  }
}
