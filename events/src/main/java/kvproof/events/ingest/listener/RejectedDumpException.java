package kvproof.events.ingest.listener;

/** A dump that cannot be applied completely; the message names what is in the way. */
final class RejectedDumpException extends Exception {
  private static final long serialVersionUID = 1;

  RejectedDumpException(String problem) {
    super(problem);
  }
}
