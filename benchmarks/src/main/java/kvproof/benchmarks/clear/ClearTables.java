package kvproof.benchmarks.clear;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Goal.Direction;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.trial.JsonFields;

/**
 * The lines of all processes as a table, each judged: p99 during a clear is at most doubled.
 *
 * <p>Not judged is a process with too few look-ups for a p99, with one processor, or that could not
 * keep its rate before any clear. One that timed nothing is missed.
 */
public final class ClearTables {
  static final double MOST_TIMES_SLOWER = 2;

  /** Ten of them are beyond p99. */
  static final long FEWEST_LOOK_UPS = 1_000;

  private static final double MICROS_PER_SECOND = 1e6;
  private static final String GOAL = "p99 during a clear over before";
  private static final List<String> COLUMNS =
      List.of(
          "before p50",
          "before p99",
          "during p50",
          "during p99",
          "during worst",
          "call p99 before",
          "call p99 during",
          "p99 ratio",
          "one clear");

  private ClearTables() {}

  /**
   * @param lines what each process printed
   */
  public static FigureTable of(List<List<JsonNode>> lines) {
    List<FigureRow> rows = new ArrayList<>();
    for (List<JsonNode> process : lines) {
      int number = rows.size() + 1;
      rows.add(
          process.stream()
              .filter(line -> line.path("kind").asText().equals("clear_timed"))
              .findFirst()
              .map(line -> row(number, line))
              .orElseGet(() -> FigureRow.missing("process " + number, COLUMNS.size())));
    }
    return new FigureTable(
        "Look-ups at a fixed rate before and during the clear of one worker, microseconds from when"
            + " each was due",
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
                JsonFields.whole(line, "workers"),
                JsonFields.whole(line, "blocks"),
                JsonFields.whole(line, "clears")),
        List.of(
            OptionalDouble.of(figure(line, "before_p50_us")),
            OptionalDouble.of(figure(line, "before_p99_us")),
            OptionalDouble.of(figure(line, "during_p50_us")),
            OptionalDouble.of(figure(line, "during_p99_us")),
            OptionalDouble.of(figure(line, "during_worst_us")),
            OptionalDouble.of(figure(line, "before_call_p99_us")),
            OptionalDouble.of(figure(line, "during_call_p99_us")),
            OptionalDouble.of(ratio),
            OptionalDouble.of(figure(line, "clear_p50_us"))),
        List.of(goal(line, ratio)),
        JsonFields.whole(line, "look_ups_during") + " look-ups during clears");
  }

  private static Goal goal(JsonNode line, double ratio) {
    long before = JsonFields.whole(line, "look_ups_before");
    long during = JsonFields.whole(line, "look_ups_during");
    if (Math.min(before, during) < FEWEST_LOOK_UPS) {
      return notJudged(ratio, "%d look-ups before, %d during: too few".formatted(before, during));
    }
    if (JsonFields.whole(line, "processors") < 2) {
      return notJudged(ratio, "two threads had one processor");
    }
    double period = MICROS_PER_SECOND / figure(line, "look_ups_per_second");
    if (figure(line, "before_p50_us") > period) {
      return notJudged(ratio, "half of the look-ups were late before any clear: a busy machine");
    }
    return Goal.atMost(GOAL, ratio, MOST_TIMES_SLOWER);
  }

  private static Goal notJudged(double ratio, String why) {
    return Goal.notJudged(GOAL, ratio, Direction.AT_MOST, why);
  }

  /** Throws {@link IllegalArgumentException} if the line lacks it. */
  private static double figure(JsonNode line, String name) {
    return JsonFields.number(line, name);
  }
}
