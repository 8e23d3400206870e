package kvproof.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import kvproof.gpu.capi.LibraryLoader;
import kvproof.gpu.capi.NixlCapi;
import kvproof.gpu.library.NixlLibrary;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The NIXL library of this process: loaded once, checked, never unloaded.
 *
 * <p>A second one beside it would silently get the libraries of the first, so it is refused.
 */
public final class LoadedNixl {
  private static final Object LOADING = new Object();
  private static @Nullable LoadedNixl loaded;

  /** What the loader has taken, usable or not. */
  private static @Nullable Path loadedFile;

  private final NixlLibrary library;
  private final NixlCapi capi;

  private LoadedNixl(NixlLibrary library, NixlCapi capi) {
    this.library = library;
    this.capi = capi;
  }

  /**
   * Sets the environment that the library needs in a JVM ({@link NativeSettings}), loads it and
   * checks that it is whole. From any thread; repeated calls for one file answer the same.
   *
   * <p>{@link Category#BACKEND} if it cannot be loaded, is a stub, lacks a function, or another one
   * is loaded; the message names the file and the version.
   */
  public static LoadedNixl open(NixlLibrary library) {
    synchronized (LOADING) {
      Path file = loadedFile;
      if (file != null && !file.equals(library.file())) {
        throw new TransferException(
            Category.BACKEND,
            "one process has one NIXL: " + file + " is loaded, so " + library.file() + " is not");
      }
      LoadedNixl before = loaded;
      if (before == null) {
        NativeSettings.apply(library.pluginFolder());
        before = new LoadedNixl(library, bind(library, LoadedNixl::load));
        loaded = before;
      }
      return before;
    }
  }

  /** How a file becomes symbols. */
  @FunctionalInterface
  interface Loading {
    /** {@link IllegalArgumentException} says why it cannot. */
    SymbolLookup load(Path file);
  }

  private static SymbolLookup load(Path file) {
    SymbolLookup symbols = LibraryLoader.load(file, Arena.global());
    loadedFile = file;
    return symbols;
  }

  /** The functions of the library, if it has all of them and they do something. */
  static NixlCapi bind(NixlLibrary library, Loading loading) {
    if (!Files.isRegularFile(library.file())) {
      throw unusable(library, "there is no such file");
    }
    NixlCapi capi;
    try {
      capi = NixlCapi.in(loading.load(library.file()));
    } catch (IllegalArgumentException failure) {
      throw unusable(library, String.valueOf(failure.getMessage()));
    }
    if (capi.isStub()) {
      throw unusable(library, "it is the stub, which does nothing");
    }
    return capi;
  }

  private static TransferException unusable(NixlLibrary library, String why) {
    return new TransferException(
        Category.BACKEND,
        "NIXL "
            + library.version().orElse("of unknown version")
            + " at "
            + library.file()
            + " cannot be used: "
            + why);
  }

  /** Where it came from. */
  public NixlLibrary library() {
    return library;
  }

  NixlCapi capi() {
    return capi;
  }

  @Override
  public String toString() {
    return "NIXL " + library.version().orElse("of unknown version") + " at " + library.file();
  }
}
