package kvproof.soak.dataplane.run;

/** A node ended, did not answer in time, or answered that it could not do what it was told. */
public final class NodeFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NodeFailure(String message) {
    super(message);
  }

  public NodeFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
