package kvproof.gpu.doctor;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import kvproof.gpu.capi.LibraryLoader;

/** Asks a UCX library for its version, by its {@code ucp_get_version_string}. */
@SuppressWarnings("restricted") // The one class of this package that calls native code.
final class UcxVersion {
  private static final int TEXT_BYTES = 64;

  private UcxVersion() {}

  /** Such as {@code 1.23.0}; {@link IllegalArgumentException} if it cannot be loaded or asked. */
  static String of(Path library) {
    MemorySegment function =
        open(library)
            .find("ucp_get_version_string")
            .orElseThrow(
                () -> new IllegalArgumentException(library + " has no ucp_get_version_string"));
    try {
      var version =
          (MemorySegment)
              Linker.nativeLinker()
                  .downcallHandle(function, FunctionDescriptor.of(ADDRESS))
                  .invokeExact();
      return version.reinterpret(TEXT_BYTES).getString(0);
    } catch (Throwable thrown) {
      throw new AssertionError("ucp_get_version_string is bound wrongly", thrown);
    }
  }

  private static SymbolLookup open(Path library) {
    try {
      return LibraryLoader.load(library, Arena.global());
    } catch (IllegalArgumentException said) {
      throw new IllegalArgumentException(library + " cannot be loaded: " + said.getMessage());
    }
  }
}
