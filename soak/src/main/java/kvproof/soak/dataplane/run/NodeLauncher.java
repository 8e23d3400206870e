package kvproof.soak.dataplane.run;

/** Starts nodes. */
@FunctionalInterface
public interface NodeLauncher {

  /**
   * Starts one; {@link NodeFailure} if it cannot be started.
   *
   * @param name names it in messages
   */
  NodeLink launch(String name);
}
