package kvproof.soak.dataplane.plan;

import java.util.Locale;

/** What a case is about. */
public enum Scenario {
  /** The target holds a prefix, the source continues it. */
  SUFFIX,
  /** The target has lost some of its prefix since the look-up. */
  STALE_PREFIX,
  /** The source has lost some blocks since the look-up. */
  EVICTED,
  /** The source has lost every block since the look-up. */
  SOURCE_EMPTY,
  /** The hint leads to a rank that is alive and has none of the blocks. */
  WRONG_SOURCE,
  /** The hint leads to another life of the source. */
  OTHER_INCARNATION,
  /** The source has the right keys, and other blocks' bytes. */
  FOREIGN_BYTES,
  /** The target has got every block since the look-up. */
  NOTHING_NEEDED,
  /** Something goes wrong in a phase of the fetch. */
  FAULT;

  /** Lower case, words apart by underscores. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
