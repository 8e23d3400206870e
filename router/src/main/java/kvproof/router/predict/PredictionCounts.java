package kvproof.router.predict;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** What became of predictions, since the start. */
final class PredictionCounts {

  enum Counter {
    /** Routing decisions whose two lists of hashes differ in length. */
    REFUSED_LENGTHS,
    /** Plain routing decisions where capacities are modelled. */
    REFUSED_LRU,
    /** What the mode has no use for. */
    REFUSED_MODE,
    /** What names a rank, incarnation or attempt that is not known, or not any more. */
    IGNORED,
    /** Admissions under an attempt that has a lease, or had one. */
    REFUSED_ATTEMPT,
    /** Hashes named in removals because their time was over. */
    EXPIRED,
    /** Hashes named in removals because their last copy was evicted. */
    EVICTED
  }

  private final long[] counts = new long[Counter.values().length];

  void add(Counter counter, long times) {
    counts[counter.ordinal()] += times;
  }

  /** Whatever was counted at least once, by its lower-case name. */
  SortedMap<String, Long> byName() {
    SortedMap<String, Long> byName = new TreeMap<>();
    for (Counter counter : Counter.values()) {
      if (counts[counter.ordinal()] > 0) {
        byName.put(counter.name().toLowerCase(Locale.ROOT), counts[counter.ordinal()]);
      }
    }
    return byName;
  }
}
