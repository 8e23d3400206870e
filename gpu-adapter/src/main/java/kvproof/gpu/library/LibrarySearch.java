package kvproof.gpu.library;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What came of looking for the NIXL library.
 *
 * @param looks everything that was looked at, in order; the last one is taken if one is
 */
public record LibrarySearch(Optional<NixlLibrary> library, List<Look> looks) {
  /** How to get the library. */
  public static final String ADVICE =
      "install the wheel with 'pip install --no-deps nixl-cu12==1.5.1' into a Python environment,"
          + " or name the library's path with --nixl-lib or in KVPROOF_NIXL_LIB";

  public LibrarySearch {
    looks = List.copyOf(looks);
  }

  /** For an error where nothing was found: everything that was looked at, and what to do. */
  public String complaint() {
    return looks.stream()
        .map(look -> "\n  " + look)
        .collect(Collectors.joining("", "the NIXL library was not found:", "\n" + ADVICE));
  }
}
