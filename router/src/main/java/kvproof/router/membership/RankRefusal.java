package kvproof.router.membership;

/** Why a request may not get a rank; the cases stand in the order in which they are checked. */
public sealed interface RankRefusal {

  /** Outside the allow-list, or not what the affinity target names. */
  record NotAllowed() implements RankRefusal {}

  /** Outside the set of workers that can be reached. */
  record NotRoutable() implements RankRefusal {}

  /** No such worker is configured. */
  record Unavailable() implements RankRefusal {}

  /**
   * The worker has no such rank.
   *
   * @param start its first rank, unsigned
   * @param end one past its last, at most 2^32 - 1
   */
  record DpRankUnavailable(int start, long end) implements RankRefusal {}

  /** A required taint is missing. */
  record ConstraintsUnsatisfied() implements RankRefusal {}

  record Overloaded() implements RankRefusal {}
}
