package kvproof.router.queue;

import java.util.OptionalLong;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionRequest;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.SessionContext;
import org.jspecify.annotations.Nullable;

/**
 * A request between its arrival and its choice, with the one look-up that it goes by.
 *
 * <p>Also what its caller cancels it by: {@link SchedulingQueue#cancel}.
 */
public final class PendingRequest {
  private final SelectionRequest request;
  private final SessionContext session;
  private final QueueWishes wishes;
  private final RequestClassification classification;
  private final @Nullable SharedCacheHits sharedHits;
  private final boolean byLoadOnly;
  private final boolean keepsCandidates;
  private final SelectionCaller caller;
  private final long ingressNanos;
  private long enqueuedNanos;
  private @Nullable RetainedLookup lookup;
  private @Nullable QueueEntry<PendingRequest> entry;
  private boolean isCancelled;

  PendingRequest(
      Submission submission, boolean keepsCandidates, SelectionCaller caller, long ingressNanos) {
    this.request = submission.classifiedRequest();
    this.session = submission.session();
    this.classification = submission.classification();
    this.wishes = classification.applyTo(request.wishes());
    this.sharedHits = Submission.sharedHits(request);
    this.byLoadOnly = submission.byLoadOnly();
    this.keepsCandidates = keepsCandidates && !byLoadOnly;
    this.caller = caller;
    this.ingressNanos = ingressNanos;
    this.enqueuedNanos = ingressNanos;
  }

  /** With the target that a classifier set. */
  public SelectionRequest request() {
    return request;
  }

  SessionContext session() {
    return session;
  }

  RequestConstraints constraints() {
    return request.constraints();
  }

  /** Null if the shared cache was not asked; never asked again. */
  @Nullable SharedCacheHits sharedHits() {
    return sharedHits;
  }

  QueueWishes wishes() {
    return wishes;
  }

  RequestClassification classification() {
    return classification;
  }

  /** Whether the index is not asked for it. */
  boolean isByLoadOnly() {
    return byLoadOnly;
  }

  /** Fixed at arrival: whether look-ups for it find candidates too. */
  boolean keepsCandidates() {
    return keepsCandidates;
  }

  SelectionCaller caller() {
    return caller;
  }

  long ingressNanos() {
    return ingressNanos;
  }

  OptionalLong deadlineNanos() {
    return wishes.deadlineNanos();
  }

  boolean isDueAt(long nowNanos) {
    return deadlineNanos().isPresent() && deadlineNanos().getAsLong() <= nowNanos;
  }

  /** Overlap, candidates and residency of its last look-up. */
  RetainedLookup lookup() {
    if (lookup == null) {
      throw new AssertionError("request " + request.id() + " was not looked up");
    }
    return lookup;
  }

  /** Replaces the whole look-up and gives the old one back; null if there was none. */
  @Nullable RetainedLookup replaceLookup(@Nullable RetainedLookup found) {
    @Nullable RetainedLookup old = lookup;
    lookup = found;
    return old;
  }

  void parkedAs(QueueEntry<PendingRequest> parked, long nowNanos) {
    entry = parked;
    enqueuedNanos = nowNanos;
  }

  /** Since when it waits; its ingress if it never did. */
  long enqueuedNanos() {
    return enqueuedNanos;
  }

  @Nullable QueueEntry<PendingRequest> entry() {
    return entry;
  }

  /** Whether it waits in the queue now. */
  public boolean isParked() {
    return entry != null && entry.isParked();
  }

  void cancel() {
    isCancelled = true;
  }

  boolean isCancelled() {
    return isCancelled;
  }

  boolean isWanted() {
    return !isCancelled && caller.isWaiting();
  }

  @Override
  public String toString() {
    return "request " + request.id();
  }
}
