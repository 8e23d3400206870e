package kvproof.router.policy;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a request says of the conversation it belongs to.
 *
 * @param isFinal whether the session ends with this request
 * @param agentHeaders headers of the agent by name; empty if there are none
 */
public record SessionContext(
    Optional<String> sessionId,
    Optional<String> parentSessionId,
    boolean isFinal,
    InputTrigger trigger,
    SortedMap<String, String> agentHeaders) {

  private static final SessionContext NONE =
      new SessionContext(
          Optional.empty(), Optional.empty(), false, InputTrigger.OTHER, new TreeMap<>());

  public SessionContext {
    agentHeaders = unmodifiableSortedMap(new TreeMap<>(agentHeaders));
  }

  /** A request without a session. */
  public static SessionContext none() {
    return NONE;
  }
}
