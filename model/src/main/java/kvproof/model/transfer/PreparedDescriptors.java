package kvproof.model.transfer;

/**
 * Descriptors of one side that an agent has checked once, to be used by many requests.
 *
 * <p>Belongs to the agent that prepared it. Closing it (twice is harmless) does not disturb the
 * requests made from it.
 */
public interface PreparedDescriptors extends AutoCloseable {

  /** Number of descriptors, at least 1. */
  int size();

  @Override
  void close();
}
