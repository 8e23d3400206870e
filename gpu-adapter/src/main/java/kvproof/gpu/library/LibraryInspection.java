package kvproof.gpu.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvproof.gpu.library.LibraryPlaces.Candidate;

/** Judges a file that may be the library, by itself and by what lies beside it. */
final class LibraryInspection {
  private static final Pattern WHEEL_FOLDER = Pattern.compile("\\.(nixl\\w*)\\.mesonpy\\.libs");
  private static final Pattern PLUGIN = Pattern.compile("libplugin_(\\w+)\\.so");
  private static final String PLUGIN_VARIABLE = "NIXL_PLUGIN_DIR";

  private static final int ELF_MAGIC = 0x464c457f;
  private static final int ELF_HEADER_BYTES = 20;
  private static final int ELF_CLASS_AT = 4;
  private static final int ELF_64 = 2;
  private static final int ELF_MACHINE_AT = 18;
  private static final Map<String, Short> ELF_MACHINES =
      Map.of("amd64", (short) 62, "aarch64", (short) 183);

  private final Map<String, String> environment;
  private final String architecture;

  LibraryInspection(Map<String, String> environment, String architecture) {
    this.environment = environment;
    this.architecture = architecture;
  }

  /** The library if the file is one that can be used; says so or why not. */
  Optional<NixlLibrary> inspect(Candidate candidate, List<Look> looks) {
    String outcome;
    Optional<NixlLibrary> library = Optional.empty();
    try {
      Path file = candidate.file().toRealPath();
      Optional<String> problem = problem(file);
      outcome = problem.orElse(Look.TAKEN);
      library = problem.isPresent() ? Optional.empty() : Optional.of(describe(file));
    } catch (IOException unreadable) {
      outcome = "cannot be read (" + unreadable + ")";
    }
    looks.add(new Look(candidate.place(), candidate.file().toString(), outcome));
    return library;
  }

  private Optional<String> problem(Path file) throws IOException {
    Optional<String> notElf = elfProblem(file);
    if (notElf.isPresent()) {
      return notElf;
    }
    if (!Files.exists(file.resolveSibling("libnixl.so"))) {
      return Optional.of(
          "has no libnixl.so beside it; take it where it was installed, not as a copy");
    }
    return vendored(file)
        .filter(folder -> !Files.isDirectory(folder))
        .map(folder -> "lacks the folder " + folder.getFileName() + " beside its own");
  }

  private Optional<String> elfProblem(Path file) throws IOException {
    ByteBuffer header;
    try (InputStream in = Files.newInputStream(file)) {
      header = ByteBuffer.wrap(in.readNBytes(ELF_HEADER_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    }
    if (header.limit() < ELF_HEADER_BYTES || header.getInt(0) != ELF_MAGIC) {
      return Optional.of("is not a library of this system (no ELF file)");
    }
    Short machine = ELF_MACHINES.get(architecture);
    boolean isOther = machine != null && header.getShort(ELF_MACHINE_AT) != machine;
    return isOther || header.get(ELF_CLASS_AT) != ELF_64
        ? Optional.of(
            "is for another machine (ELF machine "
                + header.getShort(ELF_MACHINE_AT)
                + "), not for "
                + architecture)
        : Optional.empty();
  }

  /** The folder with what a wheel brings along; absent if the library is not a wheel's. */
  private static Optional<Path> vendored(Path file) {
    return wheel(file).map(wheel -> packages(file).resolve(wheel + ".libs"));
  }

  private static Optional<String> wheel(Path file) {
    Matcher folder = WHEEL_FOLDER.matcher(String.valueOf(folder(file).getFileName()));
    return folder.matches() ? Optional.of(folder.group(1)) : Optional.empty();
  }

  private static Path folder(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  private static Path packages(Path file) {
    return folder(folder(file));
  }

  private NixlLibrary describe(Path file) {
    Path pluginFolder =
        Optional.ofNullable(environment.get(PLUGIN_VARIABLE))
            .filter(path -> !path.isEmpty())
            .map(Path::of)
            .orElse(file.resolveSibling("plugins"));
    return new NixlLibrary(file, pluginFolder, plugins(pluginFolder), version(file), ucx(file));
  }

  private static List<String> plugins(Path folder) {
    return NixlLibraryFinder.entries(folder, "libplugin_*.so").stream()
        .map(file -> PLUGIN.matcher(String.valueOf(file.getFileName())))
        .filter(Matcher::matches)
        .map(name -> name.group(1))
        .toList();
  }

  /** As the name of the wheel's own description has it. */
  private static Optional<String> version(Path file) {
    return wheel(file).stream()
        .flatMap(
            wheel ->
                NixlLibraryFinder.entries(packages(file), wheel + "-*.dist-info").stream()
                    .map(info -> String.valueOf(info.getFileName()))
                    .map(
                        name ->
                            name.substring(
                                wheel.length() + 1, name.length() - ".dist-info".length())))
        .findFirst();
  }

  private static Optional<Path> ucx(Path file) {
    return Stream.concat(vendored(file).stream(), Stream.of(folder(file)))
        .flatMap(folder -> NixlLibraryFinder.entries(folder, "libucp*.so*").stream())
        .findFirst();
  }
}
