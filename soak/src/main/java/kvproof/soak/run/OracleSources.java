package kvproof.soak.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.digest.Digest;

/**
 * The sources of the oracles, as they were when the oracles were compiled.
 *
 * <p>Their digest shows that two runs were judged by the same oracles. It is over names and texts
 * in the order of the names, and the same with either kind of line end.
 */
public final class OracleSources {
  private static final String FOLDER = "kvproof-sources/oracles";

  private OracleSources() {}

  /** Throws if the sources are not where the oracles' classes are, or there are none. */
  public static long digest() throws IOException {
    Path origin = origin();
    if (Files.isDirectory(origin)) {
      return digest(origin.resolve(FOLDER));
    }
    try (FileSystem jar = FileSystems.newFileSystem(origin)) {
      return digest(jar.getPath(FOLDER));
    }
  }

  private static Path origin() throws IOException {
    try {
      return Path.of(
          OwnerInventoryOracle.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException notAPath) {
      throw new IOException("the oracles' classes come from no file", notAPath);
    }
  }

  static long digest(Path folder) throws IOException {
    var digest = new Digest();
    List<String> names = names(folder);
    if (names.isEmpty()) {
      throw new IOException("no source of an oracle under " + folder);
    }
    for (String name : names) {
      String text = Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
      digest.add(name).add(text.replace("\r\n", "\n"));
    }
    return digest.value();
  }

  /** Relative to the folder, with slashes, in the order of their characters. */
  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
