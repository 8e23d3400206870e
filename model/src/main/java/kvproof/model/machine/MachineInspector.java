package kvproof.model.machine;

import java.util.Map;
import java.util.function.Consumer;

/**
 * Looks for what one module can use on this machine; found by {@link java.util.ServiceLoader}.
 *
 * <p>What is missing or broken is a finding, never an exception.
 */
public interface MachineInspector {

  /** The setting that names the NIXL library, as {@code --nixl-lib} does. */
  String NIXL_LIBRARY = "nixl-lib";

  /**
   * Hands over each finding as soon as it is made, since the next look may load a library that ends
   * the process.
   *
   * @param settings what the command line says, by name; unknown names are passed over
   */
  void inspect(Map<String, String> settings, Consumer<Finding> found);
}
