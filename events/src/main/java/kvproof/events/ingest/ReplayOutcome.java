package kvproof.events.ingest;

import java.util.Locale;

/** Whether a replay brought what was missing; the first that applies, in this order. */
public enum ReplayOutcome {
  /** Nothing came. */
  EMPTY,
  /** What was asked for is gone at the source. */
  STARTED_AFTER_REQUESTED,
  /** Something is missing in the middle. */
  NON_CONTIGUOUS,
  /** It broke off before the batch that revealed the gap. */
  ENDED_BEFORE_TARGET,
  COMPLETE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
