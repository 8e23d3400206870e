package kvproof.soak.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When a run has to stop: when somebody asks for it, or when its time is spent.
 *
 * @param nanoTime a clock that only moves on
 * @param stopped true once somebody has asked
 */
public record RunControl(LongSupplier nanoTime, BooleanSupplier stopped) {

  /** The system's clock; nobody asks. */
  public static RunControl untilDone() {
    return new RunControl(System::nanoTime, () -> false);
  }

  /** Starts a clock now; without a budget its time is never spent. */
  Deadline start(Optional<Duration> budget) {
    return new Deadline(nanoTime, nanoTime.getAsLong(), budget);
  }

  /** One stretch of time with its beginning. */
  record Deadline(LongSupplier nanoTime, long startNanos, Optional<Duration> budget) {

    Duration elapsed() {
      return Duration.ofNanos(nanoTime.getAsLong() - startNanos);
    }

    boolean isSpent() {
      return budget.isPresent() && elapsed().compareTo(budget.get()) >= 0;
    }
  }
}
