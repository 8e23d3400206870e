package kvproof.gpu;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import kvproof.gpu.capi.LibraryLoader;
import kvproof.gpu.capi.NixlCapi;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The NIXL library of this process: loaded once, checked, never unloaded.
 *
 * <p>A second one beside it would silently get the libraries of the first, so it is refused.
 */
public final class NixlLibrary {
  private static final Object LOADING = new Object();
  private static @Nullable NixlLibrary loaded;

  private final Path path;
  private final String version;
  private final NixlCapi capi;

  private NixlLibrary(Path path, String version, NixlCapi capi) {
    this.path = path;
    this.version = version;
    this.capi = capi;
  }

  /**
   * Sets the environment that the library needs in a JVM ({@link NativeSettings}), loads it and
   * checks that it is whole. From any thread; repeated calls for one path answer the same.
   *
   * <p>{@link Category#BACKEND} if it cannot be loaded, is a stub, lacks a function, or another one
   * is loaded; the message names the path and the version.
   *
   * @param path {@code libnixl_capi.so} in its folder of the wheel, siblings beside it
   */
  public static NixlLibrary open(Path path) {
    Path real = path.toAbsolutePath().normalize();
    synchronized (LOADING) {
      if (loaded == null) {
        loaded = load(real);
      } else if (!loaded.path.equals(real)) {
        throw new TransferException(
            Category.BACKEND,
            "one process has one NIXL: " + loaded.path + " is loaded, so " + real + " is not");
      }
      return loaded;
    }
  }

  private static NixlLibrary load(Path path) {
    if (!Files.isRegularFile(path)) {
      throw unusable(path, "there is no such file; name libnixl_capi.so of a nixl-cu12 wheel");
    }
    NativeSettings.apply(path);
    String version = WheelVersion.of(path);
    NixlCapi capi;
    try {
      capi = NixlCapi.in(LibraryLoader.load(path, Arena.global()));
    } catch (IllegalArgumentException failure) {
      throw unusable(path, version + ": " + failure.getMessage());
    }
    if (capi.isStub()) {
      throw unusable(path, version + ": it is the stub, which does nothing");
    }
    return new NixlLibrary(path, version, capi);
  }

  private static TransferException unusable(Path path, String why) {
    return new TransferException(Category.BACKEND, "NIXL at " + path + ", " + why);
  }

  /** What this process has loaded, if anything. */
  public static Optional<NixlLibrary> loaded() {
    synchronized (LOADING) {
      return Optional.ofNullable(loaded);
    }
  }

  public Path path() {
    return path;
  }

  /** Such as {@code 1.5.1}, as its package says; else {@code of unknown version}. */
  public String version() {
    return version;
  }

  NixlCapi capi() {
    return capi;
  }

  @Override
  public String toString() {
    return "NIXL " + version + " at " + path;
  }
}
