package kvproof.soak.canary;

/** The source has moved on from under a mutant; the message says what no longer fits. */
public final class RottenMutantException extends Exception {
  private static final long serialVersionUID = 1;

  RottenMutantException(String message) {
    super(message);
  }
}
