package kvproof.router.fetch;

import java.util.Optional;
import kvproof.model.KvHint;
import kvproof.model.ResidencySnapshot;

/**
 * What one look-up of one prompt found, kept for as long as its request may be dispatched by it:
 * overlap of every rank and tier, fetch candidates with their chain, and the residency snapshot
 * that was read for them.
 *
 * <p>These three are one value: nothing puts the overlap of one look-up beside the candidates of
 * another. A refresh replaces the whole. Ranks go by the owner numbers of their index; one that the
 * look-up did not know has no blocks. Unchanging until it is released to the index that made it.
 */
public abstract sealed class RetainedLookup permits IndexLookup, ScoredLookup {

  RetainedLookup() {}

  /** Whether an index was asked at all: if not, that nobody holds anything is not known. */
  public boolean isAsked() {
    return true;
  }

  /** Leading blocks of the rank on the device. */
  public abstract int deviceBlocks(int rank);

  /** Host-pinned blocks that continue them. */
  public abstract int hostBlocks(int rank);

  /** Disk blocks that continue those. */
  public abstract int diskBlocks(int rank);

  /** External blocks that continue those. */
  public abstract int externalBlocks(int rank);

  /** Device blocks and the host-pinned ones that continue them. */
  public abstract int frontier(int rank);

  /** Whether any rank at all has a block on any tier. */
  public abstract boolean hasTierMatches();

  /** Whether candidates were wanted, and some were found. */
  public abstract boolean hasCandidates();

  /** What was known of cache owners when the prompt was looked up. */
  public abstract ResidencySnapshot residency();

  /**
   * Chooses a source for every target, each with its own frontier of this look-up.
   *
   * @param directory of {@link #residency()} and of the workers as they are now
   * @param targets owner numbers of ranks
   */
  public abstract void chooseSources(
      SourceDirectory directory, int[] targets, int targetCount, SourceChooser chooser);

  /** The hint for a stored choice, if its source still is one: see {@link HintBuilder}. */
  public abstract Optional<KvHint> hint(
      String messageId, SourceDirectory directory, int target, int source, int end);
}
