package kvproof.mocknixl.kvcr;

import java.time.Duration;

/**
 * Times and switches of a service; the defaults are KVCR's.
 *
 * @param operationTimeout a fetch is over for its caller then; also how long a source may be
 *     without a poll before it refuses every later write
 * @param abandonTimeout from the call on; at least twice the operation timeout
 * @param metadataRetry metadata is not sent again to an endpoint within this time
 * @param eagerConnect whether a hint alone makes the target introduce itself to the source
 * @param opportunistic whether a hint also serves blocks that it does not name
 */
public record KvcrSettings(
    Duration operationTimeout,
    Duration abandonTimeout,
    Duration metadataRetry,
    boolean eagerConnect,
    boolean opportunistic) {

  public KvcrSettings {
    if (!operationTimeout.isPositive()
        || metadataRetry.isNegative()
        || abandonTimeout.compareTo(operationTimeout.multipliedBy(2)) < 0) {
      throw new IllegalArgumentException(
          "timeouts: operation %s, abandon %s (at least twice as long), metadata %s"
              .formatted(operationTimeout, abandonTimeout, metadataRetry));
    }
  }

  /** Hints serve the blocks that they name. */
  public KvcrSettings(
      Duration operationTimeout,
      Duration abandonTimeout,
      Duration metadataRetry,
      boolean eagerConnect) {
    this(operationTimeout, abandonTimeout, metadataRetry, eagerConnect, false);
  }

  public static KvcrSettings defaults() {
    return new KvcrSettings(
        Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMillis(100), true);
  }

  /** The same with other timeouts. */
  public KvcrSettings withTimeouts(Duration operation, Duration abandon) {
    return new KvcrSettings(operation, abandon, metadataRetry, eagerConnect, opportunistic);
  }
}
