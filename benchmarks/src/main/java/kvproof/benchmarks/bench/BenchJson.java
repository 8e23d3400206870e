package kvproof.benchmarks.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import kvproof.benchmarks.growth.GrowthLines;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.verdict.InventoryRow;

/** A run as JSON: facts, rows with their judgements, and every trial as it came. */
final class BenchJson {
  /** Raised when a reader of the old form would go wrong. */
  static final int SCHEMA = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private BenchJson() {}

  static String print(BenchReport report) {
    ObjectNode root = JSON.createObjectNode().put("schema", SCHEMA).put("unit", "us");
    ObjectNode facts = root.putObject("facts");
    report.facts().forEach(facts::put);
    report.scale().ifPresent(scale -> root.put("scale", scale));
    ArrayNode toBaseline = root.putArray("to_baseline");
    report.toBaseline().forEach(ratio -> toBaseline.add(toBaseline(ratio)));
    ArrayNode noise = root.putArray("same_build_twice");
    report
        .noise()
        .forEach(
            it ->
                noise
                    .addObject()
                    .put("number", it.number())
                    .put("p50", it.p50())
                    .put("p99", it.p99()));
    ArrayNode rows = root.putArray("inventories");
    report.rows().forEach(row -> rows.add(row(row, report)));
    ArrayNode growth = root.putArray("growth");
    report.growth().forEach(curve -> growth.add(GrowthLines.print(curve)));
    TrialsJson.print(report.trials(), root.putArray("trials"));
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static ObjectNode toBaseline(BaselineRatio ratio) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("number", ratio.fixture().number())
            .put("rounds", ratio.p50().ratios())
            .put("outside_noise", ratio.isOutsideNoise());
    node.set("p50", interval(ratio.p50()));
    node.set("p99", interval(ratio.p99()));
    return node;
  }

  private static ObjectNode interval(RatioInterval interval) {
    return JSON.createObjectNode()
        .put("median", interval.median())
        .put("low", interval.low())
        .put("high", interval.high());
  }

  private static ObjectNode row(InventoryRow row, BenchReport report) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("number", row.fixture().number())
            .put("title", row.fixture().title())
            .put("allocated_bytes_per_call", row.allocatedBytes())
            .put("intervals", row.intervals());
    node.set("ours", latency(row.ours()));
    node.set("floor", latency(row.floor()));
    node.set("noise", latency(row.noise()));
    row.peer().ifPresent(peer -> node.set("peer", latency(peer)));
    row.fixture().published().onP50().ifPresent(on -> node.put("published_on_p50", on));
    ArrayNode requirements = node.putArray("requirements");
    for (Goal goal : report.goals(row)) {
      ObjectNode it =
          requirements
              .addObject()
              .put("name", goal.name())
              .put("actual", goal.actual())
              .put("judgement", goal.judgement().text());
      goal.bound().ifPresent(bound -> it.put("limit", bound));
      if (!goal.reason().isEmpty()) {
        it.put("reason", goal.reason());
      }
    }
    return node;
  }

  private static ObjectNode latency(Latency latency) {
    return JSON.createObjectNode()
        .put("p50_best", latency.bestP50())
        .put("p50_median", latency.medianP50())
        .put("p99_best", latency.bestP99())
        .put("p99_median", latency.medianP99());
  }
}
