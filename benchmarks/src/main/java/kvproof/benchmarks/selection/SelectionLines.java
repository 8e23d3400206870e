package kvproof.benchmarks.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;
import kvproof.benchmarks.trial.StartLine;

/** The lines of the trials of this package, one JSON object each. */
final class SelectionLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;

  SelectionLines(PrintStream out) {
    this.out = out;
  }

  void start(long emptySampleNanos) {
    out.println(StartLine.print(emptySampleNanos));
  }

  void timed(SelectionCase timed, Latency latency, double bytes, int selected) {
    ObjectNode line =
        line("selection_timed")
            .put("case", timed.kind().name())
            .put("workers", timed.workers())
            .put("decay", timed.decay())
            .put("temperature", timed.temperature())
            .put("selected", selected)
            .put("allocated_bytes_per_call", bytes)
            .put("unit", "us");
    ArrayNode rounds = line.putObject("latency").putArray("rounds");
    for (LatencyRound round : latency.rounds()) {
      rounds
          .addObject()
          .put("p50", round.p50())
          .put("p99", round.p99())
          .put("mean", round.mean())
          .put("fastest", round.fastest())
          .put("calls", round.calls());
    }
    out.println(line);
  }

  /** What one process of {@link ResidentWriteTrial} found, in nanoseconds an event. */
  void written(boolean tracks, double[] nanosPerEvent, double registerMillis) {
    ObjectNode line = line("resident_write").put("tracks", tracks).put("unit", "ns/event");
    ArrayNode rounds = line.putArray("rounds");
    for (double nanos : nanosPerEvent) {
      rounds.add(nanos);
    }
    out.println(line.put("register_10000_ms", registerMillis));
  }

  private static ObjectNode line(String kind) {
    return JSON.createObjectNode().put("kind", kind);
  }
}
