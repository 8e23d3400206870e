package kvproof.gpu.capi;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/** Loads a shared library, and says why if it cannot. */
@SuppressWarnings("restricted") // Loading a library is what this is for.
public final class LibraryLoader {
  private LibraryLoader() {}

  /**
   * The symbols of the library, good as long as the arena.
   *
   * <p>{@link IllegalArgumentException} if the JVM may not load it, or with the loader's own words.
   */
  public static SymbolLookup load(Path path, Arena arena) {
    if (!LibraryLoader.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalArgumentException(
          "this JVM may not call native code; start it with --enable-native-access=kvproof.gpu, or"
              + " with --enable-native-access=ALL-UNNAMED on the class path");
    }
    try {
      return SymbolLookup.libraryLookup(path, arena);
    } catch (IllegalArgumentException silent) {
      throw new IllegalArgumentException(reason(path), silent);
    }
  }

  /** The lookup says only that it cannot: the older way of loading has the loader's words. */
  private static String reason(Path path) {
    try {
      System.load(path.toString());
      return "it cannot be opened";
    } catch (UnsatisfiedLinkError said) {
      return String.valueOf(said.getMessage());
    }
  }
}
