package kvproof.mocknixl.kvcr.zmq;

/** A control channel could not be bound. Nothing stays open. */
public final class ChannelException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What a caller can do about it. */
  public enum Category {
    /** Somebody else is bound there, or the address is another machine's: JeroMQ says the same. */
    IN_USE,
    /** No address at all; trying again fails again. */
    NOT_AVAILABLE
  }

  private final Category category;

  ChannelException(Category category, String endpoint, Throwable cause) {
    super(
        (category == Category.IN_USE
                ? "somebody is bound there, or not of this machine; take another port or 0: "
                : "nothing can be bound there, give tcp://host:port: ")
            + endpoint,
        cause);
    this.category = category;
  }

  public Category category() {
    return category;
  }
}
