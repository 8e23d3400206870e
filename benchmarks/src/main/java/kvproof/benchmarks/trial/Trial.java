package kvproof.benchmarks.trial;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What one process printed.
 *
 * @param cpus the processors it ran on, as the system lists them; empty if it could not tell
 * @param emptySampleNanos what a sample of nothing shows
 * @param inventories in the order in which they were timed
 * @param raw every line as it came
 */
public record Trial(
    String cpus, double emptySampleNanos, List<TimedInventory> inventories, List<JsonNode> raw) {
  public Trial {
    inventories = List.copyOf(inventories);
    raw = List.copyOf(raw);
  }
}
