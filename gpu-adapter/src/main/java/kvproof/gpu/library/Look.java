package kvproof.gpu.library;

/**
 * One thing that was looked at on the way to the library.
 *
 * @param place what led there, such as {@code --nixl-lib} or {@code VIRTUAL_ENV}
 * @param path a file, a folder, or a pattern of folders
 * @param outcome {@code taken}, or why it was not
 */
public record Look(String place, String path, String outcome) {
  static final String TAKEN = "taken";

  /** One line. */
  @Override
  public String toString() {
    return place + ": " + path + ": " + outcome;
  }
}
