package kvproof.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.CudaMissingException;
import kvproof.gpu.cuda.StandIn;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory of a device as agents have it, on the driver's stand-in. */
class DeviceMemorySourceTest {
  private static final int SIZE = 64;

  private final AtomicInteger loads = new AtomicInteger();

  private StandIn standIn;
  private ProcessMemory process;

  @BeforeEach
  void open() {
    standIn = StandIn.fresh(2, StandIn.DEVICE_BYTES);
    process = new ProcessMemory(new DeviceMemorySource(this::load, 1));
  }

  private CudaDriver load() {
    loads.incrementAndGet();
    return standIn.driver();
  }

  @AfterEach
  void everythingIsGivenBackAndNothingWasWrong() {
    if (standIn != null) {
      process.release();
      assertThat(process.leftovers()).isEmpty();
      standIn.assertCleanAndEmpty();
    }
  }

  private TransferMemory allocate() {
    return process.allocate(MemoryKind.VRAM, SIZE);
  }

  @Test
  void theDriverIsLoadedOnceAndOnlyForMemoryOfADevice() {
    process.allocate(MemoryKind.DRAM, SIZE).close();
    assertThat(loads).hasValue(0);

    allocate().close();
    allocate().close();

    assertThat(loads).hasValue(1);
  }

  @Test
  void aRegionNamesTheDeviceAndWhereItHasTheBytes() {
    try (TransferMemory memory = allocate()) {
      memory.write(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));

      MemoryRegion region = memory.region();
      assertThat(region.kind()).isEqualTo(MemoryKind.VRAM);
      assertThat(region.deviceId()).isEqualTo(1);
      assertThat(region.sizeBytes()).isEqualTo(SIZE);
      assertThat(standIn.peek(region.address(), 3)).containsExactly(1, 2, 3);
    }
  }

  @Test
  void whatIsWrittenIsReadAndBeginsZeroed() {
    try (TransferMemory memory = allocate()) {
      memory.write(8, ByteBuffer.wrap(new byte[] {7, 8}));
      ByteBuffer seen = ByteBuffer.allocate(4);
      memory.read(7, seen);

      assertThat(seen.array()).containsExactly(0, 7, 8, 0);
      assertThat(seen.hasRemaining()).isFalse();
    }
  }

  @Test
  void thereIsNoView() {
    try (TransferMemory memory = allocate()) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> memory.view(0, 8))
          .withMessageContaining("read and write copies");
    }
  }

  @Test
  void memoryThatAnAgentHoldsStaysAllocated() {
    TransferMemory memory = allocate();
    process.hold(memory.region(), "agent");

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(memory::close)
        .extracting(TransferException::category)
        .isEqualTo(Category.IN_USE);
    assertThat(standIn.liveAllocations()).isOne();

    process.letGo(memory.region(), "agent");
    memory.close();
  }

  @Test
  void closedMemoryIsNotTouched() {
    TransferMemory memory = allocate();
    memory.close();
    memory.close();

    assertThatIllegalStateException().isThrownBy(() -> memory.read(0, ByteBuffer.allocate(1)));
  }

  @Test
  void memoryThatTheDriverDoesNotFreeIsLeftOverUntilItIsClosedAgain() {
    TransferMemory memory = allocate();
    standIn.failNext("cuMemFree_v2", 700);

    refused(Category.BACKEND, memory::close);
    assertThat(process.leftovers()).hasSize(1);

    memory.close();
    assertThat(process.leftovers()).isEmpty();
    standIn = null; // It rightly misses what was never freed.
  }

  @Test
  void noRoomIsOutOfMemoryAndAnythingElseTheBackendsFailure() {
    refused(Category.OUT_OF_MEMORY, () -> process.allocate(MemoryKind.VRAM, 1L << 40));
    standIn.failNext("cuMemAlloc_v2", 999);
    refused(Category.BACKEND, this::allocate);

    try (TransferMemory memory = allocate()) {
      standIn.failNext("cuMemcpyDtoH_v2", 700);
      refused(Category.BACKEND, () -> memory.read(0, ByteBuffer.allocate(1)));
    }
  }

  @Test
  void aMachineWithoutADriverSaysWhatToDo() {
    standIn = null;
    var none =
        new ProcessMemory(
            new DeviceMemorySource(
                () -> {
                  throw new CudaMissingException("install the driver");
                },
                0));

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> none.allocate(MemoryKind.VRAM, SIZE))
        .withMessage("BACKEND: install the driver");
    none.release();
  }

  @Test
  void theDeviceIsReleasedWhenNoMemoryIsOpenAndTakenAgainWhenItIsWanted() {
    TransferMemory memory = allocate();
    process.release();
    assertThat(standIn.retained()).isOne();

    memory.close();
    process.release();
    assertThat(standIn.retained()).isZero();

    allocate().close();
    assertThat(standIn.retained()).isOne();
  }

  @Test
  void deviceThatIsNotReleasedIsTheBackendsFailureAndTheNextMemoryOpensItAnew() {
    allocate().close();
    standIn.failNext("cuDevicePrimaryCtxRelease_v2", 999);
    refused(Category.BACKEND, process::release);

    allocate().close();
    process.release();

    assertThat(standIn.retained()).as("the one that was refused").isOne();
    standIn = null; // It rightly misses what was never released.
  }

  @Test
  void deviceThatCannotBeOpenedIsTheBackendsFailure() {
    standIn.failNext("cuDevicePrimaryCtxRetain", 999);
    refused(Category.BACKEND, this::allocate);
    standIn.failNext("cuInit", 999);
    refused(Category.BACKEND, this::allocate);
  }

  private static void refused(Category category, Runnable call) {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(call::run)
        .extracting(TransferException::category)
        .isEqualTo(category);
  }
}
