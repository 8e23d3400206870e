package kvproof.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RealDeviceTest {
  private static CudaDriver failing() {
    throw new CudaException("cuInit", 999, "CUDA_ERROR_UNKNOWN", "unknown error", "initialising");
  }

  @Test
  void testWithoutADeviceIsSkippedAndSaysWhy() {
    assertThatExceptionOfType(TestAbortedException.class)
        .isThrownBy(() -> RealDevice.orSkip(RealDeviceTest::failing, false))
        .withMessageContaining("no GPU: cuInit failed with 999");
  }

  /** A GPU that is there and fails is no reason to skip what was to be checked on it. */
  @Test
  void testThatMustRunFailsWithTheDriversWords() {
    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> RealDevice.orSkip(RealDeviceTest::failing, true))
        .withMessageContaining("cuInit failed with 999");
  }
}
