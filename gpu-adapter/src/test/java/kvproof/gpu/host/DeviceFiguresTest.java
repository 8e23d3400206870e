package kvproof.gpu.host;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.gpu.cuda.CudaMissingException;
import kvproof.gpu.cuda.StandIn;
import org.junit.jupiter.api.Test;

/** On the driver's stand-in. */
class DeviceFiguresTest {
  private static final long DEVICE_BYTES = 256L << 20;

  @Test
  void figuresThatWereHadAreWhole() {
    StandIn standIn = StandIn.fresh(1, DEVICE_BYTES);

    assertThat(DeviceFigures.driverCopies(standIn::driver)).isTrue();
    standIn.assertCleanAndEmpty();
  }

  @Test
  void failureOfTheDriverIsSaid() {
    StandIn standIn = StandIn.fresh(1, DEVICE_BYTES);
    standIn.failNext("cuMemcpyDtoH_v2", 700);

    assertThat(DeviceFigures.driverCopies(standIn::driver)).isFalse();
  }

  @Test
  void machineWithoutADriverIsSaid() {
    assertThat(
            DeviceFigures.driverCopies(
                () -> {
                  throw new CudaMissingException("none");
                }))
        .isFalse();
  }
}
