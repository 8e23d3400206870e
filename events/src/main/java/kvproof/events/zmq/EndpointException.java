package kvproof.events.zmq;

/** A socket could not be bound or connected. Nothing stays open. */
public final class EndpointException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What a caller can do about it. */
  public enum Category {
    /** Somebody else is bound there, or nobody may be; take another endpoint. */
    IN_USE,
    /** No such address here; trying again fails again. */
    NOT_AVAILABLE
  }

  private final Category category;

  public EndpointException(Category category, Endpoint endpoint, Throwable cause) {
    super(category + ": " + endpoint, cause);
    this.category = category;
  }

  public Category category() {
    return category;
  }
}
