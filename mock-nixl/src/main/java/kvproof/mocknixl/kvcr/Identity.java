package kvproof.mocknixl.kvcr;

/**
 * One life of a service.
 *
 * @param agent name of its agent, unique among those that can see each other
 * @param incarnation never empty, new for every start of the process
 * @param endpoint the control endpoint that it advertises, such as {@code tcp://127.0.0.1:5600}
 */
public record Identity(String agent, String incarnation, String endpoint) {
  public Identity {
    if (agent.isEmpty() || incarnation.isEmpty() || endpoint.isEmpty()) {
      throw new IllegalArgumentException(
          "not an identity: agent '%s', incarnation '%s', endpoint '%s'"
              .formatted(agent, incarnation, endpoint));
    }
  }
}
