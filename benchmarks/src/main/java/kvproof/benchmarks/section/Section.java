package kvproof.benchmarks.section;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import kvproof.benchmarks.judgement.Judgement;

/**
 * One part of a run.
 *
 * @param name one word: of its option, its files and its closing line
 * @param facts of the machine and the run, by name
 * @param trials what every process printed, in the order in which they ran
 */
public record Section(
    String name,
    SortedMap<String, String> facts,
    List<FigureTable> tables,
    List<ProcessLines> trials) {
  public Section {
    tables = List.copyOf(tables);
    trials = List.copyOf(trials);
  }

  /** One process: its label, its round from 0, and its lines. */
  public record ProcessLines(String arm, int round, List<JsonNode> lines) {
    public ProcessLines {
      lines = List.copyOf(lines);
    }
  }

  /** Whether nothing at all was measured, which meets nothing. */
  public boolean isEmpty() {
    return tables.stream().allMatch(table -> table.rows().isEmpty());
  }

  /** Rows whose goals came to this. */
  public long count(Judgement judgement) {
    return tables.stream()
        .flatMap(table -> table.rows().stream())
        .filter(row -> row.judgement().equals(Optional.of(judgement)))
        .count();
  }
}
