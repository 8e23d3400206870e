package kvproof.gpu.doctor;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import kvproof.gpu.LoadedNixl;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.library.LibrarySearch;
import kvproof.gpu.library.NixlLibrary;
import kvproof.gpu.library.NixlLibraryFinder;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;
import kvproof.model.transfer.TransferException;

/** Everything that this module can use, in the order in which one thing needs the other. */
public final class GpuInspector implements MachineInspector {
  private static final String NIXL = "NIXL";

  private final NixlLibraryFinder finder;
  private final Consumer<NixlLibrary> loader;
  private final UcxInspection ucx;
  private final CudaInspection cuda;

  /** On this machine, in the environment of this process. */
  public GpuInspector() {
    this(
        NixlLibraryFinder.ofProcess(),
        LoadedNixl::open,
        new UcxInspection(System.getenv(), UcxVersion::of),
        new CudaInspection(System.getenv(), CudaDriver::load));
  }

  /**
   * An inspector of another machine.
   *
   * @param loader loads a library, with the settings that it needs in a JVM; {@link
   *     TransferException} says why it cannot
   */
  GpuInspector(
      NixlLibraryFinder finder,
      Consumer<NixlLibrary> loader,
      UcxInspection ucx,
      CudaInspection cuda) {
    this.finder = finder;
    this.loader = loader;
    this.ucx = ucx;
    this.cuda = cuda;
  }

  @Override
  public void inspect(Map<String, String> settings, Consumer<Finding> found) {
    found.accept(nativeAccess());
    LibrarySearch search = finder.find(Optional.ofNullable(settings.get(NIXL_LIBRARY)));
    Finding nixl = nixl(search);
    found.accept(nixl);
    search.library().ifPresent(library -> found.accept(plugins(library)));
    if (nixl.isReady()) { // UCX is loaded under NIXL's settings or not at all.
      search.library().flatMap(NixlLibrary::ucx).map(ucx::version).ifPresent(found);
    }
    found.accept(ucx.settings());
    search.library().flatMap(NixlLibrary::ucx).map(ucx::cudaTransport).ifPresent(found);
    found.accept(cuda.driver());
  }

  private static Finding nativeAccess() {
    return GpuInspector.class.getModule().isNativeAccessEnabled()
        ? Finding.ready(Part.CPU, "native access", "allowed")
        : Finding.missing(
            Part.CPU,
            "native access",
            "not allowed to this JVM",
            "start it with ./kvproof, or with --enable-native-access=ALL-UNNAMED on the class path"
                + " and =kvproof.gpu on the module path");
  }

  private Finding nixl(LibrarySearch search) {
    var looks = search.looks().stream().map(look -> "looked at " + look).toList();
    return search
        .library()
        .map(this::loaded)
        .orElseGet(() -> Finding.missing(Part.CPU, NIXL, "not found", LibrarySearch.ADVICE))
        .with(looks);
  }

  private Finding loaded(NixlLibrary library) {
    String summary = library.version().orElse("of unknown version") + ", " + library.file();
    try {
      loader.accept(library);
      return Finding.ready(Part.CPU, NIXL, summary);
    } catch (TransferException unusable) {
      return Finding.missing(
          Part.CPU, NIXL, String.valueOf(unusable.getMessage()), LibrarySearch.ADVICE);
    }
  }

  private static Finding plugins(NixlLibrary library) {
    Path folder = library.pluginFolder();
    String there = library.plugins().isEmpty() ? "none" : String.join(" ", library.plugins());
    String summary = there + " in " + folder;
    if (library.hasPlugin(NixlLibrary.UCX)) {
      return Finding.ready(Part.CPU, "NIXL plugins", summary);
    }
    boolean isOwn = folder.equals(library.file().resolveSibling("plugins"));
    return Finding.missing(
        Part.CPU,
        "NIXL plugins",
        summary,
        isOwn
            ? "libplugin_UCX.so is missing there; install the wheel anew"
            : "unset NIXL_PLUGIN_DIR, so that the plugins beside the library are used");
  }
}
