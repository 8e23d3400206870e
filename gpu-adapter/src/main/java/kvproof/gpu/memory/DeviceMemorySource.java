package kvproof.gpu.memory;

import java.util.Optional;
import java.util.function.Supplier;
import kvproof.gpu.cuda.CudaContext;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.CudaMissingException;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * Memory of one CUDA device. The driver is loaded when the first memory is asked for.
 *
 * <p>What the driver refuses is {@link TransferException}. Several threads may use it.
 */
public final class DeviceMemorySource implements MemorySource {
  private final Supplier<CudaDriver> driver;
  private final int ordinal;
  private Optional<CudaContext> context = Optional.empty();

  /**
   * Memory of the device with that number, from 0.
   *
   * @param driver loads the driver, or throws what {@link CudaDriver#load} throws
   */
  public DeviceMemorySource(Supplier<CudaDriver> driver, int ordinal) {
    this.driver = driver;
    this.ordinal = ordinal;
  }

  /**
   * Of the first device that this process may see, through the driver that its environment means.
   */
  public static DeviceMemorySource ofProcess() {
    return new DeviceMemorySource(() -> CudaDriver.load(CudaDriver.library(System.getenv())), 0);
  }

  /** {@link Category#BACKEND} without a driver or a device: its message says what to do. */
  @Override
  public synchronized OwnedMemory allocate(ProcessMemory process, MemoryKind kind, long sizeBytes) {
    CudaContext opened = DeviceMemory.translated(this::open);
    return new DeviceMemory(process, DeviceMemory.translated(() -> opened.allocate(sizeBytes)));
  }

  private CudaContext open() {
    if (context.isEmpty()) {
      try {
        context = Optional.of(driver.get().open(ordinal));
      } catch (CudaMissingException missing) {
        throw new TransferException(Category.BACKEND, String.valueOf(missing.getMessage()));
      }
    }
    return context.orElseThrow();
  }

  /**
   * Releases the device unless memory of it is open: then it stays, for whoever uses that. If the
   * driver refuses, it is not asked again.
   */
  @Override
  public synchronized void close() {
    if (context.isPresent() && !context.get().hasOpenMemory()) {
      CudaContext released = context.get();
      context = Optional.empty();
      DeviceMemory.translated(released::close);
    }
  }
}
