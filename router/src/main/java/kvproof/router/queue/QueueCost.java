package kvproof.router.queue;

/**
 * What a request weighs in the queue; fixed when it is enqueued (selection 5.3).
 *
 * @param promptTokens of the whole prompt, at least 0
 * @param cachedTokens of them on the reference rank, from 0 to {@code promptTokens}
 * @param cost what its class pays for it, at least 1
 */
public record QueueCost(long promptTokens, long cachedTokens, long cost) {

  public QueueCost {
    if (cachedTokens < 0 || promptTokens < cachedTokens) {
      throw new IllegalArgumentException(
          cachedTokens + " tokens of " + promptTokens + " cannot be cached");
    }
    if (cost < 1) {
      throw new IllegalArgumentException("cost of a request must be at least 1, not " + cost);
    }
  }

  /**
   * The cost of what is left to prefill.
   *
   * @param cachedTokens of the reference rank, at least 0; cut to the prompt
   */
  public static QueueCost of(long promptTokens, long cachedTokens) {
    long cached = Math.min(cachedTokens, promptTokens);
    return new QueueCost(promptTokens, cached, Math.max(1, promptTokens - cached));
  }

  /** The same tokens at the cost that a classifier set. */
  public QueueCost withCost(long newCost) {
    return new QueueCost(promptTokens, cachedTokens, newCost);
  }

  /** What decides on the cache bucket; may be 0, unlike the cost. */
  public long uncachedTokens() {
    return promptTokens - cachedTokens;
  }
}
