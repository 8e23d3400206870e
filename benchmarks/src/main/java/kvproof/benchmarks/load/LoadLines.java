package kvproof.benchmarks.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The line of a run, written by its process and read by whoever started that. */
public final class LoadLines {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KIND = "load";

  private LoadLines() {}

  static String print(LoadResult result) {
    ObjectNode line = JSON.createObjectNode().put("kind", KIND);
    result.figures().forEach((figure, micros) -> line.put(figure.key(), micros));
    return line.put("achieved_per_second", result.achievedPerSecond())
        .put("late_ms", result.lateMillis())
        .put("behind_ms", result.behindMillis())
        .put("missed_schedule", result.missedSchedule())
        .put("script", result.script())
        .put("answers", result.answers())
        .put("differing_blocks", result.differingBlocks())
        .toString();
  }

  /** The run among the lines of a process; throws {@link IllegalArgumentException} without one. */
  public static LoadResult read(List<JsonNode> lines) {
    for (JsonNode line : lines) {
      if (line.path("kind").asText().equals(KIND)) {
        Map<LoadFigure, Double> figures = new EnumMap<>(LoadFigure.class);
        for (LoadFigure figure : LoadFigure.values()) {
          figures.put(figure, field(line, figure.key()).asDouble());
        }
        return new LoadResult(
            figures,
            field(line, "achieved_per_second").asDouble(),
            field(line, "late_ms").asDouble(),
            field(line, "behind_ms").asDouble(),
            field(line, "missed_schedule").asBoolean(),
            field(line, "script").asLong(),
            field(line, "answers").asLong(),
            field(line, "differing_blocks").asLong());
      }
    }
    throw new IllegalArgumentException("no line of kind " + KIND + " in " + lines);
  }

  private static JsonNode field(JsonNode line, String name) {
    JsonNode value = line.path(name);
    if (value.isMissingNode()) {
      throw new IllegalArgumentException("no " + name + " in " + line);
    }
    return value;
  }
}
