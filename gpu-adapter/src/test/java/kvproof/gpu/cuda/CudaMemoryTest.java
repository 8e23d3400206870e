package kvproof.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CudaMemoryTest {
  private static final int SIZE = 64;

  private StandIn standIn;
  private CudaContext context;

  @BeforeEach
  void open() {
    standIn = StandIn.fresh(2, StandIn.DEVICE_BYTES);
    context = standIn.driver().open(0);
  }

  @AfterEach
  void everythingIsGivenBackAndNothingWasWrong() {
    if (standIn != null) {
      context.close();
      standIn.assertCleanAndEmpty();
    }
  }

  @Test
  void memoryIsZeroAtFirstForTheDeviceToo() {
    try (CudaMemory memory = context.allocate(SIZE)) {
      assertThat(standIn.peek(memory.address(), SIZE)).containsOnly(0);
      assertThat(read(memory, 0, SIZE)).containsOnly(0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriteChangesExactlyItsBytes(boolean direct) {
    try (CudaMemory memory = context.allocate(SIZE)) {
      memory.write(8, buffer(direct, "abcdefgh"));

      byte[] expected = new byte[SIZE];
      System.arraycopy(bytes("abcdefgh"), 0, expected, 8, 8);
      assertThat(read(memory, 0, SIZE)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBufferIsUsedFromItsPositionToItsLimit(boolean direct) {
    try (CudaMemory memory = context.allocate(SIZE)) {
      ByteBuffer from = buffer(direct, "..abcd..").position(2).limit(6);
      memory.write(0, from);
      assertThat(from.hasRemaining()).isFalse();

      ByteBuffer into = buffer(direct, "########").position(3).limit(7);
      memory.read(0, into);
      assertThat(into.hasRemaining()).isFalse();
      assertThat(bytesOf(into.clear())).isEqualTo(bytes("###abcd#"));
    }
  }

  @Test
  void aBufferOnTheHeapLargerThanTheBounceComesBackWhole() {
    int size = 9 * (1 << 20) + 5;
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 16));
    }
    try (CudaMemory memory = context.allocate(size + 2)) {
      memory.write(1, ByteBuffer.wrap(bytes));

      assertThat(read(memory, 1, size)).isEqualTo(bytes);
      assertThat(read(memory, 0, 1)).containsOnly(0);
      assertThat(read(memory, size + 1, 1)).containsOnly(0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriteIsThereForTheDeviceWhenItReturns(boolean direct) {
    try (CudaMemory memory = context.allocate(SIZE)) {
      memory.write(0, buffer(direct, "at once"));

      assertThat(standIn.peek(memory.address(), 7)).isEqualTo(bytes("at once"));
    }
  }

  @Test
  void aCopyWithinTheDeviceIsThereWhenItReturns() {
    try (CudaMemory from = context.allocate(SIZE);
        CudaMemory into = context.allocate(SIZE)) {
      from.write(8, buffer(true, "abcdefgh"));
      from.copyTo(8, into, 16, 8);

      assertThat(standIn.peek(into.address() + 16, 8)).isEqualTo(bytes("abcdefgh"));
      assertThat(standIn.peek(into.address(), 16)).containsOnly(0);
      assertThat(standIn.peek(into.address() + 24, SIZE - 24)).containsOnly(0);
    }
  }

  @Test
  void aCopyWithinOneMemoryMayTouchButNotOverlap() {
    try (CudaMemory memory = context.allocate(SIZE)) {
      memory.write(0, buffer(true, "abcdefgh"));
      memory.copyTo(0, memory, 8, 8);
      assertThat(read(memory, 8, 8)).isEqualTo(bytes("abcdefgh"));

      assertThatIllegalArgumentException()
          .isThrownBy(() -> memory.copyTo(0, memory, 7, 8))
          .withMessageContaining("overlap");
    }
  }

  @Test
  void memoryOfAnotherDeviceIsNoDestination() {
    try (CudaContext other = standIn.driver().open(1);
        CudaMemory from = context.allocate(SIZE);
        CudaMemory into = other.allocate(SIZE)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> from.copyTo(0, into, 0, 8))
          .withMessageContaining("another context");
    }
  }

  @Test
  void twoDevicesAreUsedInTurnsOnOneThread() {
    try (CudaContext other = standIn.driver().open(1);
        CudaMemory first = context.allocate(SIZE);
        CudaMemory second = other.allocate(SIZE)) {
      first.write(0, buffer(true, "first"));
      second.write(0, buffer(true, "second"));

      assertThat(read(first, 0, 5)).isEqualTo(bytes("first"));
      assertThat(read(second, 0, 6)).isEqualTo(bytes("second"));
    }
  }

  @Test
  void aThreadThatNeverSawTheContextMayUseItsMemory() {
    try (CudaMemory memory = context.allocate(SIZE);
        var thread = Executors.newSingleThreadExecutor()) {
      memory.write(0, buffer(true, "anywhere"));

      byte[] seen = CompletableFuture.supplyAsync(() -> read(memory, 0, 8), thread).join();
      CompletableFuture.runAsync(memory::close, thread).join();

      assertThat(seen).isEqualTo(bytes("anywhere"));
    }
  }

  @Test
  void rangesBeyondTheMemoryNeverReachTheDriver() {
    try (CudaMemory memory = context.allocate(SIZE);
        CudaMemory other = context.allocate(SIZE)) {
      outOfBounds(() -> memory.write(SIZE - 1, buffer(true, "ab")));
      outOfBounds(() -> memory.write(-1, buffer(false, "a")));
      outOfBounds(() -> memory.read(SIZE, ByteBuffer.allocate(1)));
      outOfBounds(() -> memory.read(Long.MAX_VALUE, ByteBuffer.allocateDirect(1)));
      outOfBounds(() -> memory.copyTo(0, other, SIZE - 7, 8));
      outOfBounds(() -> memory.copyTo(SIZE - 7, other, 0, 8));
      outOfBounds(() -> memory.copyTo(0, other, 0, -1));

      assertThat(standIn.violations()).isEmpty();
    }
  }

  @Test
  void zeroBytesMayBeCopiedAlsoAtTheEnd() {
    try (CudaMemory memory = context.allocate(SIZE)) {
      memory.write(SIZE, buffer(true, ""));
      memory.read(SIZE, buffer(false, ""));
      memory.copyTo(SIZE, memory, 0, 0);

      assertThat(read(memory, 0, SIZE)).containsOnly(0);
    }
  }

  @Test
  void freedMemoryIsNeverTouchedAgain() {
    CudaMemory memory = context.allocate(SIZE);
    CudaMemory open = context.allocate(SIZE);
    memory.close();

    freed(() -> memory.write(0, buffer(true, "a")));
    freed(() -> memory.read(0, ByteBuffer.allocate(1)));
    freed(() -> memory.copyTo(0, open, 0, 1));
    freed(() -> open.copyTo(0, memory, 0, 1));
    memory.close();

    assertThat(standIn.violations()).isEmpty();
    open.close();
  }

  @Test
  void aReadOnlyBufferIsNotFilled() {
    try (CudaMemory memory = context.allocate(SIZE)) {
      ByteBuffer direct = buffer(true, "abcd");

      assertThatExceptionOfType(ReadOnlyBufferException.class)
          .isThrownBy(() -> memory.read(0, direct.asReadOnlyBuffer()));
      assertThat(bytesOf(direct)).isEqualTo(bytes("abcd"));
    }
  }

  @Test
  void aFailureNamesFunctionCodeNameMeaningAndPlace() {
    try (CudaMemory memory = context.allocate(SIZE)) {
      standIn.failNext("cuMemcpyDtoH_v2", 700);

      assertThatExceptionOfType(CudaException.class)
          .isThrownBy(() -> memory.read(8, ByteBuffer.allocate(4)))
          .withMessage(
              "cuMemcpyDtoH_v2 failed with 700 CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access"
                  + " was encountered): 4 bytes from 8 of "
                  + memory)
          .satisfies(failure -> assertThat(failure.code()).isEqualTo(700))
          .satisfies(failure -> assertThat(failure.function()).isEqualTo("cuMemcpyDtoH_v2"));
    }
  }

  @Test
  void aFreeThatFailedIsNotTriedAgain() {
    CudaMemory memory = context.allocate(SIZE);
    standIn.failNext("cuMemFree_v2", 999);
    assertThatExceptionOfType(CudaException.class).isThrownBy(memory::close);

    memory.close();

    assertThat(standIn.liveAllocations()).isOne();
    standIn = null; // What the driver would not free is not given back.
    context.close();
  }

  private static byte[] read(CudaMemory memory, long offset, int size) {
    byte[] bytes = new byte[size];
    memory.read(offset, ByteBuffer.wrap(bytes));
    return bytes;
  }

  private static ByteBuffer buffer(boolean direct, String text) {
    ByteBuffer heap = ByteBuffer.wrap(bytes(text));
    return direct ? ByteBuffer.allocateDirect(heap.remaining()).put(heap).flip() : heap;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static void outOfBounds(Runnable call) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call::run);
  }

  private static void freed(Runnable call) {
    assertThatIllegalStateException().isThrownBy(call::run).withMessageContaining("is freed");
  }
}
