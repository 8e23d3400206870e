package kvproof.router.overlap;

import java.util.OptionalLong;

/**
 * How long a request waits before its prompt is looked up again: selection 3.5.
 *
 * @param nanos absent: it never is
 */
public record RefreshThreshold(OptionalLong nanos) {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final RefreshThreshold DEFAULT = ofNanos(10_000_000_000L);
  private static final RefreshThreshold NEVER = new RefreshThreshold(OptionalLong.empty());

  public RefreshThreshold {
    if (nanos.isPresent() && nanos.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "refresh threshold must be above 0, not " + nanos.getAsLong() + " ns");
    }
  }

  /** Ten seconds. */
  public static RefreshThreshold defaults() {
    return DEFAULT;
  }

  public static RefreshThreshold never() {
    return NEVER;
  }

  public static RefreshThreshold ofNanos(long nanos) {
    return new RefreshThreshold(OptionalLong.of(nanos));
  }

  /**
   * The nearest nanosecond, but 1 at least. Never at 0 and below, and where it is too long to
   * count.
   *
   * <p>Throws {@link IllegalArgumentException} for NaN.
   */
  public static RefreshThreshold ofSeconds(double seconds) {
    if (Double.isNaN(seconds)) {
      throw new IllegalArgumentException("refresh threshold is not a number");
    }
    double wholeNanos = Math.rint(seconds * NANOS_PER_SECOND);
    return seconds <= 0 || wholeNanos >= 0x1p63 ? NEVER : ofNanos(Math.max(1, (long) wholeNanos));
  }

  /**
   * Whether a request that reached the front is looked up again first.
   *
   * @param waitedNanos since it was enqueued
   * @param blocks complete blocks of its prompt whose hashes were kept
   */
  public boolean isDue(long waitedNanos, int blocks) {
    return nanos.isPresent() && blocks > 0 && waitedNanos >= nanos.getAsLong();
  }
}
