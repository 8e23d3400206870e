package kvproof.router.selection;

import java.util.ArrayDeque;
import java.util.Deque;
import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.fetch.IndexLookup;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.ResidentCountsView;
import org.jspecify.annotations.Nullable;

/**
 * An index in this process that goes by what engines report: the one kind that offers sources.
 *
 * <p>Released look-ups are used again, so that a warm one allocates nothing; a few are kept,
 * however many were out at once.
 */
public final class EventIndex implements PartitionIndex {
  static final int MOST_SPARE = 64;

  private final ReferenceRouter router;
  private final Deque<IndexLookup> spare = new ArrayDeque<>();
  private boolean tracks;

  /**
   * @param router takes the events; its owner goes on changing it between the calls of this
   */
  public EventIndex(ReferenceRouter router) {
    this.router = router;
  }

  @Override
  public int numberOf(WorkerWithDpRank rank) {
    return router.numberOf(rank);
  }

  @Override
  public Owner owner(int number) {
    return router.owner(number);
  }

  @Override
  public RetainedLookup lookUp(BlockHashes localHashes, boolean candidates) {
    @Nullable IndexLookup pooled = spare.pollLast();
    IndexLookup lookup = pooled == null ? router.newIndexLookup() : pooled;
    router.lookUp(localHashes, candidates, lookup);
    return lookup;
  }

  @Override
  public void release(RetainedLookup lookup) {
    if (lookup instanceof IndexLookup own && spare.size() < MOST_SPARE) {
      spare.addLast(own);
    }
  }

  @Override
  public boolean offersCandidates() {
    return router.workers().offersHints();
  }

  @Override
  public SourceDirectory directoryFor(RetainedLookup lookup) {
    return router.directoryFor(lookup);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    return tracks ? router.residentCounts() : null;
  }

  @Override
  public void replace(WorkerSnapshot published) {
    router.replace(published);
  }

  @Override
  public boolean trackResidentBlocks() {
    tracks = router.trackResidentBlocks();
    return tracks;
  }

  /** Engines report what they hold: nothing to record. */
  @Override
  public void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {}
}
