package kvproof.benchmarks.overload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.section.Section.ProcessLines;
import kvproof.benchmarks.timing.Medians;
import kvproof.benchmarks.trial.JsonFields;

/**
 * What the processes of a run replayed, by case and round.
 *
 * <p>A process that could not hand events over in time is left out and named, and so is one whose
 * lanes kept up with the issuer, which was not overloaded; so are the ratios that they would have
 * been part of. A line that lacks what it should have is an {@link IllegalArgumentException}.
 */
public final class OverloadFigures {
  private record Replay(double opsPerSecond, double readsPerSecond) {}

  private final Map<OverloadCase, Map<Integer, Replay>> replays = new EnumMap<>(OverloadCase.class);
  private final List<String> late = new ArrayList<>();
  private final List<String> notOverloaded = new ArrayList<>();

  /**
   * Takes what one process printed; throws {@link IllegalArgumentException} if it has no replay.
   */
  public void add(ProcessLines process) {
    for (JsonNode line : process.lines()) {
      if (line.path("kind").asText().equals("overload")) {
        add(process.round(), line);
        return;
      }
    }
    throw new IllegalArgumentException("no replay in what " + process.arm() + " printed");
  }

  private void add(int round, JsonNode line) {
    OverloadCase trial = OverloadCase.valueOf(JsonFields.text(line, "case"));
    var replay =
        new Replay(
            JsonFields.number(line, "achieved_block_ops_per_sec"),
            JsonFields.number(line, "reads_per_second"));
    String name = trial.title() + " of round " + (round + 1);
    if (JsonFields.flag(line, "missed_schedule")) {
      late.add(name);
      return;
    }
    if (JsonFields.flag(line, "kept_up")) {
      notOverloaded.add(name);
      return;
    }
    replays.computeIfAbsent(trial, _ -> new TreeMap<>()).put(round, replay);
  }

  /** Processes that missed their schedule. */
  public List<String> late() {
    return List.copyOf(late);
  }

  /** Processes whose lanes had applied nearly all when the last event was handed over. */
  public List<String> notOverloaded() {
    return List.copyOf(notOverloaded);
  }

  private Map<Integer, Replay> of(OverloadCase trial) {
    return replays.getOrDefault(trial, Map.of());
  }

  /** Median of blocks a second; absent: no process of the case counts. */
  Optional<Double> opsPerSecond(OverloadCase trial) {
    List<Double> all = of(trial).values().stream().map(Replay::opsPerSecond).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(Medians.of(all));
  }

  /** Median of the reader's passes a second. */
  Optional<Double> readsPerSecond(OverloadCase trial) {
    List<Double> all = of(trial).values().stream().map(Replay::readsPerSecond).toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(Medians.of(all));
  }

  /** The case over its reference, each within one round; absent: there is no such round. */
  Optional<RatioInterval> ratio(OverloadCase trial) {
    List<Double> ratios = ratios(trial);
    return ratios.isEmpty() || trial == trial.reference()
        ? Optional.empty()
        : Optional.of(RatioInterval.of(ratios));
  }

  private List<Double> ratios(OverloadCase trial) {
    Map<Integer, Replay> reference = of(trial.reference());
    List<Double> ratios = new ArrayList<>();
    of(trial)
        .forEach(
            (round, replay) -> {
              Replay other = reference.get(round);
              if (other != null) {
                ratios.add(replay.opsPerSecond() / other.opsPerSecond());
              }
            });
    return ratios;
  }
}
