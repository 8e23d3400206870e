package kvproof.router.fetch;

import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.router.index.Lookup;
import kvproof.router.index.TieredIndex;

/**
 * A look-up in an index of this process, over scratch space that is used again.
 *
 * <p>For one thread at a time.
 */
public final class IndexLookup extends RetainedLookup {
  private final Lookup found;
  private long[] prompt = new long[0];
  private ResidencySnapshot residency = ResidencySnapshot.empty();

  /** Scratch space; reads as the look-up of an empty prompt. */
  public IndexLookup(TieredIndex index) {
    this.found = index.newLookup();
  }

  /**
   * Looks the prompt up and pins the residency snapshot that this goes by; forgets what was before.
   *
   * @param candidates also find who may be a source
   */
  public void lookUp(TieredIndex index, BlockHashes localHashes, boolean candidates) {
    int length = localHashes.size();
    if (prompt.length < length) {
      prompt = new long[length];
    }
    for (int position = 0; position < length; position++) {
      prompt[position] = localHashes.at(position);
    }
    residency = index.residency().snapshot();
    index.lookUp(prompt, length, candidates, found);
  }

  @Override
  public int deviceBlocks(int rank) {
    return found.deviceBlocks(rank);
  }

  @Override
  public int hostBlocks(int rank) {
    return found.blocks(StorageTier.HOST_PINNED, rank);
  }

  @Override
  public int diskBlocks(int rank) {
    return found.blocks(StorageTier.DISK, rank);
  }

  @Override
  public int externalBlocks(int rank) {
    return found.blocks(StorageTier.EXTERNAL, rank);
  }

  @Override
  public int frontier(int rank) {
    return found.frontier(rank);
  }

  @Override
  public boolean hasTierMatches() {
    return found.hasBlocks();
  }

  @Override
  public boolean hasCandidates() {
    return found.hasIntervals();
  }

  @Override
  public ResidencySnapshot residency() {
    return residency;
  }

  @Override
  public void chooseSources(
      SourceDirectory directory, int[] targets, int targetCount, SourceChooser chooser) {
    chooser.choose(found, directory, targets, targetCount);
  }

  @Override
  public Optional<KvHint> hint(
      String messageId, SourceDirectory directory, int target, int source, int end) {
    return HintBuilder.rechecked(messageId, found, directory, target, source, end);
  }
}
