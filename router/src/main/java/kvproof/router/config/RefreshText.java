package kvproof.router.config;

import java.util.Optional;
import kvproof.router.overlap.RefreshThreshold;

/**
 * The refresh threshold as its variable says it, in seconds; a bad text never fails.
 *
 * @param notice what to tell the operator; absent: the text was fine
 */
record RefreshText(RefreshThreshold threshold, Optional<String> notice) {
  static final String VARIABLE = "DYN_ROUTER_OVERLAP_REFRESH_AFTER_SECS";

  static RefreshText of(String text) {
    Optional<Double> number = NumberText.real(text);
    if (number.isEmpty()) {
      return noticed(RefreshThreshold.defaults(), text, "is not a number; it stays at 10 seconds");
    }
    double seconds = number.get();
    if (!Double.isFinite(seconds)) {
      return noticed(
          RefreshThreshold.never(),
          text,
          "is not finite; waiting requests are not looked up again");
    }
    RefreshThreshold threshold = RefreshThreshold.ofSeconds(seconds);
    return seconds > 0 && threshold.equals(RefreshThreshold.never())
        ? noticed(threshold, text, "is too long; waiting requests are not looked up again")
        : new RefreshText(threshold, Optional.empty());
  }

  private static RefreshText noticed(RefreshThreshold threshold, String text, String what) {
    return new RefreshText(threshold, Optional.of(VARIABLE + "='" + text + "' " + what));
  }
}
