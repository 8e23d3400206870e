package kvproof.gpu.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The CUDA driver's stand-in on the CPU, {@code src/test/c/cuda_standin.c}: compiled once a run,
 * loaded, and asked what it saw.
 *
 * <p>Without a C compiler the tests that use it are skipped and say so. A library that was compiled
 * elsewhere is named by the system property {@code kvproof.cuda-standin}.
 */
@SuppressWarnings("restricted")
public final class StandIn {
  /** Of each device, unless a test wants another size. */
  public static final long DEVICE_BYTES = 64L << 20;

  private static final Path SOURCE = Path.of("src/test/c/cuda_standin.c");
  private static final Path FOLDER = Path.of("target/cuda-standin");
  private static final Optional<Path> LIBRARY = library();

  private final SymbolLookup symbols;

  private StandIn(Path library) {
    this.symbols = SymbolLookup.libraryLookup(library, Arena.global());
  }

  /** One device, nothing allocated, nothing noted. */
  public static StandIn fresh() {
    return fresh(1, DEVICE_BYTES);
  }

  /** So many devices of that size each. */
  public static StandIn fresh(int devices, long deviceBytes) {
    StandIn standIn = new StandIn(libraryOrSkip());
    standIn.call(
        FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG), "standin_reset", devices, deviceBytes);
    return standIn;
  }

  /** Where the compiled library is; without one the test is skipped. */
  public static Path libraryOrSkip() {
    Assumptions.assumeTrue(
        LIBRARY.isPresent(),
        "SKIPPED: the CUDA stand-in needs a C compiler, and neither cc nor gcc is on the PATH");
    return LIBRARY.orElseThrow();
  }

  private static Optional<Path> library() {
    String compiled = System.getProperty("kvproof.cuda-standin");
    if (compiled != null) {
      return Optional.of(Path.of(compiled));
    }
    return Stream.of("cc", "gcc").flatMap(StandIn::onPath).findFirst().map(StandIn::compiled);
  }

  private static Stream<Path> onPath(String command) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, command))
        .filter(Files::isExecutable);
  }

  private static Path compiled(Path compiler) {
    try {
      Files.createDirectories(FOLDER);
      Path library = Files.createTempDirectory(FOLDER, "built").resolve("libcuda_standin.so");
      Process process =
          new ProcessBuilder(
                  compiler.toString(),
                  "-std=gnu11",
                  "-O1",
                  "-Wall",
                  "-Wextra",
                  "-Werror",
                  "-shared",
                  "-fPIC",
                  "-pthread",
                  "-o",
                  library.toString(),
                  SOURCE.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new IllegalStateException(compiler + " cannot compile " + SOURCE + ":\n" + said);
      }
      return library.toAbsolutePath();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** The driver as the product binds it. */
  public CudaDriver driver() {
    return new CudaDriver(new CudaApi(symbols, "the stand-in"));
  }

  SymbolLookup symbols() {
    return symbols;
  }

  /** The next call of that function fails with that code. */
  public void failNext(String function, int code) {
    try (Arena arena = Arena.ofConfined()) {
      call(
          FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT),
          "standin_fail_next",
          arena.allocateFrom(function),
          code);
    }
  }

  /** Every wrong use of the driver, in words. */
  public List<String> violations() {
    int count = (int) call(FunctionDescriptor.of(JAVA_INT), "standin_violations");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var text =
          (MemorySegment) call(FunctionDescriptor.of(ADDRESS, JAVA_INT), "standin_violation", i);
      texts.add(text.reinterpret(256).getString(0));
    }
    return texts;
  }

  /** Pieces of memory that were not freed. */
  public long liveAllocations() {
    return (long) call(FunctionDescriptor.of(JAVA_LONG), "standin_live_allocations");
  }

  /** The device whose context is current on this thread; -1 without one. */
  public int currentDevice() {
    return (int) call(FunctionDescriptor.of(JAVA_INT), "standin_current_device");
  }

  /** How often contexts were retained and not released. */
  public int retained() {
    return (int) call(FunctionDescriptor.of(JAVA_INT), "standin_retained");
  }

  /** What a NIC would read from device memory at this moment. */
  public byte[] peek(long address, int sizeBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, sizeBytes));
      int isOutside =
          (int)
              call(
                  FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG),
                  "standin_peek",
                  address,
                  bytes,
                  (long) sizeBytes);
      assertThat(isOutside).as("not device memory: 0x%x+%d", address, sizeBytes).isZero();
      return bytes.asSlice(0, sizeBytes).toArray(JAVA_BYTE);
    }
  }

  /** The driver was used as it should be, and everything given back. */
  public void assertCleanAndEmpty() {
    assertThat(violations()).isEmpty();
    assertThat(liveAllocations()).as("live allocations").isZero();
    assertThat(retained()).as("retained contexts").isZero();
  }

  private Object call(FunctionDescriptor descriptor, String function, Object... arguments) {
    MemorySegment address = symbols.find(function).orElseThrow();
    try {
      return Linker.nativeLinker()
          .downcallHandle(address, descriptor)
          .invokeWithArguments(arguments);
    } catch (Throwable failure) {
      throw new AssertionError(function, failure);
    }
  }
}
