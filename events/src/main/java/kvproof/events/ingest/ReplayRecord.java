package kvproof.events.ingest;

import java.util.OptionalLong;

/** What came in one replay; repeats say only that something came. */
final class ReplayRecord {
  private final long requested;
  private OptionalLong first = OptionalLong.empty();
  private long last;
  private boolean anythingCame;
  private boolean jumped;

  ReplayRecord(long requested) {
    this.requested = requested;
    this.last = requested - 1;
  }

  void repeat() {
    anythingCame = true;
  }

  void applied(long sequence) {
    anythingCame = true;
    if (first.isEmpty()) {
      first = OptionalLong.of(sequence);
    } else {
      jumped |= sequence != last + 1;
    }
    last = sequence;
  }

  /**
   * @param target the sequence of the batch that revealed the gap, beyond the requested one
   */
  ReplayOutcome outcome(long target) {
    if (!anythingCame) {
      return ReplayOutcome.EMPTY;
    } else if (first.isPresent() && first.getAsLong() != requested) {
      return ReplayOutcome.STARTED_AFTER_REQUESTED;
    } else if (jumped) {
      return ReplayOutcome.NON_CONTIGUOUS;
    }
    boolean reached = first.isPresent() && Long.compareUnsigned(last, target - 1) >= 0;
    return reached ? ReplayOutcome.COMPLETE : ReplayOutcome.ENDED_BEFORE_TARGET;
  }
}
