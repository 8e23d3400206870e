package kvproof.gpu;

import java.util.Optional;
import kvproof.gpu.library.NixlLibrary;
import kvproof.gpu.library.NixlLibraryFinder;

/** The library that tests run on. */
public final class NixlUnderTest {
  private NixlUnderTest() {}

  /** For tests that are {@link OnNixl}. */
  public static LoadedNixl library() {
    return LoadedNixl.open(installed());
  }

  /** As {@link #library}, not loaded. */
  public static NixlLibrary installed() {
    var search = NixlLibraryFinder.ofProcess().find(Optional.empty());
    return search.library().orElseThrow(() -> new AssertionError(search.complaint()));
  }
}
