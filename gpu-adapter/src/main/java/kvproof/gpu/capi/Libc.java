package kvproof.gpu.capi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What is needed of the C library: the environment that native code reads, and memory that native
 * code allocated.
 *
 * <p>{@link System#getenv} does not see what is set here.
 */
@SuppressWarnings("restricted") // Bytes behind pointers of the library are copied here.
public final class Libc {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle FREE = bind("free", FunctionDescriptor.ofVoid(ADDRESS));
  private static final MethodHandle GETENV =
      bind("getenv", FunctionDescriptor.of(ADDRESS, ADDRESS));
  private static final MethodHandle SETENV =
      bind("setenv", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
  private static final MethodHandle UNSETENV =
      bind("unsetenv", FunctionDescriptor.of(JAVA_INT, ADDRESS));

  /** More than any name or message of the library has. */
  private static final long MOST_TEXT_BYTES = 1 << 20;

  private Libc() {}

  private static MethodHandle bind(String name, FunctionDescriptor types) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), types);
  }

  /** What native code reads under this name; nothing if it is not set. */
  public static Optional<String> environment(String name) {
    try (Arena call = Arena.ofConfined()) {
      var value = (MemorySegment) GETENV.invokeExact(call.allocateFrom(name));
      return value.address() == 0 ? Optional.empty() : Optional.of(text(value));
    } catch (Throwable failure) {
      throw new AssertionError("getenv threw", failure);
    }
  }

  /** Sets what native code reads. Call it before other native threads run: libc does not lock. */
  public static void setEnvironment(String name, String value) {
    try (Arena call = Arena.ofConfined()) {
      int status = (int) SETENV.invokeExact(call.allocateFrom(name), call.allocateFrom(value), 1);
      if (status != 0) {
        throw new IllegalArgumentException("not a name of the environment: '" + name + "'");
      }
    } catch (IllegalArgumentException refused) {
      throw refused;
    } catch (Throwable failure) {
      throw new AssertionError("setenv threw", failure);
    }
  }

  /** Native code reads nothing under this name any more; as {@link #setEnvironment} otherwise. */
  public static void unsetEnvironment(String name) {
    try (Arena call = Arena.ofConfined()) {
      int status = (int) UNSETENV.invokeExact(call.allocateFrom(name));
      if (status != 0) {
        throw new IllegalArgumentException("not a name of the environment: '" + name + "'");
      }
    } catch (IllegalArgumentException refused) {
      throw refused;
    } catch (Throwable failure) {
      throw new AssertionError("unsetenv threw", failure);
    }
  }

  /** Gives back what native code allocated for its caller; null is allowed. */
  public static void free(MemorySegment pointer) {
    try {
      FREE.invokeExact(pointer);
    } catch (Throwable failure) {
      throw new AssertionError("free threw", failure);
    }
  }

  /** A copy of the bytes behind a pointer of the library; none for a null pointer. */
  public static byte[] bytes(MemorySegment pointer, long sizeBytes) {
    return pointer.address() == 0 ? new byte[0] : pointer.reinterpret(sizeBytes).toArray(JAVA_BYTE);
  }

  /** A copy of the C string behind a pointer of the library. */
  public static String text(MemorySegment pointer) {
    return pointer.reinterpret(MOST_TEXT_BYTES).getString(0, StandardCharsets.UTF_8);
  }
}
