package kvproof.router.queue;

import kvproof.model.SelectionRequest;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.SessionContext;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is handed to the queue, with what its host knows besides.
 *
 * @param session what custom policies may read of the conversation
 * @param classification what a classifier set; none without a classifier
 * @param byLoadOnly the index is not asked, now or later: nobody is taken to hold anything
 */
public record Submission(
    SelectionRequest request,
    SessionContext session,
    RequestClassification classification,
    boolean byLoadOnly) {

  /** Without session and classifier; the index is asked. */
  public static Submission of(SelectionRequest request) {
    return new Submission(request, SessionContext.none(), RequestClassification.none(), false);
  }

  public Submission with(SelectionRequest newRequest) {
    return new Submission(newRequest, session, classification, byLoadOnly);
  }

  public Submission with(RequestClassification newClassification) {
    return new Submission(request, session, newClassification, byLoadOnly);
  }

  public Submission with(SessionContext newSession) {
    return new Submission(request, newSession, classification, byLoadOnly);
  }

  /** The same, for which the index is not asked. */
  public Submission shed() {
    return new Submission(request, session, classification, true);
  }

  /** The request with the target that the classifier set. */
  SelectionRequest classifiedRequest() {
    return request.with(classification.applyTo(request.constraints()));
  }

  /** Null if the shared cache was not asked. */
  static @Nullable SharedCacheHits sharedHits(SelectionRequest request) {
    return request.sharedHits().map(SharedCacheHits::of).orElse(null);
  }
}
