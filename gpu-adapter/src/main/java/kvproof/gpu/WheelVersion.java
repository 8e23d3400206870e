package kvproof.gpu;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The version of an unpacked wheel, read off the folder {@code nixl_cu12-1.5.1.dist-info} beside
 * the libraries: they do not tell it themselves.
 */
final class WheelVersion {
  private static final String UNKNOWN = "of unknown version";
  private static final String SUFFIX = ".dist-info";

  private WheelVersion() {}

  static String of(Path library) {
    Path libraries = library.getParent();
    Path packages = libraries == null ? null : libraries.getParent();
    if (packages == null || !Files.isDirectory(packages)) {
      return UNKNOWN;
    }
    String wheel = libraries.getFileName().toString().replaceFirst("^\\.", "").split("\\.", 2)[0];
    try (DirectoryStream<Path> found = Files.newDirectoryStream(packages, wheel + "-*" + SUFFIX)) {
      for (Path folder : found) {
        String name = folder.getFileName().toString();
        return name.substring(wheel.length() + 1, name.length() - SUFFIX.length());
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }
}
