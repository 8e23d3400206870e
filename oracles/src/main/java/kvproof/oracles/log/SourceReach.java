package kvproof.oracles.log;

import java.util.Comparator;
import java.util.Optional;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * The source for one target, by how far each source would carry it (continuation.md 12).
 *
 * <p>Never looks at intervals: a source is asked where it gets from the target's own frontier. That
 * this equals the choice over intervals (continuation.md 7.1) is part of what is proved.
 */
public final class SourceReach {

  /** Where a source would carry the target; {@code inside} the target's island, if it has one. */
  private record Reach(Owner source, int end, boolean inside) {}

  /** fetch-hints.md 6.3. */
  private static final Comparator<Reach> BEST_FIRST =
      Comparator.comparing(Reach::inside, Comparator.reverseOrder())
          .thenComparing(Reach::end, Comparator.reverseOrder())
          .thenComparing(Reach::source);

  private final Lookup lookup;
  private final HashChain chain;
  private final Eligibility eligibility;

  public SourceReach(Lookup lookup, HashChain chain, Eligibility eligibility) {
    this.lookup = lookup;
    this.chain = chain;
    this.eligibility = eligibility;
  }

  /** The best eligible source that carries the target past its frontier, with its hint. */
  public SourceChoice choice(String requestId, WorkerWithDpRank target) {
    int frontier = lookup.frontier(target);
    if (!eligibility.mayBeTarget(target) || !chain.isOnChain(target)) {
      return SourceChoice.none(frontier);
    }
    return chain.sources().stream()
        .filter(source -> eligibility.mayServe(source, target))
        .map(source -> reach(source, target, frontier))
        .filter(reach -> reach.end() > frontier)
        .min(BEST_FIRST)
        .map(reach -> chosen(requestId, frontier, reach))
        .orElseGet(() -> SourceChoice.none(frontier));
  }

  /**
   * To the end of the source's root prefix or of its exact run from the frontier, whichever is
   * further: with variants between its own device and host hashes the run may be (continuation.md
   * 3). A cold target has the root prefix alone.
   */
  private Reach reach(Owner source, WorkerWithDpRank target, int frontier) {
    int runEnd = frontier == 0 ? 0 : chain.onEdge(source).nextClearBit(frontier);
    int end = Math.max(chain.rootEnd(source), runEnd);
    return new Reach(source, end, eligibility.shareIsland(source, target));
  }

  private SourceChoice chosen(String requestId, int frontier, Reach reach) {
    KvHint hint =
        KvHint.fetch(requestId, chain.below(reach.end()), eligibility.endpoint(reach.source()));
    return new SourceChoice(frontier, Optional.of(reach.source()), reach.end(), Optional.of(hint));
  }
}
