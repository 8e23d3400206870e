package kvproof.benchmarks.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;

/**
 * Reads the lines of a trial: one of kind {@code start}, then one of kind {@code inventory} each.
 *
 * <p>Lines of other kinds are kept and not read, so that a peer may say more than is asked.
 */
public final class TrialLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TrialLines() {}

  /** Throws {@link IllegalArgumentException} naming the line that cannot be read. */
  public static Trial read(List<String> lines) {
    String cpus = "";
    double emptySample = Double.NaN;
    List<TimedInventory> inventories = new ArrayList<>();
    List<JsonNode> raw = new ArrayList<>();
    for (String line : lines) {
      JsonNode node = parse(line);
      raw.add(node);
      switch (node.path("kind").asText()) {
        case "start" -> {
          cpus = node.path("cpus").asText("");
          emptySample = number(node, "empty_sample_ns");
        }
        case "inventory" -> inventories.add(inventory(node));
        default -> {}
      }
    }
    if (Double.isNaN(emptySample)) {
      throw new IllegalArgumentException("a trial without a start line: " + lines);
    }
    return new Trial(cpus, emptySample, inventories, raw);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException unreadable) {
      throw new IllegalArgumentException("not a line of a trial: " + line, unreadable);
    }
  }

  private static TimedInventory inventory(JsonNode node) {
    JsonNode floor = node.path("floor");
    JsonNode intervals = node.path("intervals");
    return new TimedInventory(
        (int) number(node, "number"),
        node.path("title").asText(),
        latency(node, "operation"),
        latency(node, "noise"),
        floor.isMissingNode() ? Optional.empty() : Optional.of(latency(node, "floor")),
        number(node, "allocated_bytes_per_call"),
        intervals.isMissingNode() ? OptionalInt.empty() : OptionalInt.of(intervals.asInt()));
  }

  private static Latency latency(JsonNode node, String name) {
    List<LatencyRound> rounds = new ArrayList<>();
    for (JsonNode round : node.path(name).path("rounds")) {
      rounds.add(
          new LatencyRound(
              number(round, "p50"),
              number(round, "p99"),
              number(round, "mean"),
              number(round, "fastest"),
              (int) number(round, "calls")));
    }
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("no rounds of " + name + " in " + node);
    }
    return new Latency(rounds);
  }

  private static double number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isNumber()) {
      throw new IllegalArgumentException("no number " + name + " in " + node);
    }
    return value.asDouble();
  }
}
