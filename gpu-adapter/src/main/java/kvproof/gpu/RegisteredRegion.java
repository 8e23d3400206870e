package kvproof.gpu;

import java.lang.foreign.MemorySegment;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.MemoryRegion;

/**
 * A region that the library may read and write until {@link #close()}; its memory is held so long.
 *
 * <p>Owns the library's registration, not the bytes. Close it before the agent.
 */
final class RegisteredRegion implements AutoCloseable {
  private final NixlAgent agent;
  private final String holder;
  private final ProcessMemory process;
  private final MemoryRegion region;
  private final MemorySegment list;
  private boolean closed;

  /** Throws if the memory is not open or the library refuses it; nothing stays held then. */
  RegisteredRegion(NixlAgent agent, String holder, ProcessMemory process, MemoryRegion region) {
    this.agent = agent;
    this.holder = holder;
    this.process = process;
    this.region = region;
    process.hold(region, holder);
    try {
      this.list = agent.register(region);
    } catch (RuntimeException | Error failure) {
      process.letGo(region, holder);
      throw failure;
    }
  }

  MemoryRegion region() {
    return region;
  }

  /** Whether it was taken back; a later registration of the same bytes is another object. */
  boolean isClosed() {
    return closed;
  }

  /**
   * If the library will not let go the memory stays held: a leak beats a write into freed memory.
   */
  @Override
  public void close() {
    if (!closed) {
      deregister();
      letGo();
    }
  }

  /** Takes it from the library; {@link #letGo} is to follow. */
  void deregister() {
    process.readyThread(region);
    agent.deregister(list, region);
    closed = true;
  }

  /** The second half of closing: the memory may be closed from now on. */
  void letGo() {
    process.letGo(region, holder);
  }
}
