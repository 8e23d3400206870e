package kvproof.benchmarks.selection;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.benchmarks.trial.JsonFields;

/**
 * What the processes of a run printed of selections, ours and the peer's, best round first.
 *
 * <p>A line that lacks what it should have is an {@link IllegalArgumentException} with the line.
 */
public final class SelectionFigures {
  /**
   * Best p50 and p99 in microseconds, the most bytes a call.
   *
   * @param chosen the choices of all processes
   */
  record Timed(double p50, double p99, double bytes, SortedSet<Long> chosen) {
    Timed best(Timed other) {
      SortedSet<Long> all = new TreeSet<>(chosen);
      all.addAll(other.chosen);
      return new Timed(
          Math.min(p50, other.p50), Math.min(p99, other.p99), Math.max(bytes, other.bytes), all);
    }
  }

  private final Map<String, Timed> ours = new TreeMap<>();
  private final List<Map<String, Timed>> processes = new ArrayList<>();
  private final Map<String, Timed> peer = new TreeMap<>();
  private final List<double[]> writes = new ArrayList<>();
  private double registerMillis = Double.POSITIVE_INFINITY;

  /** Takes what one process of ours printed; lines of other kinds are passed over. */
  public void addOurs(List<JsonNode> lines) {
    Map<String, Timed> process = new TreeMap<>();
    for (JsonNode line : lines) {
      switch (line.path("kind").asText()) {
        case "selection_timed" ->
            process.merge(
                key(
                    JsonFields.text(line, "case"),
                    JsonFields.whole(line, "workers"),
                    JsonFields.number(line, "decay"),
                    JsonFields.number(line, "temperature")),
                timed(line, "allocated_bytes_per_call"),
                Timed::best);
        default -> {}
      }
    }
    processes.add(process);
    process.forEach((key, timed) -> ours.merge(key, timed, Timed::best));
  }

  /** Whether the peer timed anything. */
  boolean hasPeer() {
    return !peer.isEmpty();
  }

  /** Takes what one process of the peer printed. */
  public void addPeer(List<JsonNode> lines) {
    for (JsonNode line : lines) {
      if (line.path("kind").asText().equals("selection")) {
        double decay = JsonFields.text(line, "scenario").equals("direct") ? 0 : 1;
        peer.merge(
            key(
                JsonFields.text(line, "selector"),
                JsonFields.whole(line, "workers"),
                decay,
                JsonFields.number(line, "temperature")),
            timed(line, "allocated_bytes_per_selection"),
            Timed::best);
      }
    }
  }

  /** Takes two processes of one round: untracked and tracked. */
  public void addWrites(List<JsonNode> untracked, List<JsonNode> tracked) {
    writes.add(new double[] {bestWrite(untracked, false), bestWrite(tracked, true)});
  }

  private double bestWrite(List<JsonNode> lines, boolean tracks) {
    for (JsonNode line : lines) {
      if (line.path("kind").asText().equals("resident_write")) {
        if (JsonFields.flag(line, "tracks") != tracks) {
          throw new IllegalArgumentException("the other case was asked for: " + line);
        }
        registerMillis = Math.min(registerMillis, JsonFields.number(line, "register_10000_ms"));
        return Arrays.stream(JsonFields.numbers(line, "rounds")).min().orElseThrow();
      }
    }
    throw new IllegalArgumentException("no line of writes in " + lines);
  }

  private static Timed timed(JsonNode line, String bytes) {
    double p50 = Double.POSITIVE_INFINITY;
    double p99 = Double.POSITIVE_INFINITY;
    for (JsonNode round : line.path("latency").path("rounds")) {
      p50 = Math.min(p50, JsonFields.number(round, "p50"));
      p99 = Math.min(p99, JsonFields.number(round, "p99"));
    }
    if (Double.isInfinite(p50)) {
      throw new IllegalArgumentException("no rounds in " + line);
    }
    SortedSet<Long> chosen = new TreeSet<>();
    chosen.add(JsonFields.whole(line, "selected"));
    return new Timed(p50, p99, JsonFields.number(line, bytes), chosen);
  }

  private static String key(SelectionCase timed) {
    return key(timed.kind().name(), timed.workers(), timed.decay(), timed.temperature());
  }

  private static String key(String name, long workers, double decay, double temperature) {
    return "%s %d %s %s".formatted(name, workers, decay, temperature);
  }

  Optional<Timed> ours(SelectionCase timed) {
    return Optional.ofNullable(ours.get(key(timed)));
  }

  /**
   * What the best p50 of one case is above that of another, in microseconds, for each process that
   * timed both: two processes may have compiled the same code differently.
   */
  List<Double> differences(SelectionCase without, SelectionCase with) {
    return processes.stream()
        .filter(process -> process.containsKey(key(without)) && process.containsKey(key(with)))
        .map(process -> process.get(key(with)).p50() - process.get(key(without)).p50())
        .sorted()
        .toList();
  }

  /** By the crate's default selector. */
  Optional<Timed> peer(SelectionCase timed) {
    return Optional.ofNullable(
        peer.get(key("default", timed.workers(), timed.decay(), timed.temperature())));
  }

  /** Nanoseconds an event of each round: untracked, tracked. */
  List<double[]> writes() {
    return List.copyOf(writes);
  }

  /** The best of all processes; absent: not measured. */
  OptionalDouble registerMillis() {
    return Double.isInfinite(registerMillis)
        ? OptionalDouble.empty()
        : OptionalDouble.of(registerMillis);
  }
}
