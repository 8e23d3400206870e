package kvproof.oracles.front;

import kvproof.model.StreamArrival.Recovery;
import kvproof.model.WorkerWithDpRank;

/** The listener of one rank's stream: {@code kv-events-wire.md} 1.4. */
final class Stream {
  final WorkerWithDpRank rank;
  long incarnation;
  boolean isOpen;
  Recovery recovery = Recovery.NONE;
  boolean countsCopies;

  /** One past the last sequence, W; 0 while W is unset. */
  long next;

  /** False while W is unset. */
  boolean hasPosition;

  boolean isGapped;

  Stream(WorkerWithDpRank rank) {
    this.rank = rank;
  }

  void open(Recovery how, boolean withCopies) {
    incarnation++;
    isOpen = true;
    recovery = how;
    countsCopies = withCopies;
    next = 0;
    hasPosition = false;
    isGapped = false;
  }

  void close() {
    isOpen = false;
    isGapped = false;
  }

  /** W is the sequence now. */
  void reach(long sequence) {
    next = sequence + 1;
    hasPosition = true;
  }
}
