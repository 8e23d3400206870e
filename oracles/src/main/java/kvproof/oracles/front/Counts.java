package kvproof.oracles.front;

import java.util.SortedMap;
import java.util.TreeMap;

/** How often something happened, by its name; what never did is missing. */
final class Counts {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(String name) {
    add(name, 1);
  }

  void add(String name, long times) {
    if (times != 0) {
      counts.merge(name, times, Long::sum);
    }
  }

  SortedMap<String, Long> all() {
    return new TreeMap<>(counts);
  }
}
