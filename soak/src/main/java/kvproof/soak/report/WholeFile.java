package kvproof.soak.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there as a whole or not at all: written under another name, then renamed. */
public final class WholeFile {
  private static final String UNFINISHED = ".unfinished";

  private WholeFile() {}

  /** Replaces what is there; a failure leaves that as it was. */
  public static Path write(Path file, String text) throws IOException {
    try {
      writeUnfinished(file, text);
      return finish(file);
    } finally {
      discard(file);
    }
  }

  static void writeUnfinished(Path file, String text) throws IOException {
    Files.writeString(unfinished(file), text, StandardCharsets.UTF_8);
  }

  static Path finish(Path file) throws IOException {
    return Files.move(unfinished(file), file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Takes away what was never finished. */
  static void discard(Path file) throws IOException {
    Files.deleteIfExists(unfinished(file));
  }

  private static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }
}
