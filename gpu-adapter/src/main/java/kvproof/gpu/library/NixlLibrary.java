package kvproof.gpu.library;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An installed NIXL library, as its folders say; nothing of it is loaded.
 *
 * @param file its C interface, {@code libnixl_capi.so}, with links resolved: the libraries beside
 *     it are found from there
 * @param pluginFolder where it looks for plugins
 * @param plugins names of the plugins there, such as {@code UCX}, in their order
 * @param version of the wheel that it came with; absent for other installations
 * @param ucx the UCX library that came with it; absent if it uses the system's
 */
public record NixlLibrary(
    Path file,
    Path pluginFolder,
    List<String> plugins,
    Optional<String> version,
    Optional<Path> ucx) {
  /** The plugin that every transfer here goes through. */
  public static final String UCX = "UCX";

  public NixlLibrary {
    plugins = List.copyOf(plugins);
  }

  public boolean hasPlugin(String name) {
    return plugins.contains(name);
  }
}
