package kvproof.router.overlap;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a request waits before its prompt is looked up again: selection 3.5.
 *
 * @param nanos absent: it never is
 */
public record RefreshThreshold(OptionalLong nanos) {

  /** Where a host finds the setting, in seconds. */
  public static final String ENVIRONMENT_VARIABLE = "DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS";

  private static final RefreshThreshold DEFAULT = ofNanos(10_000_000_000L);
  private static final RefreshThreshold NEVER = new RefreshThreshold(OptionalLong.empty());

  // What Double.parseDouble takes besides, such as 1f or 0x1p3, is no number to an operator.
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern NOT_FINITE =
      Pattern.compile("[+-]?(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

  public RefreshThreshold {
    if (nanos.isPresent() && nanos.getAsLong() < 1) {
      throw new IllegalArgumentException(
          "refresh threshold must be above 0, not " + nanos.getAsLong() + " ns");
    }
  }

  /**
   * A setting that was read.
   *
   * @param warning what to tell the operator; absent: the text was fine
   */
  public record Parsed(RefreshThreshold threshold, Optional<String> warning) {}

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

  /** Reads a number of seconds; null: not set. A bad text never fails, it warns. */
  public static Parsed parse(@Nullable String text) {
    if (text == null) {
      return new Parsed(DEFAULT, Optional.empty());
    }
    if (NOT_FINITE.matcher(text).matches()) {
      return warned(NEVER, text, "is not finite; waiting requests are not looked up again");
    }
    if (!DECIMAL.matcher(text).matches()) {
      return warned(DEFAULT, text, "is not a number; it stays at 10 seconds");
    }
    double seconds = Double.parseDouble(text);
    if (seconds <= 0) {
      return new Parsed(NEVER, Optional.empty());
    }
    double wholeNanos = Math.rint(seconds * 1e9);
    if (wholeNanos >= 0x1p63) {
      return warned(NEVER, text, "is too long; waiting requests are not looked up again");
    }
    return new Parsed(ofNanos(Math.max(1, (long) wholeNanos)), Optional.empty());
  }

  private static Parsed warned(RefreshThreshold threshold, String text, String what) {
    return new Parsed(threshold, Optional.of(ENVIRONMENT_VARIABLE + "='" + text + "' " + what));
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
