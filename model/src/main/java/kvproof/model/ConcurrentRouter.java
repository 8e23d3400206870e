package kvproof.model;

/**
 * A router that many threads use at once: its events are applied by threads of its own.
 *
 * <p>Everything handed over about one owner is applied in that order; owners have no order among
 * each other. An answer sees, of each rank, everything up to some event and nothing after it, over
 * all tiers. Any thread may call anything; what waits never outlasts the thread that it waits for.
 */
public interface ConcurrentRouter extends CountingRouter, AutoCloseable {

  /** Hands an event over; false if it will not be applied, since whoever would do it has ended. */
  boolean enqueue(KvCacheEvent event);

  /**
   * Hands over something to run in order with the rank's events, on the thread that applies them.
   * An exception that it throws ends that thread for good; the others go on.
   */
  boolean enqueue(WorkerWithDpRank rank, Runnable task);

  /**
   * Takes a prediction about a rank in order with the rank's events, and waits until what follows
   * from it is applied.
   */
  default void apply(Prediction prediction) {
    throw new UnsupportedOperationException("predictions");
  }

  /** Waits until everything handed over before is done; false if some of it never will be. */
  boolean flush();

  /** As {@link #flush()}, of one rank; a rank that nothing was handed over of is flushed. */
  boolean flush(WorkerWithDpRank rank);

  /** Keeps resident counts from now on, of what is held already too; false as with a flush. */
  @Override
  boolean trackResidentBlocks();

  /** Does what was handed over, then ends. Answers go on as they are. Harmless if repeated. */
  @Override
  void close();
}
