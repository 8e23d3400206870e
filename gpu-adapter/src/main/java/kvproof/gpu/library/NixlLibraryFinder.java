package kvproof.gpu.library;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.gpu.library.LibraryPlaces.Candidate;
import kvproof.gpu.library.LibraryPlaces.Place;

/**
 * Finds the NIXL library: where it is said to be, else in Python environments, else in the folders
 * of the system.
 *
 * <p>A place that is named is the only one that is looked at, so that a slip in a path never ends
 * with another library. Safe for any thread.
 */
public final class NixlLibraryFinder {
  /** The environment's variable that names the library, or a folder that has it. */
  public static final String VARIABLE = "KVPROOF_NIXL_LIB";

  /** The command line's option that does so, and comes first. */
  public static final String OPTION = "--nixl-lib";

  private final Map<String, String> environment;
  private final LibraryPlaces places;
  private final LibraryInspection inspection;

  /**
   * A finder on a machine.
   *
   * @param root the folder below which the system's own folders are; {@code /} in earnest
   * @param architecture as the system property {@code os.arch} has it
   */
  public NixlLibraryFinder(Map<String, String> environment, Path root, String architecture) {
    this.environment = Map.copyOf(environment);
    this.places = new LibraryPlaces(this.environment, root, architecture);
    this.inspection = new LibraryInspection(this.environment, architecture);
  }

  /** On this machine, in the environment of this process. */
  public static NixlLibraryFinder ofProcess() {
    return new NixlLibraryFinder(System.getenv(), Path.of("/"), System.getProperty("os.arch"));
  }

  /**
   * Looks until a library is found.
   *
   * @param named what the command line names: a file, or a folder that has the library itself or a
   *     Python environment
   */
  public LibrarySearch find(Optional<String> named) {
    List<Look> looks = new ArrayList<>();
    List<Place> toLookAt =
        named.map(path -> List.of(new Place(OPTION, path))).orElseGet(this::unnamed);
    for (Place place : toLookAt) {
      for (Candidate candidate : places.candidates(place, looks)) {
        Optional<NixlLibrary> library = inspection.inspect(candidate, looks);
        if (library.isPresent()) {
          return new LibrarySearch(library, looks);
        }
      }
    }
    return new LibrarySearch(Optional.empty(), looks);
  }

  private List<Place> unnamed() {
    String path = environment.get(VARIABLE);
    return path == null || path.isEmpty() ? places.usual() : List.of(new Place(VARIABLE, path));
  }

  /** Entries of a folder whose names fit, in the order of their names; none if there is no such. */
  static List<Path> entries(Path folder, String glob) {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (var stream = Files.newDirectoryStream(folder, glob)) {
        stream.forEach(entries::add);
      } catch (IOException | DirectoryIteratorException unreadable) {
        return List.of();
      }
    }
    entries.sort(null);
    return entries;
  }
}
