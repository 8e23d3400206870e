package kvproof.soak.lanes;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How far each rank's events have come: handed over, and known to be applied.
 *
 * <p>A rank's events are handed over by one thread. Both numbers err on the safe side: one is
 * raised before an event is handed over, the other after a flush has said so.
 */
final class Progress {
  private final AtomicIntegerArray handedOver;
  private final AtomicIntegerArray applied;

  Progress(int ranks) {
    handedOver = new AtomicIntegerArray(ranks);
    applied = new AtomicIntegerArray(ranks);
  }

  void handingOver(int rank) {
    handedOver.incrementAndGet(rank);
  }

  int handedOver(int rank) {
    return handedOver.get(rank);
  }

  void appliedUpTo(int rank, int events) {
    applied.set(rank, events);
  }

  int applied(int rank) {
    return applied.get(rank);
  }
}
