package kvproof.router.reuse;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Counts, for each request that is sent to a rank, the blocks that it asks for and those that the
 * rank holds.
 *
 * <p>A request whose id was sent before is a further attempt, whatever became of the first one: its
 * blocks were computed for itself, and finding them says nothing of what prompts share. So many of
 * the last ids are known; one that comes back later counts as new. For one thread at a time.
 */
public final class ReuseCounters {
  /** How many ids are remembered unless another number is given. */
  public static final int KNOWN_IDS = 65_536;

  private final int blockSize;
  private final int knownIds;
  private final SequencedSet<String> ids = new LinkedHashSet<>();
  private ReuseSeries first = ReuseSeries.none();
  private ReuseSeries again = ReuseSeries.none();

  public ReuseCounters(int blockSize) {
    this(blockSize, KNOWN_IDS);
  }

  /**
   * @param knownIds how many ids are remembered, at least 1
   */
  public ReuseCounters(int blockSize, int knownIds) {
    if (blockSize < 1 || knownIds < 1) {
      throw new IllegalArgumentException(
          "blocks of " + blockSize + " tokens and " + knownIds + " known ids; at least 1 of each");
    }
    this.blockSize = blockSize;
    this.knownIds = knownIds;
  }

  /**
   * The request is sent to a rank.
   *
   * <p>Throws {@link IllegalArgumentException} if more is held than was asked for.
   *
   * @param completeBlocks of its prompt; 0: the prompt is shorter than a block
   * @param heldBlocks leading ones that the rank holds, on all tiers together
   */
  public void sent(String id, int completeBlocks, int heldBlocks) {
    if (remember(id)) {
      first = first.with(completeBlocks, heldBlocks);
    } else {
      again = again.with(completeBlocks, heldBlocks);
    }
  }

  /** False if it was known; it is the latest now in any case. */
  private boolean remember(String id) {
    boolean isNew = !ids.contains(id);
    ids.addLast(id);
    if (ids.size() > knownIds) {
      ids.removeFirst();
    }
    return isNew;
  }

  public ReuseReport report() {
    return new ReuseReport(blockSize, first, again);
  }
}
