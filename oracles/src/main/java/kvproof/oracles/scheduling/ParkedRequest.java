package kvproof.oracles.scheduling;

import java.util.Comparator;
import java.util.Optional;
import kvproof.model.QueueClass;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * A request that waits, with what was fixed when it was parked: selection 5.3 and 5.5.
 *
 * @param lookup of its arrival; a later one may take its place when the request is chosen for
 * @param cachedTokens of the reference rank, cut to the prompt
 * @param enqueuedAt nanoseconds on the scheduler's clock; its ingress as well
 */
record ParkedRequest(
    Selection selection,
    PromptLookup lookup,
    QueueClass queueClass,
    long cachedTokens,
    long enqueuedAt) {

  /** Best first: strict priority, deadline, score, then who came first. */
  static final Comparator<ParkedRequest> BEST_FIRST =
      ((Comparator<ParkedRequest>)
              (left, right) ->
                  Integer.compareUnsigned(
                      right.request().wishes().strictPriority(),
                      left.request().wishes().strictPriority()))
          .thenComparingLong(ParkedRequest::deadline)
          .thenComparing(Comparator.comparingDouble(ParkedRequest::score).reversed())
          .thenComparingLong(ParkedRequest::number);

  SelectionRequest request() {
    return selection.request();
  }

  /** Who came first has the smaller one. */
  long number() {
    return selection.number();
  }

  /** {@link Long#MAX_VALUE} stands for none. */
  long deadline() {
    return request().wishes().deadlineNanos().orElse(Long.MAX_VALUE);
  }

  boolean hasDeadline() {
    return request().wishes().deadlineNanos().isPresent();
  }

  long cost() {
    return Math.max(1, request().promptTokens() - cachedTokens);
  }

  /** In doubles, as the formula stands: the order of the queue is the order of these. */
  double score() {
    double arrival = enqueuedAt / 1e9;
    double jump = Math.max(request().wishes().priorityJump(), 0);
    return switch (queueClass.order()) {
      case FCFS -> jump - arrival;
      case LCFS -> jump + arrival;
      case WSPT -> (1 + jump) / cost();
    };
  }

  Optional<WorkerWithDpRank> pin() {
    return request().constraints().pin();
  }
}
