package kvproof.gpu.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferMemory;

/**
 * Memory at a real address, kept until nobody has registered any of it; what the bytes lie in is
 * the subclass's.
 *
 * <p>Everything is checked here before a subclass is called: range, and that it is open.
 */
public abstract class OwnedMemory implements TransferMemory {
  private final ProcessMemory process;
  private final MemoryRegion region;

  /** One entry for each registered part: the agent that has it. Guarded by {@link #process}. */
  private final List<String> holders = new ArrayList<>(1);

  private volatile boolean closed;

  protected OwnedMemory(ProcessMemory process, MemoryRegion region) {
    this.process = process;
    this.region = region;
  }

  /** Copies all that remains in {@code from}; at least one byte, in range. */
  protected abstract void copyIn(long offsetBytes, ByteBuffer from);

  /** Fills all that remains in {@code into}; at least one byte, in range. */
  protected abstract void copyOut(long offsetBytes, ByteBuffer into);

  /** As {@link #view} says; in range. */
  protected abstract ByteBuffer viewOf(long offsetBytes, int sizeBytes);

  /**
   * Makes the calling thread one from which another library can reach the bytes, if threads differ
   * in that.
   */
  protected void readyThread() {}

  /** Gives the bytes back; called again if it failed. */
  protected abstract void free();

  @Override
  public final MemoryRegion region() {
    return region;
  }

  @Override
  public final void write(long offsetBytes, ByteBuffer from) {
    requireOpen();
    if (isInRange(offsetBytes, from.remaining())) {
      copyIn(offsetBytes, from);
    }
    from.position(from.limit());
  }

  @Override
  public final void read(long offsetBytes, ByteBuffer into) {
    requireOpen();
    if (isInRange(offsetBytes, into.remaining())) {
      copyOut(offsetBytes, into);
    }
    into.position(into.limit());
  }

  @Override
  public final ByteBuffer view(long offsetBytes, int sizeBytes) {
    requireOpen();
    Objects.checkFromIndexSize(offsetBytes, (long) sizeBytes, region.sizeBytes());
    return viewOf(offsetBytes, sizeBytes);
  }

  /** Whether there is anything to copy; beyond the memory is {@link IndexOutOfBoundsException}. */
  private boolean isInRange(long offsetBytes, int sizeBytes) {
    Objects.checkFromIndexSize(offsetBytes, (long) sizeBytes, region.sizeBytes());
    return sizeBytes > 0;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("memory " + region + " is closed");
    }
  }

  final List<String> holders() {
    return holders;
  }

  /** What could not be given back stays open, and among {@link ProcessMemory#leftovers}. */
  @Override
  public final void close() {
    synchronized (process) {
      if (!closed) {
        process.requireUnheld(this);
        free();
        process.remove(this);
        closed = true;
      }
    }
  }
}
