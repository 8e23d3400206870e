package kvproof.soak.field;

/** A check that needs a part that the subject does not answer for. */
final class NotAskedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Part part;

  NotAskedException(Part part) {
    super(part.capability());
    this.part = part;
  }

  Part part() {
    return part;
  }
}
