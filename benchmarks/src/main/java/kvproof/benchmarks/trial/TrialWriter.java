package kvproof.benchmarks.trial;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import kvproof.benchmarks.fixture.InventoryCheck.Checked;
import kvproof.benchmarks.timing.Latency;
import kvproof.benchmarks.timing.LatencyRound;

/** Prints the lines that {@link TrialLines} reads. */
final class TrialWriter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;

  TrialWriter(PrintStream out) {
    this.out = out;
  }

  void inventory(TimedInventory timed) {
    ObjectNode line = line("inventory").put("number", timed.number()).put("title", timed.title());
    line.put("unit", "us");
    line.set("operation", rounds(timed.operation()));
    line.set("noise", rounds(timed.noise()));
    timed.floor().ifPresent(floor -> line.set("floor", rounds(floor)));
    line.put("allocated_bytes_per_call", timed.allocatedBytes());
    timed.intervals().ifPresent(intervals -> line.put("intervals", intervals));
    out.println(line);
  }

  void checked(int number, Checked checked) {
    out.println(
        line("checked")
            .put("number", number)
            .put("intervals", checked.intervals())
            .put("continuations", checked.continuations())
            .put("targets_served", checked.targetsServed())
            .put("fetched_blocks", checked.fetchedBlocks()));
  }

  private static ObjectNode line(String kind) {
    return JSON.createObjectNode().put("kind", kind);
  }

  static ObjectNode rounds(Latency latency) {
    ObjectNode node = JSON.createObjectNode();
    ArrayNode rounds = node.putArray("rounds");
    for (LatencyRound round : latency.rounds()) {
      rounds
          .addObject()
          .put("p50", round.p50())
          .put("p99", round.p99())
          .put("mean", round.mean())
          .put("fastest", round.fastest())
          .put("calls", round.calls());
    }
    return node;
  }
}
