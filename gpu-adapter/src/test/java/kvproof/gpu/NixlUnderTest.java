package kvproof.gpu;

import java.nio.file.Path;

/** The library that tests run on. */
public final class NixlUnderTest {
  /** Names {@code libnixl_capi.so} of an unpacked wheel. */
  public static final String VARIABLE = "KVPROOF_NIXL_LIB";

  private NixlUnderTest() {}

  /** For tests that are {@link OnNixl}. */
  public static NixlLibrary library() {
    return NixlLibrary.open(Path.of(System.getenv(VARIABLE)));
  }
}
