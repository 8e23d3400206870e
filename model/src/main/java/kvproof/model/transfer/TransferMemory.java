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
   * The bytes {@code [offsetBytes, offsetBytes + sizeBytes)} themselves, not a copy: little-endian,
   * from position 0 to a limit of {@code sizeBytes}, and what is put there is in the memory at
   * once.
   *
   * <p>For filling and checking blocks in bulk. A range beyond the memory is {@link
   * IndexOutOfBoundsException}; zero bytes are allowed. A view is good until {@link #close}: native
   * memory then throws {@link IllegalStateException} at every access, memory on the heap cannot
   * tell and keeps the bytes to itself. No view prevents the close.
   *
   * <p>Memory of a device has no view, whatever an implementation keeps it in: {@link
   * UnsupportedOperationException}. It is filled and checked by {@link #write} and {@link #read}.
   */
  ByteBuffer view(long offsetBytes, int sizeBytes);

  /**
   * Frees the memory; closing twice is harmless.
   *
   * <p>Refused with {@link TransferException.Category#IN_USE} while any part is registered with an
   * agent of this process: the memory then stays, since a leak beats a write into freed memory.
   */
  @Override
  void close();
}
