package kvproof.soak.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why a file could not be read or written; the exception alone often only names it. */
public final class FileTrouble {
  private FileTrouble() {}

  public static String reason(IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException missing -> "no such file: " + missing.getFile();
      case AccessDeniedException denied -> "access denied: " + denied.getFile();
      case FileAlreadyExistsException there -> "a file is in the way: " + there.getFile();
      case FileSystemException failure -> failure.getReason() + ": " + failure.getFile();
      case CharacterCodingException _ -> "not UTF-8";
      default -> trouble.getMessage() == null ? trouble.toString() : trouble.getMessage();
    };
  }
}
