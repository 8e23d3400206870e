package kvproof.gpu.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import kvproof.gpu.capi.LibraryLoader;

/**
 * The functions of the CUDA driver library that are used, one to one: a code comes back as the
 * driver gave it, and nothing is checked.
 *
 * <p>{@code CUdevice} is an {@code int}, {@code CUcontext} an address, {@code CUdeviceptr} and
 * {@code size_t} are 64 bits. Names, versions included, are those that the library exports. Safe
 * for any thread, each of which has its own current context.
 */
@SuppressWarnings("restricted") // The one class of this package that calls native code.
class CudaApi {
  private static final int TEXT_BYTES = 256;

  private final SymbolLookup symbols;
  private final String library;

  private final MethodHandle init;
  private final MethodHandle driverGetVersion;
  private final MethodHandle deviceGetCount;
  private final MethodHandle deviceGet;
  private final MethodHandle deviceGetName;
  private final MethodHandle deviceTotalMem;
  private final MethodHandle devicePrimaryCtxRetain;
  private final MethodHandle devicePrimaryCtxRelease;
  private final MethodHandle ctxSetCurrent;
  private final MethodHandle ctxSynchronize;
  private final MethodHandle memAlloc;
  private final MethodHandle memFree;
  private final MethodHandle memcpyHtoD;
  private final MethodHandle memcpyDtoH;
  private final MethodHandle memcpyDtoD;
  private final MethodHandle memsetD8;
  private final MethodHandle getErrorName;
  private final MethodHandle getErrorString;

  /** A function that is not there is {@link CudaMissingException}. */
  CudaApi(SymbolLookup symbols, String library) {
    if (ADDRESS.byteSize() != Long.BYTES) {
      throw new CudaMissingException("addresses of " + ADDRESS.byteSize() + " bytes, not of 8");
    }
    this.symbols = symbols;
    this.library = library;
    this.init = function("cuInit", JAVA_INT);
    this.driverGetVersion = function("cuDriverGetVersion", ADDRESS);
    this.deviceGetCount = function("cuDeviceGetCount", ADDRESS);
    this.deviceGet = function("cuDeviceGet", ADDRESS, JAVA_INT);
    this.deviceGetName = function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
    this.deviceTotalMem = function("cuDeviceTotalMem_v2", ADDRESS, JAVA_INT);
    this.devicePrimaryCtxRetain = function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
    this.devicePrimaryCtxRelease = function("cuDevicePrimaryCtxRelease_v2", JAVA_INT);
    this.ctxSetCurrent = function("cuCtxSetCurrent", ADDRESS);
    this.ctxSynchronize = function("cuCtxSynchronize");
    this.memAlloc = function("cuMemAlloc_v2", ADDRESS, JAVA_LONG);
    this.memFree = function("cuMemFree_v2", JAVA_LONG);
    this.memcpyHtoD = function("cuMemcpyHtoD_v2", JAVA_LONG, ADDRESS, JAVA_LONG);
    this.memcpyDtoH = function("cuMemcpyDtoH_v2", ADDRESS, JAVA_LONG, JAVA_LONG);
    this.memcpyDtoD = function("cuMemcpyDtoD_v2", JAVA_LONG, JAVA_LONG, JAVA_LONG);
    this.memsetD8 = function("cuMemsetD8_v2", JAVA_LONG, JAVA_BYTE, JAVA_LONG);
    this.getErrorName = function("cuGetErrorName", JAVA_INT, ADDRESS);
    this.getErrorString = function("cuGetErrorString", JAVA_INT, ADDRESS);
  }

  /**
   * Loads a library by its path or by the name that the loader looks for; it is never unloaded.
   * Whatever is in the way is {@link CudaMissingException}.
   */
  static SymbolLookup lookUp(String library) {
    try {
      return LibraryLoader.load(library, Arena.global());
    } catch (IllegalArgumentException said) {
      throw new CudaMissingException(
          "the CUDA driver library "
              + library
              + " cannot be opened ("
              + said.getMessage()
              + "); it comes with NVIDIA's driver, so install that, or name the library's path in"
              + " KVPROOF_CUDA_LIB");
    }
  }

  private MethodHandle function(String name, MemoryLayout... parameters) {
    MemorySegment address =
        symbols
            .find(name)
            .orElseThrow(
                () ->
                    new CudaMissingException(
                        library + " has no function " + name + "; CUDA 11 or newer is needed"));
    return Linker.nativeLinker()
        .downcallHandle(address, FunctionDescriptor.of(JAVA_INT, parameters));
  }

  /** The path or name that was loaded. */
  String library() {
    return library;
  }

  int init(int flags) {
    try {
      return (int) init.invokeExact(flags);
    } catch (Throwable thrown) {
      throw unexpected("cuInit", thrown);
    }
  }

