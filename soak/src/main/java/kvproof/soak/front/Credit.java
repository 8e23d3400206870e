package kvproof.soak.front;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How what an index believes of its ranks differs from what their engines hold, in blocks.
 *
 * <p>No mistake of the index: events were lost, are late, or were never asked for.
 *
 * @param over believed and not held
 * @param under held and not believed
 */
public record Credit(long over, long under) {

  /** Under the names that a report has for them; what is 0 is left out. */
  public SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put("credit_over", over);
    counts.put("credit_under", under);
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
