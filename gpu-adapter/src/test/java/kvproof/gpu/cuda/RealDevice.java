package kvproof.gpu.cuda;

import org.junit.jupiter.api.Assumptions;

/** The CUDA driver of this machine, for tests that a stand-in is no use to. */
public final class RealDevice {
  private RealDevice() {}

  /** Loaded; the test is skipped if there is no driver or no device. */
  public static CudaDriver driverOrSkip() {
    try {
      return CudaDriver.load(CudaDriver.LIBRARY);
    } catch (CudaMissingException | CudaException none) {
      Assumptions.abort("SKIPPED, no GPU: " + none.getMessage());
      throw none;
    }
  }
}
