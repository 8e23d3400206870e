package kvproof.benchmarks.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipFile;

/** Another build, as {@code benchmarks/target/benchmarks.jar}. */
final class BaselineJar {
  private BaselineJar() {}

  /** Why the jar cannot be an arm whose processes run this class; empty if it can. */
  static Optional<String> complaint(Path jar, Class<?> main) {
    String entry = main.getName().replace('.', '/') + ".class";
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(entry) != null
          ? Optional.empty()
          : Optional.of(
              "--baseline %s has no %s: it has to be benchmarks/target/benchmarks.jar of a build that has this option"
                  .formatted(jar, main.getName()));
    } catch (IOException unreadable) {
      return Optional.of("--baseline " + jar + " is no jar that can be read");
    }
  }
}
