package kvproof.oracles.scheduling;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.model.QueueClass;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.QueueRejected;

/**
 * Whether a class has as much parked as it may: selection 5.2, step 6.
 *
 * @param workers discovered ones, not ranks
 */
record Limits(ParkedClass parked, int workers) {

  /** Whether some limit is 0, however many workers there are. */
  static boolean letNobodyWait(QueueClass limits) {
    return Stream.of(limits.requestLimit(), limits.tokenLimit(), limits.cachedTokenLimit())
        .anyMatch(OptionalLong.of(0)::equals);
  }

  /** The first limit that is reached already. */
  Optional<QueueRejected> reached() {
    QueueClass limits = parked.queueClass();
    return reached(LimitKind.REQUESTS, parked.parked().size(), limits.requestLimit())
        .or(() -> reached(LimitKind.RAW_ISL_TOKENS, parked.parkedTokens(), limits.tokenLimit()))
        .or(
            () ->
                reached(
                    LimitKind.CACHED_TOKENS,
                    parked.parkedCachedTokens(),
                    limits.cachedTokenLimit()));
  }

  private Optional<QueueRejected> reached(LimitKind kind, long current, OptionalLong perWorker) {
    if (perWorker.isEmpty()) {
      return Optional.empty();
    }
    long high = Math.multiplyHigh(perWorker.getAsLong(), workers);
    long low = perWorker.getAsLong() * workers;
    long limit = high != 0 || low < 0 ? Long.MAX_VALUE : low;
    return current >= limit
        ? Optional.of(new QueueRejected(parked.queueClass().name(), kind, current, limit))
        : Optional.empty();
  }
}
