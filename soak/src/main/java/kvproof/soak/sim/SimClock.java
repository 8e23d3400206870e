package kvproof.soak.sim;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Virtual time: nanoseconds since the case began. It passes when somebody says so. */
public final class SimClock implements LongSupplier {
  private long nowNanos;

  @Override
  public long getAsLong() {
    return nowNanos;
  }

  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("time does not run back: " + step);
    }
    nowNanos += step.toNanos();
  }
}
