package kvproof.model.transfer;

import java.nio.ByteBuffer;

/**
 * Bytes that an agent allocated: zero at first, fixed in place until {@link #close}.
 *
 * <p>The owner reads and writes them whether they are registered or not; what it reads where a
 * transfer is writing is any mixture of old and new. For one thread at a time. Memory outlives the
 * agent that allocated it and is closed on its own; after that every other call throws {@link
 * IllegalStateException}.
 */
public interface TransferMemory extends AutoCloseable {

  /** The whole of it, as it is registered. */
  MemoryRegion region();

  /** Copies all that remains in {@code from} to {@code offsetBytes}; zero bytes are allowed. */
  void write(long offsetBytes, ByteBuffer from);

  /** Fills all that remains in {@code into} from {@code offsetBytes}; zero bytes are allowed. */
  void read(long offsetBytes, ByteBuffer into);

  /**
   * Frees the memory; closing twice is harmless.
   *
   * <p>Refused with {@link TransferException.Category#IN_USE} while any part is registered with an
   * agent of this process: the memory then stays, since a leak beats a write into freed memory.
   */
  @Override
  void close();
}
