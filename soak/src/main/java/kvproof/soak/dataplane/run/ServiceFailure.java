package kvproof.soak.dataplane.run;

/** A process ended, did not answer in time, or answered that it could not do what it was told. */
public final class ServiceFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ServiceFailure(String message) {
    super(message);
  }

  public ServiceFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
