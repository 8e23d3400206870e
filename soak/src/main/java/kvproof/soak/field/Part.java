package kvproof.soak.field;

import java.util.Locale;

/** What a check needs of whoever is asked; the names in lower case are those of capabilities. */
public enum Part {
  /** Leading device blocks. */
  DEVICE,
  /** What lower tiers add. */
  LOWER,
  /** Blocks of cache owners. */
  CACHE_OWNERS,
  /** Sources with their intervals. */
  INTERVALS,
  /** Frontier, source and credited end of a target. */
  CHOICES,
  /** Choices also among sources that do not hold the chain from its root. */
  CONTINUATIONS,
  /** The worker snapshot: roles, endpoints, who is listed. */
  WORKERS,
  /** Device blocks that a rank holds. */
  RESIDENT,
  /** Every block that is held. */
  DUMP,
  /** Hints as a target receives them. */
  HINTS,
  /** Marks that a stream misses something. */
  STREAMS,
  /** What became of each step. */
  STATUS,
  /** Counters of stores. */
  STATISTICS;

  /** As a router declares it. */
  public String capability() {
    return name().toLowerCase(Locale.ROOT);
  }
}
