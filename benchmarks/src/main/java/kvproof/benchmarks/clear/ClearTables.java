package kvproof.benchmarks.clear;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Goal;

/** The lines of all processes as a table, each judged: p99 during a clear is at most doubled. */
public final class ClearTables {
  static final double MOST_TIMES_SLOWER = 2;
  private static final List<String> COLUMNS =
      List.of(
          "before p50",
          "before p99",
          "during p50",
          "during p99",
          "during worst",
          "p99 ratio",
          "one clear");

  private ClearTables() {}

  /**
   * @param lines what each process printed
   */
  public static FigureTable of(List<List<JsonNode>> lines) {
    List<FigureRow> rows = new ArrayList<>();
    for (List<JsonNode> process : lines) {
      for (JsonNode line : process) {
        if (line.path("kind").asText().equals("clear_timed")) {
          rows.add(row(rows.size() + 1, line));
        }
      }
    }
    return new FigureTable(
        "Look-ups without a pause before and during the clear of one worker, microseconds",
        COLUMNS,
        List.of("before p99", "during p99"),
        rows);
  }

  private static FigureRow row(int process, JsonNode line) {
    double ratio = figure(line, "during_p99_us") / figure(line, "before_p99_us");
    return new FigureRow(
        "process %d: %d workers, %d blocks, %d clears"
            .formatted(
                process,
                line.path("workers").asInt(),
                line.path("blocks").asLong(),
                line.path("clears").asLong()),
        List.of(
            OptionalDouble.of(figure(line, "before_p50_us")),
            OptionalDouble.of(figure(line, "before_p99_us")),
            OptionalDouble.of(figure(line, "during_p50_us")),
            OptionalDouble.of(figure(line, "during_p99_us")),
            OptionalDouble.of(figure(line, "during_worst_us")),
            OptionalDouble.of(ratio),
            OptionalDouble.of(figure(line, "clear_p50_us"))),
        List.of(Goal.atMost("p99 during a clear over before", ratio, MOST_TIMES_SLOWER)),
        line.path("look_ups_during").asLong() + " look-ups during clears");
  }

  /** Throws {@link IllegalArgumentException} if the line lacks it. */
  private static double figure(JsonNode line, String name) {
    if (!line.path(name).isNumber()) {
      throw new IllegalArgumentException("no figure " + name + " in " + line);
    }
    return line.path(name).asDouble();
  }
}
