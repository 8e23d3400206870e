package kvproof.model.transfer;

import java.util.Map;

/**
 * A kind of fabric that an installation may have, found by {@link java.util.ServiceLoader}.
 *
 * <p>So a program that can use a native library need not be built against what binds it.
 */
public interface TransferFabricProvider {

  /** What a command line calls it, in lower case, such as {@code nixl}. */
  String name();

  /**
   * Opens it in this process.
   *
   * <p>If something that it needs is missing: {@link TransferException.Category#BACKEND}, and the
   * message says what was looked for and what to do.
   *
   * @param settings what the provider documents, by name; an unknown name is {@link
   *     IllegalArgumentException}, and an empty map is always allowed
   */
  TransferFabric open(Map<String, String> settings);
}
