package kvproof.benchmarks.events;

import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Calls that are due at a fixed rate, whatever the one before takes.
 *
 * <p>A call's latency counts from when it was due: where one call stalls, those behind it are late,
 * and that shows. The time of the call alone is kept beside it, which hides such a wait.
 */
final class FixedRate {
  private static final long HIGHEST_NANOS = 60_000_000_000L;

  private final LongSupplier clock;
  private final long periodNanos;
  private final Histogram fromDue = new Histogram(HIGHEST_NANOS, 3);
  private final Histogram callAlone = new Histogram(HIGHEST_NANOS, 3);

  /**
   * @param clock nanoseconds that never go back; asked again and again until a call is due
   * @param periodNanos from one call to the next, at least 1
   */
  FixedRate(LongSupplier clock, long periodNanos) {
    if (periodNanos < 1) {
      throw new IllegalArgumentException("a period of " + periodNanos + " ns");
    }
    this.clock = clock;
    this.periodNanos = periodNanos;
  }

  /** Calls with 0, 1, 2 and so on, each not before it is due, while {@code goesOn}. */
  void run(BooleanSupplier goesOn, IntConsumer call) {
    long begin = clock.getAsLong();
    for (int number = 0; goesOn.getAsBoolean(); number++) {
      long due = begin + number * periodNanos;
      long start = clock.getAsLong();
      while (start < due && goesOn.getAsBoolean()) {
        Thread.onSpinWait();
        start = clock.getAsLong();
      }
      if (start < due) {
        return;
      }
      call.accept(number);
      long end = clock.getAsLong();
      fromDue.recordValue(Math.min(end - due, HIGHEST_NANOS));
      callAlone.recordValue(Math.min(end - start, HIGHEST_NANOS));
    }
  }

  /** Nanoseconds from when each call was due to its end, over all runs. */
  Histogram fromDue() {
    return fromDue;
  }

  /** Nanoseconds of each call. */
  Histogram callAlone() {
    return callAlone;
  }
}
