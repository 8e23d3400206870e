package kvproof.gpu.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The CUDA driver of this machine, loaded and initialised: its devices, and contexts on them.
 *
 * <p>Safe for any thread. A failing call is {@link CudaException}.
 */
public final class CudaDriver {
  /** What the loader is asked for when no path is given. */
  public static final String LIBRARY = "libcuda.so.1";

  /** The environment's variable that names another library. */
  public static final String VARIABLE = "KVPROOF_CUDA_LIB";

  private static final int NAME_BYTES = 256;

  private final CudaApi api;

  /** Initialises the driver. */
  CudaDriver(CudaApi api) {
    this.api = api;
    check("cuInit", api.init(0), () -> "initialising " + api.library());
  }

  /** The library that an environment means: {@link #VARIABLE}, or else {@link #LIBRARY}. */
  public static String library(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    return named.isEmpty() ? LIBRARY : named;
  }

  /**
   * Loads and initialises the driver, which takes a second on a machine with GPUs.
   *
   * @param library a path, or a name that the loader finds, such as {@link #LIBRARY}
   * @throws CudaMissingException if there is no such library, or it lacks a function
   * @throws CudaException if it finds no device
   */
  public static CudaDriver load(String library) {
    return new CudaDriver(new CudaApi(CudaApi.lookUp(library), library));
  }

  /** The path or name that was loaded. */
  public String library() {
    return api.library();
  }

  /** The CUDA version that the driver supports, such as {@code 12.8}. */
  public String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment version = arena.allocate(JAVA_INT);
      check("cuDriverGetVersion", api.driverGetVersion(version), () -> "asking for the version");
      int number = version.get(JAVA_INT, 0);
      return number / 1000 + "." + number % 1000 / 10;
    }
  }

  /** How many devices this process may see. */
  public int devices() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      check("cuDeviceGetCount", api.deviceGetCount(count), () -> "counting devices");
      return count.get(JAVA_INT, 0);
    }
  }

  /** What a device, counted from 0, is called by its maker. */
  public String deviceName(int ordinal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES);
      check(
          "cuDeviceGetName",
          api.deviceGetName(name, NAME_BYTES, device(ordinal)),
          () -> "naming device " + ordinal);
      return name.getString(0);
    }
  }

  /** All memory of a device. */
  public long deviceBytes(int ordinal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(JAVA_LONG);
      check(
          "cuDeviceTotalMem_v2",
          api.deviceTotalMem(bytes, device(ordinal)),
          () -> "measuring device " + ordinal);
      return bytes.get(JAVA_LONG, 0);
    }
  }

  /** Retains the device's primary context, the one that other libraries of the process share. */
  public CudaContext open(int ordinal) {
    int device = device(ordinal);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(ADDRESS);
      check(
          "cuDevicePrimaryCtxRetain",
          api.devicePrimaryCtxRetain(context, device),
          () -> "opening device " + ordinal);
      return new CudaContext(this, device, ordinal, context.get(ADDRESS, 0));
    }
  }

  private int device(int ordinal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment device = arena.allocate(JAVA_INT);
      check("cuDeviceGet", api.deviceGet(device, ordinal), () -> "device " + ordinal);
      return device.get(JAVA_INT, 0);
    }
  }

  CudaApi api() {
    return api;
  }

  /** Throws if a function did not answer success; says what it was to do. */
  void check(String function, int code, Supplier<String> what) {
    if (code != 0) {
      throw new CudaException(
          function, code, api.errorName(code), api.errorString(code), what.get());
    }
  }
}
