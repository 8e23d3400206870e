package kvproof.soak.serve;

/** A line that cannot be carried out; the message says what is wrong with it. */
final class BadLineException extends Exception {
  private static final long serialVersionUID = 1L;

  BadLineException(String message) {
    super(message);
  }
}
