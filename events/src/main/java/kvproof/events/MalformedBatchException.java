package kvproof.events;

/**
 * A payload that is no batch; refused as a whole.
 *
 * <p>The one exception that reading a payload throws, whatever the bytes are. The message says what
 * stands where something else must.
 */
public final class MalformedBatchException extends Exception {
  private static final long serialVersionUID = 1;

  public MalformedBatchException(String problem) {
    super(problem);
  }

  public MalformedBatchException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
