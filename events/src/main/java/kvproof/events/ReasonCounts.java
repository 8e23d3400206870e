package kvproof.events;

import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often each reason occurred; for any number of threads.
 *
 * <p>The label of a reason is its name in lower case.
 */
public final class ReasonCounts<R extends Enum<R>> {
  private final R[] reasons;
  private final AtomicLongArray counts;

  public ReasonCounts(Class<R> type) {
    this.reasons = type.getEnumConstants();
    this.counts = new AtomicLongArray(reasons.length);
  }

  public void add(R reason) {
    add(reason, 1);
  }

  public void add(R reason, long times) {
    counts.addAndGet(reason.ordinal(), times);
  }

  public long of(R reason) {
    return counts.get(reason.ordinal());
  }

  /** What occurred, by label; a reason that never occurred is left out. */
  public SortedMap<String, Long> byLabel() {
    SortedMap<String, Long> byLabel = new TreeMap<>();
    for (R reason : reasons) {
      if (of(reason) != 0) {
        byLabel.put(label(reason), of(reason));
      }
    }
    return Collections.unmodifiableSortedMap(byLabel);
  }

  public static String label(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return byLabel().toString();
  }
}
