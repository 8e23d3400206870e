package kvproof.model;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One physical class of the queue.
 *
 * @param cell the family and cache bucket that it serves; absent: an explicit class
 * @param quantum what it earns a round, in cost units, at least 1
 * @param busyTokens a rank with more active prefill tokens is busy for it
 * @param busyFraction the same as a share of what the worker takes in a batch; at least 0
 * @param requestLimit parked requests per worker; 0: it never queues
 * @param tokenLimit parked prompt tokens per worker
 * @param cachedTokenLimit parked cached tokens per worker
 */
public record QueueClass(
    String name,
    Optional<Cell> cell,
    QueueOrder order,
    long quantum,
    OptionalLong busyTokens,
    OptionalDouble busyFraction,
    OptionalLong requestLimit,
    OptionalLong tokenLimit,
    OptionalLong cachedTokenLimit) {

  /** Family and bucket, by name. */
  public record Cell(String family, String bucket) {}

  public QueueClass {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a policy class has no name");
    }
    if (quantum < 1) {
      throw new IllegalArgumentException(
          "quantum of class '" + name + "' must be at least 1, not " + quantum);
    }
    if (busyFraction.isPresent()
        && !(busyFraction.getAsDouble() >= 0 && Double.isFinite(busyFraction.getAsDouble()))) {
      throw new IllegalArgumentException(
          "prefill_busy_threshold_frac of class '"
              + name
              + "' must be finite and at least 0, not "
              + busyFraction.getAsDouble());
    }
    requireNotNegative(name, "prefill_busy_threshold", busyTokens);
    requireNotNegative(name, "request_queue_limit_per_worker", requestLimit);
    requireNotNegative(name, "raw_isl_token_queue_limit_per_worker", tokenLimit);
    requireNotNegative(name, "cached_token_queue_limit_per_worker", cachedTokenLimit);
  }

  public boolean hasBusyThreshold() {
    return busyTokens.isPresent() || busyFraction.isPresent();
  }

  /** Whether some limit is 0, so that nothing may wait in it. */
  public boolean neverQueues() {
    return isZero(requestLimit) || isZero(tokenLimit) || isZero(cachedTokenLimit);
  }

  private static boolean isZero(OptionalLong limit) {
    return limit.isPresent() && limit.getAsLong() == 0;
  }

  private static void requireNotNegative(String name, String setting, OptionalLong value) {
    if (value.isPresent() && value.getAsLong() < 0) {
      throw new IllegalArgumentException(
          setting + " of class '" + name + "' is negative: " + value.getAsLong());
    }
  }
}