  int driverGetVersion(MemorySegment version) {
    try {
      return (int) driverGetVersion.invokeExact(version);
    } catch (Throwable thrown) {
      throw unexpected("cuDriverGetVersion", thrown);
    }
  }

  int deviceGetCount(MemorySegment count) {
    try {
      return (int) deviceGetCount.invokeExact(count);
    } catch (Throwable thrown) {
      throw unexpected("cuDeviceGetCount", thrown);
    }
  }

  int deviceGet(MemorySegment device, int ordinal) {
    try {
      return (int) deviceGet.invokeExact(device, ordinal);
    } catch (Throwable thrown) {
      throw unexpected("cuDeviceGet", thrown);
    }
  }

  int deviceGetName(MemorySegment name, int sizeBytes, int device) {
    try {
      return (int) deviceGetName.invokeExact(name, sizeBytes, device);
    } catch (Throwable thrown) {
      throw unexpected("cuDeviceGetName", thrown);
    }
  }

  int deviceTotalMem(MemorySegment sizeBytes, int device) {
    try {
      return (int) deviceTotalMem.invokeExact(sizeBytes, device);
    } catch (Throwable thrown) {
      throw unexpected("cuDeviceTotalMem_v2", thrown);
    }
  }

  int devicePrimaryCtxRetain(MemorySegment context, int device) {
    try {
      return (int) devicePrimaryCtxRetain.invokeExact(context, device);
    } catch (Throwable thrown) {
      throw unexpected("cuDevicePrimaryCtxRetain", thrown);
    }
  }

  int devicePrimaryCtxRelease(int device) {
    try {
      return (int) devicePrimaryCtxRelease.invokeExact(device);
    } catch (Throwable thrown) {
      throw unexpected("cuDevicePrimaryCtxRelease_v2", thrown);
    }
  }

  int ctxSetCurrent(MemorySegment context) {
    try {
      return (int) ctxSetCurrent.invokeExact(context);
    } catch (Throwable thrown) {
      throw unexpected("cuCtxSetCurrent", thrown);
    }
  }

  int ctxSynchronize() {
    try {
      return (int) ctxSynchronize.invokeExact();
    } catch (Throwable thrown) {
      throw unexpected("cuCtxSynchronize", thrown);
    }
  }

  int memAlloc(MemorySegment address, long sizeBytes) {
    try {
      return (int) memAlloc.invokeExact(address, sizeBytes);
    } catch (Throwable thrown) {
      throw unexpected("cuMemAlloc_v2", thrown);
    }
  }

  int memFree(long address) {
    try {
      return (int) memFree.invokeExact(address);
    } catch (Throwable thrown) {
      throw unexpected("cuMemFree_v2", thrown);
    }
  }

  int memcpyHtoD(long to, MemorySegment from, long sizeBytes) {
    try {
      return (int) memcpyHtoD.invokeExact(to, from, sizeBytes);
    } catch (Throwable thrown) {
      throw unexpected("cuMemcpyHtoD_v2", thrown);
    }
  }

  int memcpyDtoH(MemorySegment to, long from, long sizeBytes) {
    try {
      return (int) memcpyDtoH.invokeExact(to, from, sizeBytes);
    } catch (Throwable thrown) {
      throw unexpected("cuMemcpyDtoH_v2", thrown);
    }
  }

  int memcpyDtoD(long to, long from, long sizeBytes) {
    try {
      return (int) memcpyDtoD.invokeExact(to, from, sizeBytes);
    } catch (Throwable thrown) {
      throw unexpected("cuMemcpyDtoD_v2", thrown);
    }
  }

  int memsetD8(long to, byte value, long sizeBytes) {
    try {
      return (int) memsetD8.invokeExact(to, value, sizeBytes);
    } catch (Throwable thrown) {
      throw unexpected("cuMemsetD8_v2", thrown);
    }
  }

  /** Such as {@code CUDA_ERROR_INVALID_VALUE}. */
  String errorName(int code) {
    return text("cuGetErrorName", getErrorName, code);
  }

  /** The driver's own words for a code. */
  String errorString(int code) {
    return text("cuGetErrorString", getErrorString, code);
  }

  private static String text(String function, MethodHandle handle, int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(ADDRESS);
      int result;
      try {
        result = (int) handle.invokeExact(code, answer);
      } catch (Throwable thrown) {
        throw unexpected(function, thrown);
      }
      MemorySegment text = answer.get(ADDRESS, 0);
      return result != 0 || text.address() == 0
          ? "unknown to this driver"
          : text.reinterpret(TEXT_BYTES).getString(0);
    }
  }

  private static AssertionError unexpected(String function, Throwable thrown) {
    return new AssertionError(function + " is bound wrongly", thrown);
  }
}
