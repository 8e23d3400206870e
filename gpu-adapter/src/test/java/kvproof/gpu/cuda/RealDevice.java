package kvproof.gpu.cuda;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The CUDA driver of this machine, for tests that a stand-in is no use to. */
public final class RealDevice {
  /** Retained to the end of the process, so that the device is not set up anew for each test. */
  private static @Nullable CudaContext kept;

  private RealDevice() {}

  /** Loaded; the test is skipped if there is no driver or no device. */
  public static synchronized CudaDriver driverOrSkip() {
    try {
      CudaDriver driver = CudaDriver.load(CudaDriver.LIBRARY);
      if (kept == null) {
        kept = driver.open(0);
      }
      return driver;
    } catch (CudaMissingException | CudaException none) {
      Assumptions.abort("no GPU: " + none.getMessage());
      throw none;
    }
  }
}
