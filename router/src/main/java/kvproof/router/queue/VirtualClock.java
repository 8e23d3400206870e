package kvproof.router.queue;

/**
 * The time of a queue, in nanoseconds since its start: whoever runs the queue says what it is.
 *
 * <p>Never goes back. May go on during an overlap refresh, in which the queue waits for somebody
 * else. For one thread at a time.
 */
public final class VirtualClock {
  private long nowNanos;

  public long nowNanos() {
    return nowNanos;
  }

  /** An earlier time than now changes nothing. */
  public void advanceTo(long nanos) {
    nowNanos = Math.max(nowNanos, nanos);
  }
}
