package kvproof.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the stand-in notices when the driver is used wrongly: one wrong call in each test. */
class CudaPlantedFaultsTest {
  private static final int SIZE = 64;

  private StandIn standIn;

  @BeforeEach
  void freshDevices() {
    standIn = StandIn.fresh(2, StandIn.DEVICE_BYTES);
  }

  /** The life of a piece of memory, with the planted fault in the calls underneath. */
  private void use(BiFunction<SymbolLookup, String, CudaApi> faulty) {
    CudaDriver driver = new CudaDriver(faulty.apply(standIn.symbols(), "faulty"));
    try (CudaContext context = driver.open(0);
        CudaMemory memory = context.allocate(SIZE)) {
      memory.write(0, ByteBuffer.wrap(new byte[SIZE]));
      memory.read(0, ByteBuffer.allocate(SIZE));
    }
  }

  @Test
  void withoutAFaultNothingIsNoticed() {
    use(CudaApi::new);

    standIn.assertCleanAndEmpty();
  }

  static class FreesTwice extends CudaApi {
    FreesTwice(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int memFree(long address) {
      int code = super.memFree(address);
      super.memFree(address);
      return code;
    }
  }

  @Test
  void freeingTwiceIsNoticedThoughTheCodeIsSwallowed() {
    use(FreesTwice::new);

    assertThat(standIn.violations())
        .singleElement()
        .asString()
        .startsWith("cuMemFree_v2: nothing is allocated at 0x")
        .endsWith("(freed twice?)");
  }

  static class CopiesTooFar extends CudaApi {
    CopiesTooFar(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int memcpyHtoD(long to, MemorySegment from, long sizeBytes) {
      return super.memcpyHtoD(to + 1, from, sizeBytes);
    }
  }

  @Test
  void aCopyOneByteTooFarIsNoticed() {
    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> use(CopiesTooFar::new))
        .withMessageContaining("CUDA_ERROR_INVALID_VALUE");

    assertThat(standIn.violations()).containsExactly("cuMemcpyHtoD_v2: 64 bytes at offset 1 of 64");
  }

  static class ReadsTooFar extends CudaApi {
    ReadsTooFar(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int memcpyDtoH(MemorySegment to, long from, long sizeBytes) {
      return super.memcpyDtoH(to, from - 1, sizeBytes);
    }
  }

  @Test
  void aCopyBackFromBeforeTheMemoryIsNoticed() {
    assertThatExceptionOfType(CudaException.class).isThrownBy(() -> use(ReadsTooFar::new));

    assertThat(standIn.violations())
        .singleElement()
        .asString()
        .startsWith("cuMemcpyDtoH_v2: no device memory at 0x");
  }

  static class ForgetsTheContext extends CudaApi {
    ForgetsTheContext(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int ctxSetCurrent(MemorySegment context) {
      return 0;
    }
  }

  @Test
  void aThreadWithoutAContextIsNoticed() {
    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> use(ForgetsTheContext::new))
        .withMessageContaining("CUDA_ERROR_INVALID_CONTEXT");

    assertThat(standIn.violations())
        .containsExactly("cuMemAlloc_v2 on a thread without a current context");
  }

  /** Sets a context once, as if one thread and one device were all there is. */
  static class SetsTheContextOnce extends CudaApi {
    private boolean isSet;

    SetsTheContextOnce(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int ctxSetCurrent(MemorySegment context) {
      int code = isSet ? 0 : super.ctxSetCurrent(context);
      isSet = true;
      return code;
    }
  }

  @Test
  void memoryOfOneDeviceUnderTheContextOfAnotherIsNoticed() {
    CudaDriver driver = new CudaDriver(new SetsTheContextOnce(standIn.symbols(), "faulty"));
    CudaMemory first = driver.open(0).allocate(SIZE);
    standIn.driver().open(1).makeCurrent();

    assertThat(catchThrowable(() -> first.read(0, ByteBuffer.allocate(1))))
        .isInstanceOf(CudaException.class);
    assertThat(catchThrowable(first::close)).isInstanceOf(CudaException.class);

    assertThat(standIn.violations())
        .containsExactly(
            "cuMemcpyDtoH_v2 under the context of another device",
            "cuMemFree_v2 under the context of another device");
  }

  static class NeverWaits extends CudaApi {
    NeverWaits(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int ctxSynchronize() {
      return 0;
    }
  }

  @Test
  void aWriteThatIsNotWaitedForIsNotYetThere() {
    CudaDriver driver = new CudaDriver(new NeverWaits(standIn.symbols(), "faulty"));
    CudaMemory memory = driver.open(0).allocate(SIZE);
    memory.write(0, ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));

    assertThat(standIn.peek(memory.address(), 4)).isNotEqualTo(new byte[] {1, 2, 3, 4});
  }

  static class NeverInitialises extends CudaApi {
    NeverInitialises(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int init(int flags) {
      return 0;
    }
  }

  @Test
  void aDriverThatWasNotInitialisedIsNoticed() {
    assertThatExceptionOfType(CudaException.class)
        .isThrownBy(() -> use(NeverInitialises::new))
        .withMessageContaining("CUDA_ERROR_NOT_INITIALIZED");

    assertThat(standIn.violations()).containsExactly("cuDeviceGet before cuInit");
  }

  static class NeverFrees extends CudaApi {
    NeverFrees(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int memFree(long address) {
      return 0;
    }
  }

  @Test
  void memoryThatIsNeverFreedIsCountedAndSeenWhenItsContextGoes() {
    use(NeverFrees::new);

    assertThat(standIn.liveAllocations()).isOne();
    assertThat(standIn.violations())
        .containsExactly("cuDevicePrimaryCtxRelease_v2 over 64 bytes of live memory");
  }

  static class ReleasesTwice extends CudaApi {
    ReleasesTwice(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int devicePrimaryCtxRelease(int device) {
      super.devicePrimaryCtxRelease(device);
      return super.devicePrimaryCtxRelease(device);
    }
  }

  @Test
  void aContextThatIsReleasedTwiceIsNoticed() {
    assertThatExceptionOfType(CudaException.class).isThrownBy(() -> use(ReleasesTwice::new));

    assertThat(standIn.violations())
        .containsExactly("cuDevicePrimaryCtxRelease_v2: the context is not retained");
  }

  static class NeverReleases extends CudaApi {
    NeverReleases(SymbolLookup symbols, String library) {
      super(symbols, library);
    }

    @Override
    int devicePrimaryCtxRelease(int device) {
      return 0;
    }
  }

  @Test
  void aContextThatIsNeverReleasedIsCounted() {
    use(NeverReleases::new);

    assertThat(standIn.retained()).isOne();
  }
}
