package kvproof.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CudaContextTest {
  private static final int OUT_OF_MEMORY = 2;

  private StandIn standIn;
  private CudaContext context;

  @BeforeEach
  void open() {
    standIn = StandIn.fresh();
    context = standIn.driver().open(0);
  }

  @AfterEach
  void everythingIsGivenBackAndNothingWasWrong() {
    context.close();
    standIn.assertCleanAndEmpty();
  }

  @Test
  void whatIsGivenBackMayBeHadAgain() {
    for (int round = 0; round < 2; round++) {
      try (CudaMemory memory = context.allocate(StandIn.DEVICE_BYTES)) {
        assertThatExceptionOfType(CudaException.class).isThrownBy(() -> context.allocate(1));
        assertThat(memory.sizeBytes()).isEqualTo(StandIn.DEVICE_BYTES);
      }
    }
  }

  @Test
  void moreThanThereIsCannotBeHadAndNothingStays() {
    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> context.allocate(StandIn.DEVICE_BYTES + 1))
        .withMessageStartingWith("cuMemAlloc_v2 failed with 2 CUDA_ERROR_OUT_OF_MEMORY")
        .satisfies(failure -> assertThat(failure.isOutOfMemory()).isTrue());
  }

  @Test
  void noBytesCannotBeAllocated() {
    assertThatIllegalArgumentException().isThrownBy(() -> context.allocate(0));
    assertThatIllegalArgumentException().isThrownBy(() -> context.allocate(-1));
  }

  @Test
  void memoryThatCannotBeZeroedIsFreed() {
    standIn.failNext("cuMemsetD8_v2", 999);

    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> context.allocate(8))
        .satisfies(failure -> assertThat(failure.isOutOfMemory()).isFalse());
    assertThat(standIn.liveAllocations()).isZero();
  }

  @Test
  void aContextWithOpenMemoryStaysOpen() {
    CudaMemory memory = context.allocate(8);

    assertThatIllegalStateException()
        .isThrownBy(context::close)
        .withMessageContaining("1 pieces of memory of device 0 are open");
    assertThat(standIn.retained()).isOne();
    memory.close();
  }

  @Test
  void closingTwiceReleasesOnce() {
    CudaContext second = standIn.driver().open(0);
    assertThat(standIn.retained()).isEqualTo(2);

    second.close();
    second.close();

    assertThat(standIn.retained()).isOne();
  }

  @Test
  void aClosedContextIsOfNoUse() {
    CudaContext closed = standIn.driver().open(0);
    closed.close();

    assertThatIllegalStateException().isThrownBy(closed::makeCurrent);
    assertThatIllegalStateException().isThrownBy(() -> closed.allocate(8));
  }
}
