package kvproof.benchmarks.timing;

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
public final class FixedRate {
  private static final long HIGHEST_NANOS = 60_000_000_000L;

  private final LongSupplier clock;
  private final long periodNanos;
  private final Histogram fromDue = new Histogram(HIGHEST_NANOS, 3);
  private final Histogram callAlone = new Histogram(HIGHEST_NANOS, 3);

  /**
   * @param clock nanoseconds that never go back; asked again and again until a call is due
   * @param periodNanos from one call to the next, at least 1
   */
  public FixedRate(LongSupplier clock, long periodNanos) {
    if (periodNanos < 1) {
      throw new IllegalArgumentException("a period of " + periodNanos + " ns");
    }
    this.clock = clock;
    this.periodNanos = periodNanos;
  }

  /**
   * Calls with 0, 1, 2 and so on, each not before it is due, while {@code goesOn}.
   *
   * <p>Those that were due when it ended and wait behind a slow call are made as well: they are the
   * latest of all.
   */
  public void run(BooleanSupplier goesOn, IntConsumer call) {
    long begin = clock.getAsLong();
    long stop = Long.MAX_VALUE;
    for (int number = 0; ; number++) {
      long due = begin + number * periodNanos;
      long start = clock.getAsLong();
      while (stop == Long.MAX_VALUE && start < due) {
        Thread.onSpinWait();
        stop = goesOn.getAsBoolean() ? stop : start;
        start = clock.getAsLong();
      }
      if (stop == Long.MAX_VALUE && !goesOn.getAsBoolean()) {
        stop = start;
      }
      if (due > stop) {
        return;
      }
      call.accept(number);
      long end = clock.getAsLong();
      fromDue.recordValue(Math.min(end - due, HIGHEST_NANOS));
      callAlone.recordValue(Math.min(end - start, HIGHEST_NANOS));
    }
  }

  /** Nanoseconds from when each call was due to its end, over all runs. */
  public Histogram fromDue() {
    return fromDue;
  }

  /** Nanoseconds of each call. */
  public Histogram callAlone() {
    return callAlone;
  }
}
