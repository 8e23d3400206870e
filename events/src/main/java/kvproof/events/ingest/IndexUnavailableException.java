package kvproof.events.ingest;

/**
 * An index takes no steps at all any more; thrown by the sink of an {@link Ingest}.
 *
 * <p>Not for a single step that is refused: that is counted where it is refused.
 */
public final class IndexUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public IndexUnavailableException(String problem) {
    super(problem);
  }
}
