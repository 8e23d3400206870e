package kvproof.router.queue;

import kvproof.model.BlockHashes;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.ResidentCountsView;
import org.jspecify.annotations.Nullable;

/**
 * The index of a partition, as its queue asks it: what ranks hold of a prompt, and who may be a
 * source now.
 *
 * <p>Ranks and cache owners go by owner numbers, which are for good.
 */
public interface OverlapIndex {

  /** The number of a rank, given now if it has none. */
  int numberOf(WorkerWithDpRank rank);

  /** The owner of a number that the index gave. */
  Owner owner(int number);

  /**
   * Looks a prompt up now. The caller keeps what it gets until it {@linkplain #release releases}
   * it.
   *
   * @param candidates also find who may be a source; an index that offers none passes over it
   */
  RetainedLookup lookUp(BlockHashes localHashes, boolean candidates);

  /** Nobody reads the look-up any more; its space may be used for another. */
  void release(RetainedLookup lookup);

  /**
   * Whether requests that book are to keep candidates: some worker published a type, and what the
   * index holds was reported by engines to this process.
   */
  boolean offersCandidates();

  /**
   * Who may be a source now, by the residency snapshot of the look-up. Asked only for look-ups with
   * candidates.
   */
  SourceDirectory directoryFor(RetainedLookup lookup);

  /** Whether waiting requests can be looked up again. */
  boolean isLocal();

  /** The counters of resident blocks as they are now; null: none can be read. */
  @Nullable ResidentCountsView residentCounts();
}
