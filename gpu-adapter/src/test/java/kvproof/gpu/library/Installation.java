package kvproof.gpu.library;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders as an installed NIXL has them, made up below a folder of a test. */
public final class Installation {
  private static final byte[] X86_64_HEADER = {
    0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 62, 0
  };

  private Installation() {}

  /** A wheel's three folders; answers the library. */
  public static Path wheel(Path packages, String name, String version) {
    Path libraries = packages.resolve("." + name + ".mesonpy.libs");
    Path library = plain(libraries);
    write(packages.resolve(name + ".libs/libucp-b39b3ed9.so.0.0.0"), X86_64_HEADER);
    folder(packages.resolve(name + "-" + version + ".dist-info"));
    return library;
  }

  /** One folder of libraries with the plugins UCX and POSIX; answers the library. */
  public static Path plain(Path folder) {
    write(folder.resolve("libnixl.so"), X86_64_HEADER);
    write(folder.resolve("plugins/libplugin_UCX.so"), X86_64_HEADER);
    write(folder.resolve("plugins/libplugin_POSIX.so"), X86_64_HEADER);
    write(folder.resolve("plugins/libtelemetry_exporter_doca.so"), X86_64_HEADER);
    return library(folder, X86_64_HEADER);
  }

  static Path library(Path folder, byte[] bytes) {
    return write(folder.resolve("libnixl_capi.so"), bytes);
  }

  static byte[] headerOfMachine(int machine) {
    byte[] header = X86_64_HEADER.clone();
    header[18] = (byte) machine;
    return header;
  }

  /** An interpreter that nobody runs; answers the file. */
  public static Path python(Path bin) {
    Path python = write(bin.resolve("python3"), new byte[] {'#', '!'});
    if (!python.toFile().setExecutable(true)) {
      throw new AssertionError("cannot make " + python + " executable");
    }
    return python;
  }

  /** An empty file; answers it. */
  public static Path touch(Path file) {
    return write(file, new byte[0]);
  }

  private static Path write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void folder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
