package kvproof.benchmarks.events;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.List;
import kvproof.benchmarks.trial.StartLine;

/** The lines of an {@link EventsTrial}: one JSON object each. */
final class EventLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;

  EventLines(PrintStream out) {
    this.out = out;
  }

  /** No sample is taken between two readings of a clock here: its cost is no matter. */
  void start() {
    out.println(StartLine.print());
  }

  /**
   * @param way {@code pool} or {@code drain}: how the events came
   */
  void checked(String stream, String tier, Feed feed, String way, EndState end) {
    out.println(
        line("checked")
            .put("stream", stream)
            .put("tier", tier)
            .put("lanes", feed.lanes())
            .put("copies", feed.copies().count())
            .put("way", way)
            .put("resident_blocks", end.residentBlocks())
            .put("blocks_differing", end.differingBlocks())
            .put("prefixes_compared", end.prefixesCompared())
            .put("prefixes_differing", end.differingPrefixes()));
  }

  void timed(EventsTimed timed, EventStream stream) {
    ObjectNode line =
        line("events_timed")
            .put("stream", timed.stream())
            .put("tier", timed.tier())
            .put("lanes", timed.lanes())
            .put("copies", timed.copies())
            .put("requests", stream.requests())
            .put("events", stream.events().size())
            .put("stored_blocks", stream.storedBlocks())
            .put("removed_blocks", stream.removedBlocks())
            .put("unit", "blocks/s");
    rates(line.putArray("pool"), timed.pool());
    rates(line.putArray("drain"), timed.drain());
    rates(line.putArray("drain_per_cpu_second"), timed.drainPerCpuSecond());
    out.println(line);
  }

  private static void rates(ArrayNode array, List<Double> rates) {
    rates.forEach(rate -> array.add(Math.round(rate)));
  }

  void memory(String stream, String tier, long residentBlocks, long bytes) {
    out.println(
        line("events_memory")
            .put("stream", stream)
            .put("tier", tier)
            .put("resident_blocks", residentBlocks)
            .put("retained_bytes", bytes));
  }

  void lookUps(String stream, String tier, LookUpsTimed timed) {
    ObjectNode line = line("events_look_ups").put("stream", stream).put("tier", tier);
    line.set("timed", JSON.valueToTree(timed));
    out.println(line);
  }

  private static ObjectNode line(String kind) {
    return JSON.createObjectNode().put("kind", kind);
  }
}
