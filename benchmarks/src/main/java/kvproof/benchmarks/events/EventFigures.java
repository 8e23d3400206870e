package kvproof.benchmarks.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the processes of a run printed of streams, ours and the peer's, best round first.
 *
 * <p>Lines of other kinds are passed over; a line that lacks what it should have is an {@link
 * IllegalArgumentException} with the line.
 */
public final class EventFigures {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What was fed how.
   *
   * @param stream key of its kind
   * @param lanes threads that apply events; 0: none but the caller's
   */
  public record Case(String stream, String tier, int lanes) implements Comparable<Case> {
    private static final Comparator<Case> ORDER =
        Comparator.comparing(Case::stream).thenComparing(Case::tier).thenComparing(Case::lanes);

    @Override
    public int compareTo(Case other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Best blocks a second.
   *
   * @param pool handed over while they are applied
   * @param drain from full queues
   * @param cpu from full queues, a second of processor time
   */
  public record Rates(double pool, double drain, double cpu) {
    Rates best(Rates other) {
      return new Rates(
          Math.max(pool, other.pool), Math.max(drain, other.drain), Math.max(cpu, other.cpu));
    }
  }

  private final Map<Case, Rates> rates = new TreeMap<>();
  private final Map<Case, Double> bytesPerBlock = new TreeMap<>();
  private final Map<Case, List<LookUpsTimed>> lookUps = new TreeMap<>();

  /** Takes what one process printed of one stream. */
  public void add(StreamKind kind, List<JsonNode> lines) {
    for (JsonNode line : lines) {
      switch (line.path("kind").asText()) {
        case "events_timed" ->
            rates.merge(
                caseOf(line),
                new Rates(
                    best(line, "pool"), best(line, "drain"), best(line, "drain_per_cpu_second")),
                Rates::best);
        case "events" -> rates.merge(peerCase(kind, line), peerRates(line), Rates::best);
        case "events_memory" ->
            bytesPerBlock.merge(
                caseOf(line),
                number(line, "retained_bytes") / Math.max(number(line, "resident_blocks"), 1),
                Math::min);
        case "events_look_ups" ->
            lookUps.computeIfAbsent(caseOf(line), _ -> new ArrayList<>()).add(lookUps(line));
        default -> {}
      }
    }
  }

  private static Case caseOf(JsonNode line) {
    return new Case(
        line.path("stream").asText(), line.path("tier").asText(), line.path("lanes").asInt(0));
  }

  /** The peer names its indexes; which stream it was is known by who started it. */
  private static Case peerCase(StreamKind kind, JsonNode line) {
    String tier = line.path("index").asText().startsWith("device") ? "device" : "host_pinned";
    return new Case(kind.key(), tier, (int) number(line, "event_threads"));
  }

  /** An index of the peer that is wrong sets no bar. */
  private static Rates peerRates(JsonNode line) {
    JsonNode check = line.path("check");
    if (number(check, "resident_blocks") != number(check, "dumped_blocks")) {
      throw new IllegalArgumentException("the peer's index is not what its caches hold: " + line);
    }
    JsonNode drain = line.path("drain");
    return new Rates(
        number(line.path("pool"), "best"),
        number(drain, "best"),
        number(drain, "per_cpu_second_best"));
  }

  private static double best(JsonNode line, String name) {
    double best = Double.NaN;
    for (JsonNode rate : line.path(name)) {
      best = Double.isNaN(best) ? rate.asDouble() : Math.max(best, rate.asDouble());
    }
    if (Double.isNaN(best)) {
      throw new IllegalArgumentException("no rounds of " + name + " in " + line);
    }
    return best;
  }

  private static LookUpsTimed lookUps(JsonNode line) {
    return JSON.convertValue(line.path("timed"), LookUpsTimed.class);
  }

  private static double number(JsonNode node, String name) {
    if (!node.path(name).isNumber()) {
      throw new IllegalArgumentException("no number " + name + " in " + node);
    }
    return node.path(name).asDouble();
  }

  public Optional<Rates> rates(Case fed) {
    return Optional.ofNullable(rates.get(fed));
  }

  /** Retained heap of one router over the blocks that the caches hold; absent: not measured. */
  public OptionalDouble bytesPerBlock(String stream, String tier) {
    Double bytes = bytesPerBlock.get(new Case(stream, tier, 0));
    return bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes);
  }

  /** For each rate, ascending, the process with the lowest p99. */
  public List<LookUpsTimed> lookUps(String stream, String tier) {
    Map<Integer, LookUpsTimed> best = new TreeMap<>();
    for (LookUpsTimed timed : lookUps.getOrDefault(new Case(stream, tier, 0), List.of())) {
      best.merge(
          timed.ratePerSecond(), timed, (one, other) -> one.p99() <= other.p99() ? one : other);
    }
    return List.copyOf(best.values());
  }
}
