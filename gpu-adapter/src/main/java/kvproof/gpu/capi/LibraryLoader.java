package kvproof.gpu.capi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Loads a shared library, and says why if it cannot. */
@SuppressWarnings("restricted") // Loading a library is what this is for.
public final class LibraryLoader {
  /** {@code RTLD_LAZY} of glibc. */
  private static final int LAZY = 1;

  private LibraryLoader() {}

  /** As {@link #load(String, Arena)}, of a file. */
  public static SymbolLookup load(Path path, Arena arena) {
    return load(path.toString(), arena);
  }

  /**
   * The symbols of the library, good as long as the arena.
   *
   * <p>{@link IllegalArgumentException} if the JVM may not load it, or with the loader's own words.
   *
   * @param library a path, or a name that the loader looks for
   */
  public static SymbolLookup load(String library, Arena arena) {
    if (!LibraryLoader.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalArgumentException(
          "this JVM may not call native code; start it with --enable-native-access=kvproof.gpu, or"
              + " with --enable-native-access=ALL-UNNAMED on the class path");
    }
    try {
      return SymbolLookup.libraryLookup(library, arena);
    } catch (IllegalArgumentException silent) {
      throw new IllegalArgumentException(reason(library), silent);
    }
  }

  /** The lookup says only that it cannot; so the loader is asked again, and what went wrong. */
  private static String reason(String library) {
    Linker linker = Linker.nativeLinker();
    SymbolLookup libc = linker.defaultLookup();
    MethodHandle open =
        linker.downcallHandle(
            libc.findOrThrow("dlopen"), FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
    MethodHandle error =
        linker.downcallHandle(libc.findOrThrow("dlerror"), FunctionDescriptor.of(ADDRESS));
    // Twice: at a first call the JVM looks up functions of its own and loads classes, and whoever
    // looks up a function makes the loader forget what it had to say.
    reason(open, error, library);
    return reason(open, error, library);
  }

  private static String reason(MethodHandle open, MethodHandle error, String library) {
    try (Arena call = Arena.ofConfined()) {
      var opened = (MemorySegment) open.invokeExact(call.allocateFrom(library), LAZY);
      var words = (MemorySegment) error.invokeExact();
      return opened.address() == 0 && words.address() != 0
          ? Libc.text(words)
          : library + " cannot be opened";
    } catch (Throwable failure) {
      throw new AssertionError("dlopen or dlerror is bound wrongly", failure);
    }
  }
}
