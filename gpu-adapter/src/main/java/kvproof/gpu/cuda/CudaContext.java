package kvproof.gpu.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The primary context of one device, retained until {@link #close}: memory is allocated in it.
 *
 * <p>Safe for any thread.
 */
public final class CudaContext implements AutoCloseable {
  /*
   * The driver keeps a current context for each thread, and a new thread has none: whoever calls
   * from it without setting one is told CUDA_ERROR_INVALID_CONTEXT, or, where some library set
   * another, works on the wrong device. So everything here sets its context first, on the thread
   * that calls, each time; that costs tens of nanoseconds. It stays current afterwards, which NIXL
   * needs of a thread that registers device memory.
   */
  private final CudaDriver driver;
  private final int device;
  private final int ordinal;
  private final MemorySegment context;
  private int openMemories;
  private boolean isClosed;

  CudaContext(CudaDriver driver, int device, int ordinal, MemorySegment context) {
    this.driver = driver;
    this.device = device;
    this.ordinal = ordinal;
    this.context = context;
  }

  /** The device's number, from 0: what descriptors of its memory name. */
  public int ordinal() {
    return ordinal;
  }

  /** Makes this the calling thread's current context, for calls of other libraries. */
  public synchronized void makeCurrent() {
    if (isClosed) {
      throw new IllegalStateException("the context of device " + ordinal + " is closed");
    }
    driver.check(
        "cuCtxSetCurrent",
        driver.api().ctxSetCurrent(context),
        () -> "making the context of device " + ordinal + " current");
  }

  /**
   * Zeroed memory of the device, at least one byte.
   *
   * @throws CudaException that {@link CudaException#isOutOfMemory} if there is no room; nothing
   *     stays allocated, whatever fails
   */
  public synchronized CudaMemory allocate(long sizeBytes) {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("no device memory of " + sizeBytes + " bytes");
    }
    makeCurrent();
    CudaMemory memory = new CudaMemory(this, address(sizeBytes), sizeBytes);
    openMemories++;
    try {
      memory.zero();
      return memory;
    } catch (Throwable failure) {
      memory.close();
      throw failure;
    }
  }

  private long address(long sizeBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(JAVA_LONG);
      driver.check(
          "cuMemAlloc_v2",
          driver.api().memAlloc(address, sizeBytes),
          () -> "allocating " + sizeBytes + " bytes on device " + ordinal);
      return address.get(JAVA_LONG, 0);
    }
  }

  /** Waits until everything that was started on the device from this process is done. */
  void synchronize() {
    driver.check(
        "cuCtxSynchronize", driver.api().ctxSynchronize(), () -> "waiting for device " + ordinal);
  }

  CudaDriver driver() {
    return driver;
  }

  /** Whether memory of it is not closed yet. */
  public synchronized boolean hasOpenMemory() {
    return openMemories > 0;
  }

  synchronized void forgetMemory() {
    openMemories--;
  }

  /**
   * Releases the context; closing twice is harmless.
   *
   * <p>Refused with {@link IllegalStateException} while memory of it is open: the driver would free
   * that under whoever still uses it.
   */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    if (openMemories > 0) {
      throw new IllegalStateException(
          openMemories + " pieces of memory of device " + ordinal + " are open; close them first");
    }
    isClosed = true;
    driver.check(
        "cuDevicePrimaryCtxRelease_v2",
        driver.api().devicePrimaryCtxRelease(device),
        () -> "releasing device " + ordinal);
  }
}
