package kvproof.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class CudaDriverTest {

  @Test
  void devicesAreCountedNamedAndMeasured() {
    StandIn standIn = StandIn.fresh(2, 1 << 20);
    CudaDriver driver = standIn.driver();

    assertThat(driver.devices()).isEqualTo(2);
    assertThat(driver.deviceName(1)).isEqualTo("stand-in device 1");
    assertThat(driver.deviceBytes(1)).isEqualTo(1 << 20);
    assertThat(driver.version()).isEqualTo("12.8");
    standIn.assertCleanAndEmpty();
  }

  @Test
  void aDriverWithoutADeviceSaysSo() {
    StandIn standIn = StandIn.fresh(0, 1 << 20);

    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(standIn::driver)
        .withMessageContaining("100 CUDA_ERROR_NO_DEVICE")
        .withMessageContaining("initialising the stand-in");
  }

  @Test
  void aDeviceThatIsNotThereIsNotOpened() {
    CudaDriver driver = StandIn.fresh().driver();

    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> driver.open(1))
        .withMessageContaining("CUDA_ERROR_INVALID_DEVICE")
        .withMessageContaining("device 1");
  }

  @Test
  void codesThatTheDriverDoesNotKnowStayNumbers() {
    StandIn standIn = StandIn.fresh();
    CudaDriver driver = standIn.driver();
    standIn.failNext("cuDeviceGet", 12345);

    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> driver.open(0))
        .withMessageContaining("failed with 12345 unknown to this driver");
  }

  @Test
  void aLibraryThatIsNotThereSaysWhereItComesFrom() {
    assertThatExceptionOfType(CudaMissingException.class)
        .isThrownBy(() -> CudaDriver.load("/nowhere/libcuda.so.1"))
        .withMessageContaining("/nowhere/libcuda.so.1 cannot be opened")
        .withMessageContaining("(/nowhere/libcuda.so.1: cannot open shared object file")
        .withMessageContaining("NVIDIA's driver")
        .withMessageContaining("KVPROOF_CUDA_LIB");
  }

  @Test
  void aLibraryThatIsNoDriverNamesTheFunctionItLacks() {
    assertThatExceptionOfType(CudaMissingException.class)
        .isThrownBy(() -> CudaDriver.load("libm.so.6"))
        .withMessageContaining("libm.so.6 has no function cuInit");
  }

  @Test
  void theStandInLoadsByItsPath() {
    StandIn.fresh();

    CudaDriver driver = CudaDriver.load(StandIn.libraryOrSkip().toString());

    assertThat(driver.devices()).isOne();
  }
}
