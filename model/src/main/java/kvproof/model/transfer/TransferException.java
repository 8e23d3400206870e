package kvproof.model.transfer;

/**
 * An agent refused a call or failed at it. Nothing of the call took effect.
 *
 * <p>An implementation may extend it by what it knows more.
 */
public class TransferException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What a caller can do about a failure. */
  public enum Category {
    /** The call contradicts what is registered or loaded; trying again fails again. */
    INVALID_PARAMETER,
    /** A peer or a region that is not known (any more); load newer metadata. */
    NOT_FOUND,
    /** A transfer may still touch it; try again once that has ended. */
    IN_USE,
    /** No memory of that size. */
    OUT_OF_MEMORY,
    /** The peer is gone; forget it and load it anew. */
    DISCONNECTED,
    /** Anything else below the agent; its log knows more. */
    BACKEND
  }

  private final Category category;

  public TransferException(Category category, String message) {
    super(category + ": " + message);
    this.category = category;
  }

  public final Category category() {
    return category;
  }
}
