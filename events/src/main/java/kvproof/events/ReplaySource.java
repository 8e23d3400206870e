package kvproof.events;

/** Where batches that were missed can be asked for again. */
@FunctionalInterface
public interface ReplaySource {
  /**
   * Hands over every batch that the source still has from {@code start} on (an unsigned sequence
   * number), and says how that ended. Blocks until then; the sink is called on this thread, and
   * what it throws ends the replay and comes out of this call.
   */
  ReplayEnd replay(long start, ReplaySink sink);
}
