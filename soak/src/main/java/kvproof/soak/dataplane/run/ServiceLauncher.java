package kvproof.soak.dataplane.run;

/** Starts processes in which services can be opened. */
@FunctionalInterface
public interface ServiceLauncher {

  /**
   * Starts one; {@link ServiceFailure} if it cannot be started.
   *
   * @param name names it in messages
   */
  ServiceLink launch(String name);

  /**
   * Whether agents of these services know of a failed write that no byte of it had left, so that it
   * is quiet. One on the NIXL library knows it of no peer in another process.
   */
  default boolean knowsUnsentWrites() {
    return true;
  }
}
