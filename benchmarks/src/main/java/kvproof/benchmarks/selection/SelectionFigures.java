package kvproof.benchmarks.selection;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the processes of a run printed of selections, ours and the peer's, best round first. */
public final class SelectionFigures {
  /**
   * Best p50 and p99 in microseconds, the most bytes a call.
   *
   * @param selected the choice of the last process
   */
  record Timed(double p50, double p99, double bytes, long selected) {
    Timed best(Timed other) {
      return new Timed(
          Math.min(p50, other.p50),
          Math.min(p99, other.p99),
          Math.max(bytes, other.bytes),
          other.selected);
    }
  }

  private final Map<String, Timed> ours = new TreeMap<>();
  private final Map<String, Timed> peer = new TreeMap<>();
  private final List<double[]> writes = new ArrayList<>();
  private double registerMillis = Double.POSITIVE_INFINITY;

  /** Takes what one process of ours printed; lines of other kinds are passed over. */
  public void addOurs(List<JsonNode> lines) {
    for (JsonNode line : lines) {
      switch (line.path("kind").asText()) {
        case "selection_timed" ->
            ours.merge(
                key(
                    line.path("case").asText(),
                    line.path("workers").asInt(),
                    line.path("decay").asDouble(),
                    line.path("temperature").asDouble()),
                timed(line, "allocated_bytes_per_call"),
                Timed::best);
        default -> {}
      }
    }
  }

  /** Takes what one process of the peer printed. */
  public void addPeer(List<JsonNode> lines) {
    for (JsonNode line : lines) {
      if (line.path("kind").asText().equals("selection")) {
        double decay = line.path("scenario").asText().equals("direct") ? 0 : 1;
        peer.merge(
            key(
                line.path("selector").asText(),
                line.path("workers").asInt(),
                decay,
                line.path("temperature").asDouble()),
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
        if (line.path("tracks").asBoolean() != tracks) {
          throw new IllegalArgumentException("the other case was asked for: " + line);
        }
        registerMillis = Math.min(registerMillis, line.path("register_10000_ms").asDouble());
        double best = Double.POSITIVE_INFINITY;
        for (JsonNode round : line.path("rounds")) {
          best = Math.min(best, round.asDouble());
        }
        return best;
      }
    }
    throw new IllegalArgumentException("no line of writes in " + lines);
  }

  private static Timed timed(JsonNode line, String bytes) {
    double p50 = Double.POSITIVE_INFINITY;
    double p99 = Double.POSITIVE_INFINITY;
    for (JsonNode round : line.path("latency").path("rounds")) {
      p50 = Math.min(p50, round.path("p50").asDouble());
      p99 = Math.min(p99, round.path("p99").asDouble());
    }
    if (Double.isInfinite(p50)) {
      throw new IllegalArgumentException("no rounds in " + line);
    }
    return new Timed(p50, p99, line.path(bytes).asDouble(), line.path("selected").asLong());
  }

  private static String key(String name, int workers, double decay, double temperature) {
    return "%s %d %s %s".formatted(name, workers, decay, temperature);
  }

  Optional<Timed> ours(SelectionCase timed) {
    return Optional.ofNullable(
        ours.get(key(timed.kind().name(), timed.workers(), timed.decay(), timed.temperature())));
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
