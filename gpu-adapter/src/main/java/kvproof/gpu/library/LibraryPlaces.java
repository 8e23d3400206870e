package kvproof.gpu.library;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The places in which a NIXL library may be, and which files of each come into question. */
final class LibraryPlaces {
  /*
   * A Python wheel of NIXL unpacks, below site-packages, into
   *
   *   .nixl_cu12.mesonpy.libs/   libnixl_capi.so, libnixl.so, ..., plugins/libplugin_UCX.so
   *   nixl_cu12.libs/            UCX and everything else that the wheel brings along
   *   nixl_cu12-1.5.1.dist-info/
   *
   * and the same with cu13. Other installations have one folder of libraries with plugins/ in it.
   */
  static final String LIBRARY = "libnixl_capi.so";

  private static final String WHEEL_FOLDERS = ".nixl*.mesonpy.libs";

  /** Somewhere to look, and what led there. */
  record Place(String name, String path) {}

  /** A file that may be the library. */
  record Candidate(String place, Path file) {}

  private final Map<String, String> environment;
  private final Path root;
  private final String triple;

  LibraryPlaces(Map<String, String> environment, Path root, String architecture) {
    this.environment = environment;
    this.root = root;
    this.triple = (architecture.equals("amd64") ? "x86_64" : architecture) + "-linux-gnu";
  }

  /** Where a library is looked for if nobody says where it is, in that order. */
  List<Place> usual() {
    List<Place> usual = new ArrayList<>();
    ofVariable("VIRTUAL_ENV").forEach(usual::add);
    ofVariable("CONDA_PREFIX").forEach(usual::add);
    usual.addAll(pythons());
    variable("HOME").ifPresent(home -> usual.add(new Place("user's Python", home + "/.local")));
    for (String folder : variable("LD_LIBRARY_PATH").orElse("").split(File.pathSeparator, -1)) {
      if (!folder.isEmpty()) {
        usual.add(new Place("LD_LIBRARY_PATH", folder));
      }
    }
    systemFolders()
        .map(folder -> new Place("system", root.resolve(folder).toString()))
        .forEach(usual::add);
    return usual;
  }

  private Stream<String> systemFolders() {
    return Stream.of(
        "opt/nvidia/nvda_nixl/lib/" + triple,
        "opt/nvidia/nvda_nixl/lib64",
        "usr/local/nixl/lib/" + triple,
        "usr/local/nixl/lib64",
        "usr/local/lib/" + triple,
        "usr/local/lib",
        "usr/lib/" + triple,
        "usr/lib64");
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  private Stream<Place> ofVariable(String name) {
    return variable(name).map(path -> new Place(name, path)).stream();
  }

  /** The environment of the first python3 on the PATH: as it is called, and where it really is. */
  private List<Place> pythons() {
    for (String folder : variable("PATH").orElse("").split(File.pathSeparator, -1)) {
      Optional<Path> python = path(folder).map(path -> path.resolve("python3"));
      if (python.isPresent() && Files.isExecutable(python.get())) {
        return Stream.concat(
                ofShims(python.get()),
                Stream.of(python.get(), real(python.get()))
                    .flatMap(file -> prefix(file).stream())
                    .distinct())
            .map(prefix -> new Place("python3 on the PATH", prefix.toString()))
            .toList();
      }
    }
    return List.of();
  }

  /** A version manager's shim stands for the versions beside it. */
  private static Stream<Path> ofShims(Path python) {
    return Optional.ofNullable(python.getParent())
        .filter(folder -> folder.endsWith("shims"))
        .map(folder -> folder.resolveSibling("versions"))
        .stream()
        .flatMap(versions -> NixlLibraryFinder.entries(versions, "3*").stream());
  }

  private static Optional<Path> prefix(Path python) {
    return Optional.ofNullable(python.getParent())
        .filter(folder -> folder.endsWith("bin"))
        .flatMap(folder -> Optional.ofNullable(folder.getParent()));
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException dangling) {
      return path;
    }
  }

  private static Optional<Path> path(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    } catch (InvalidPathException unusable) {
      return Optional.empty();
    }
  }

  /** The files of a place that may be the library; if there are none, says so. */
  List<Candidate> candidates(Place place, List<Look> looks) {
    Optional<Path> named = path(place.path());
    if (named.isEmpty() || !Files.exists(named.get())) {
      looks.add(new Look(place.name(), place.path(), "does not exist"));
      return List.of();
    }
    List<Path> files = Files.isDirectory(named.get()) ? within(named.get()) : List.of(named.get());
    if (files.isEmpty()) {
      looks.add(
          new Look(place.name(), place.path(), "has neither " + LIBRARY + " nor a wheel of NIXL"));
    }
    return files.stream().map(file -> new Candidate(place.name(), file)).toList();
  }

  /** The library itself, of a folder of packages, or of a Python environment. */
  private static List<Path> within(Path folder) {
    return Stream.concat(
            Stream.of(folder),
            Stream.concat(Stream.of(folder), packages(folder))
                .flatMap(each -> NixlLibraryFinder.entries(each, WHEEL_FOLDERS).stream()))
        .map(each -> each.resolve(LIBRARY))
        .filter(Files::exists)
        .toList();
  }

  private static Stream<Path> packages(Path prefix) {
    return Stream.of("lib", "lib64")
        .flatMap(lib -> NixlLibraryFinder.entries(prefix.resolve(lib), "python3*").stream())
        .flatMap(
            python -> Stream.of(python.resolve("site-packages"), python.resolve("dist-packages")));
  }
}
