package kvproof.benchmarks.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Section;

/** A section as JSON: facts, tables with their goals, and every trial as it came. */
final class SectionJson {
  /** Raised when a reader of the old form would go wrong. */
  static final int SCHEMA = 1;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SectionJson() {}

  static String print(Section section) {
    ObjectNode root = JSON.createObjectNode().put("schema", SCHEMA).put("section", section.name());
    ObjectNode facts = root.putObject("facts");
    section.facts().forEach(facts::put);
    ArrayNode tables = root.putArray("tables");
    section.tables().forEach(table -> tables.add(table(table)));
    TrialsJson.print(section.trials(), root.putArray("trials"));
    try {
      return JSON.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static ObjectNode table(FigureTable table) {
    ObjectNode node = JSON.createObjectNode().put("title", table.title());
    ArrayNode rows = node.putArray("rows");
    table.rows().forEach(row -> rows.add(row(row, table)));
    return node;
  }

  private static ObjectNode row(FigureRow row, FigureTable table) {
    ObjectNode node = JSON.createObjectNode().put("title", row.title());
    ObjectNode figures = node.putObject("figures");
    for (int column = 0; column < table.columns().size(); column++) {
      String name = table.columns().get(column);
      row.figures()
          .get(column)
          .ifPresentOrElse(figure -> figures.put(name, figure), () -> figures.putNull(name));
    }
    ArrayNode goals = node.putArray("goals");
    row.goals().forEach(goal -> goals.add(goal(goal)));
    row.judgement().ifPresent(judgement -> node.put("verdict", judgement.text()));
    if (!row.remark().isEmpty()) {
      node.put("remark", row.remark());
    }
    return node;
  }

  private static ObjectNode goal(Goal goal) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("name", goal.name())
            .put("actual", goal.actual())
            .put("direction", goal.direction().text());
    goal.bound().ifPresent(bound -> node.put("bound", bound));
    if (!goal.reason().isEmpty()) {
      node.put("reason", goal.reason());
    }
    return node.put("verdict", goal.judgement().text());
  }
}
