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
}
