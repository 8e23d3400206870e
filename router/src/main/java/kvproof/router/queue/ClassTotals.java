package kvproof.router.queue;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.QueueClass;
import kvproof.model.SchedulerState.ClassCounters;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.QueueRejected;

/** What one class counts: totals since the start, and what is parked against its limits. */
final class ClassTotals {
  private final QueueClass queueClass;
  private long received;
  private long deadlineRejected;
  private long requests;
  private long tokens;
  private long cachedTokens;

  ClassTotals(QueueClass queueClass) {
    this.queueClass = queueClass;
  }

  void countReceived() {
    received++;
  }

  void countDeadlineRejected() {
    deadlineRejected++;
  }

  void park(QueueCost cost) {
    requests++;
    tokens = Saturating.sum(tokens, cost.promptTokens());
    cachedTokens = Saturating.sum(cachedTokens, cost.cachedTokens());
  }

  void unpark(QueueCost cost) {
    requests--;
    tokens = Math.max(0, tokens - cost.promptTokens());
    cachedTokens = Math.max(0, cachedTokens - cost.cachedTokens());
  }

  ClassCounters counters() {
    return new ClassCounters(received, deadlineRejected, requests, tokens, cachedTokens);
  }

  boolean hasBacklog() {
    return requests > 0;
  }

  /** The first limit that what is parked has reached, whatever the next request weighs. */
  Optional<QueueRejected> rejection(int workers) {
    return reached(LimitKind.REQUESTS, requests, queueClass.requestLimit(), workers)
        .or(() -> reached(LimitKind.RAW_ISL_TOKENS, tokens, queueClass.tokenLimit(), workers))
        .or(
            () ->
                reached(
                    LimitKind.CACHED_TOKENS, cachedTokens, queueClass.cachedTokenLimit(), workers));
  }

  private Optional<QueueRejected> reached(
      LimitKind kind, long current, OptionalLong limitPerWorker, int workers) {
    if (limitPerWorker.isEmpty()) {
      return Optional.empty();
    }
    long limit = Saturating.product(limitPerWorker.getAsLong(), workers);
    return current >= limit
        ? Optional.of(new QueueRejected(queueClass.name(), kind, current, limit))
        : Optional.empty();
  }
}
