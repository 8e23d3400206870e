package kvproof.soak.dataplane.run;

/** Starts services. */
@FunctionalInterface
public interface ServiceLauncher {

  /**
   * Starts one; {@link ServiceFailure} if it cannot be started.
   *
   * @param name names it in messages
   */
  ServiceLink launch(String name);
}
