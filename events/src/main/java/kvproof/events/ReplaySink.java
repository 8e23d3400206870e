package kvproof.events;

/**
 * Takes the batches of a replay, in the order of their arrival.
 *
 * <p>A source may send what was not asked for, and numbers in any order: to judge them is up to the
 * sink. The array may be kept, not changed.
 */
@FunctionalInterface
public interface ReplaySink {
  void accept(long sequence, byte[] payload);
}
