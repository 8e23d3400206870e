package kvproof.benchmarks.events;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import kvproof.benchmarks.trial.JsonFields;

/**
 * What the processes of a run printed of streams, ours and the peer's, best round first.
 *
 * <p>Lines of other kinds are passed over; a line that lacks what it should have is an {@link
 * IllegalArgumentException} with the line.
 */
public final class EventFigures {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /**
   * What was fed how.
   *
   * @param stream key of its kind
   * @param lanes threads that apply events; 0: none but the caller's
   * @param copies of everything behind lanes; the peer keeps one
   */
  public record Case(String stream, String tier, int lanes, int copies)
      implements Comparable<Case> {
    private static final Comparator<Case> ORDER =
        Comparator.comparing(Case::stream)
            .thenComparing(Case::tier)
            .thenComparing(Case::lanes)
            .thenComparing(Case::copies);

    /** The case of the peer that is most like it. */
    Case ofPeer() {
      return new Case(stream, tier, lanes, 1);
    }

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

  /** How much a stream is; the same on both sides. */
  private record Work(long events, long storedBlocks, long removedBlocks) {
    static Work of(JsonNode line) {
      return new Work(
          JsonFields.whole(line, "events"),
          JsonFields.whole(line, "stored_blocks"),
          JsonFields.whole(line, "removed_blocks"));
    }
  }

  private final Map<Case, Rates> rates = new TreeMap<>();
  private final Map<Case, Work> work = new TreeMap<>();
  private final Map<Case, String> faults = new TreeMap<>();
  private final Map<Case, Double> bytesPerBlock = new TreeMap<>();
  private final Map<Case, List<LookUpsTimed>> lookUps = new TreeMap<>();

  /** Whether no process printed how fast anything was. */
  boolean isEmpty() {
    return rates.isEmpty();
  }

  /** Takes what one process printed of one stream. */
  public void add(StreamKind kind, List<JsonNode> lines) {
    for (JsonNode line : lines) {
      switch (line.path("kind").asText()) {
        case "events_timed" -> {
          int lanes = (int) JsonFields.whole(line, "lanes");
          var fed = caseOf(line, lanes, (int) JsonFields.whole(line, "copies"));
          var timed =
              new Rates(
                  best(line, "pool"), best(line, "drain"), best(line, "drain_per_cpu_second"));
          add(fed, Work.of(line), timed);
        }
        case "events" -> {
          Case fed = peerCase(kind, line);
          add(fed, Work.of(line), peerRates(line));
          addFault(fed, line.path("check"));
        }
        case "events_memory" ->
            bytesPerBlock.merge(
                caseOf(line, 0, 1),
                JsonFields.number(line, "retained_bytes")
                    / Math.max(JsonFields.number(line, "resident_blocks"), 1),
                Math::min);
        case "events_look_ups" -> add(line, lookUps(line));
        default -> {}
      }
    }
  }

  private void add(JsonNode line, LookUpsTimed timed) {
    lookUps.computeIfAbsent(caseOf(line, 1, timed.copies()), _ -> new ArrayList<>()).add(timed);
  }

  private void add(Case fed, Work done, Rates timed) {
    rates.merge(fed, timed, Rates::best);
    Work before = work.put(fed, done);
    if (before != null && !before.equals(done)) {
      faults.put(fed, "two processes had different streams: " + before + " and " + done);
    }
  }

  /** An index of the peer that is wrong sets no bar. */
  private void addFault(Case fed, JsonNode check) {
    long resident = JsonFields.whole(check, "resident_blocks");
    long dumped = JsonFields.whole(check, "dumped_blocks");
    long prefixes = JsonFields.whole(check, "prefixes_differing");
    if (resident != dumped || prefixes != 0) {
      faults.put(
          fed,
          "the peer's index has %d blocks, its caches %d; %d prefixes differ"
              .formatted(dumped, resident, prefixes));
    }
  }

  private static Case caseOf(JsonNode line, int lanes, int copies) {
    return new Case(JsonFields.text(line, "stream"), JsonFields.text(line, "tier"), lanes, copies);
  }

  /** The peer names its indexes; which stream it was is known by who started it. */
  private static Case peerCase(StreamKind kind, JsonNode line) {
    String tier = JsonFields.text(line, "index").startsWith("device") ? "device" : "host_pinned";
    return new Case(kind.key(), tier, (int) JsonFields.whole(line, "event_threads"), 1);
  }

  private static Rates peerRates(JsonNode line) {
    JsonNode drain = line.path("drain");
    return new Rates(
        JsonFields.number(line.path("pool"), "best"),
        JsonFields.number(drain, "best"),
        JsonFields.number(drain, "per_cpu_second_best"));
  }

  private static double best(JsonNode line, String name) {
    return Arrays.stream(JsonFields.numbers(line, name)).max().orElseThrow();
  }

  private static LookUpsTimed lookUps(JsonNode line) {
    return JSON.convertValue(line.path("timed"), LookUpsTimed.class);
  }

  public Optional<Rates> rates(Case fed) {
    return Optional.ofNullable(rates.get(fed));
  }

  /**
   * Why the two sides cannot be compared in one case: the peer's index was wrong, or it had another
   * stream. Empty if they can, or if the peer did not have the case.
   */
  public Optional<String> difference(EventFigures peer, Case fed) {
    Work mine = work.get(fed);
    Work theirs = peer.work.get(fed.ofPeer());
    if (faults.containsKey(fed)) {
      return Optional.of(faults.get(fed));
    }
    if (peer.faults.containsKey(fed.ofPeer())) {
      return Optional.of(peer.faults.get(fed.ofPeer()));
    }
    return mine == null || theirs == null || mine.equals(theirs)
        ? Optional.empty()
        : Optional.of("not the same stream: ours " + mine + ", the peer's " + theirs);
  }

  /** Retained heap of one router over the blocks that the caches hold; absent: not measured. */
  public OptionalDouble bytesPerBlock(String stream, String tier) {
    Double bytes = bytesPerBlock.get(new Case(stream, tier, 0, 1));
    return bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes);
  }

  /** Of one rate and number of copies the process with the lowest p99 that made any look-up. */
  public Optional<LookUpsTimed> lookUps(String stream, String tier, int rate, int copies) {
    return lookUps.getOrDefault(new Case(stream, tier, 1, copies), List.of()).stream()
        .filter(timed -> timed.ratePerSecond() == rate && timed.lookUps() > 0)
        .min(Comparator.comparingDouble(LookUpsTimed::p99));
  }
}
