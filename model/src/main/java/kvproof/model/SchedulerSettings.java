package kvproof.model;

import java.util.OptionalLong;

/**
 * What stays the same for the whole life of a partition's scheduler.
 *
 * @param blockSize tokens of a block, at least 1
 * @param isDecode whether the default policy goes by the label {@code decode}
 * @param temperature of the default picker; finite, at least 0
 * @param tracksPrefill whether prefill tokens count unless a request says otherwise
 * @param refreshAfterNanos how long a request waits before it is looked up again, above 0; absent:
 *     never
 * @param expiryNanos after which a booking is forgotten, above 0; absent: the host looks after it
 * @param prefillNanosPerToken what a prefill token is taken to last; absent: load does not decay
 * @param seed of the random source for ties and sampling
 */
public record SchedulerSettings(
    int blockSize,
    boolean isDecode,
    CostWeights weights,
    double temperature,
    boolean tracksPrefill,
    QueueProfile queue,
    OptionalLong refreshAfterNanos,
    OptionalLong expiryNanos,
    OptionalLong prefillNanosPerToken,
    long seed) {

  public SchedulerSettings {
    if (blockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + blockSize);
    }
    if (!(temperature >= 0 && Double.isFinite(temperature))) {
      throw new IllegalArgumentException(
          "router_temperature must be finite and at least 0, not " + temperature);
    }
    if (refreshAfterNanos.isPresent() && refreshAfterNanos.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "overlap refresh must come after more than 0 ns, not "
              + refreshAfterNanos.getAsLong()
              + " ns (leave it out for none)");
    }
    if (expiryNanos.isPresent() && expiryNanos.getAsLong() <= 0) {
      throw new IllegalArgumentException(
          "expiry must be above 0, not " + expiryNanos.getAsLong() + " ns");
    }
  }

  public boolean isQueueing() {
    return queue.classes().stream().anyMatch(QueueClass::hasBusyThreshold);
  }
}
