package kvproof.gpu.cuda;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The CUDA driver of this machine, for tests that a stand-in is no use to. */
public final class RealDevice {
  /**
   * The system property that is {@code true} where a GPU is known to be there: what needs it fails
   * then instead of being skipped.
   */
  public static final String MUST_RUN = "kvproof.gpu-must-run";

  /** Retained to the end of the process, so that the device is not set up anew for each test. */
  private static @Nullable CudaContext kept;

  private RealDevice() {}

  /**
   * The one that the environment means, loaded; without a driver or a device the test is skipped,
   * or fails if it must run.
   */
  public static synchronized CudaDriver driverOrSkip() {
    return orSkip(
        () -> {
          CudaDriver driver = CudaDriver.load(CudaDriver.library(System.getenv()));
          if (kept == null) {
            kept = driver.open(0);
          }
          return driver;
        },
        Boolean.getBoolean(MUST_RUN));
  }

  static CudaDriver orSkip(Supplier<CudaDriver> opened, boolean mustRun) {
    try {
      return opened.get();
    } catch (CudaMissingException | CudaException none) {
      if (!mustRun) {
        Assumptions.abort("no GPU: " + none.getMessage());
      }
      throw none;
    }
  }
}
