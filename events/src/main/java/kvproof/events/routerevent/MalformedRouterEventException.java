package kvproof.events.routerevent;

/** A text or payload that is no router event, or no dump of them. Says where and what is wrong. */
public final class MalformedRouterEventException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedRouterEventException(String problem) {
    super(problem);
  }

  MalformedRouterEventException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
