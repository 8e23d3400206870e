package kvproof.router.fetch;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Optional;
import java.util.function.ToIntFunction;
import kvproof.model.Answer;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.KvHint;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * A look-up of which only the scores came back: from an index behind a wire, or from one that goes
 * by predictions. It never has candidates: nobody is sent to fetch on such a word.
 */
public final class ScoredLookup extends RetainedLookup {
  private static final ScoredLookup EMPTY = new ScoredLookup(true);
  private static final ScoredLookup UNASKED = new ScoredLookup(false);
  private static final int TIERS = StorageTier.values().length;

  /** Blocks per tier, by owner number; ranks without any are absent. */
  private final Int2ObjectOpenHashMap<int[]> blocks = new Int2ObjectOpenHashMap<>();

  private final boolean isAsked;

  private ScoredLookup(boolean isAsked) {
    this.isAsked = isAsked;
  }

  /** Nobody holds anything. */
  public static ScoredLookup empty() {
    return EMPTY;
  }

  /** No index was asked: nobody is taken to hold anything. */
  public static ScoredLookup unasked() {
    return UNASKED;
  }

  @Override
  public boolean isAsked() {
    return isAsked;
  }

  /**
   * The scores of an answer; what it says of sources is left out.
   *
   * @param numberOf the number of a rank
   */
  public static ScoredLookup of(Answer answer, ToIntFunction<WorkerWithDpRank> numberOf) {
    ScoredLookup scores = new ScoredLookup(true);
    answer
        .device()
        .forEach(
            (rank, match) ->
                scores.put(numberOf.applyAsInt(rank), StorageTier.DEVICE, match.blocks()));
    answer
        .lower()
        .forEach(
            (StorageTier tier, TierAnswer found) ->
                found
                    .hits()
                    .forEach((rank, hits) -> scores.put(numberOf.applyAsInt(rank), tier, hits)));
    return scores;
  }

  private void put(int rank, StorageTier tier, int found) {
    if (found > 0) {
      blocks.computeIfAbsent(rank, number -> new int[TIERS])[tier.ordinal()] = found;
    }
  }

  private int at(int rank, StorageTier tier) {
    int @Nullable [] found = blocks.get(rank);
    return found == null ? 0 : found[tier.ordinal()];
  }

  @Override
  public int deviceBlocks(int rank) {
    return at(rank, StorageTier.DEVICE);
  }

  @Override
  public int hostBlocks(int rank) {
    return at(rank, StorageTier.HOST_PINNED);
  }

  @Override
  public int diskBlocks(int rank) {
    return at(rank, StorageTier.DISK);
  }

  @Override
  public int externalBlocks(int rank) {
    return at(rank, StorageTier.EXTERNAL);
  }

  @Override
  public int frontier(int rank) {
    return deviceBlocks(rank) + hostBlocks(rank);
  }

  @Override
  public boolean hasTierMatches() {
    return !blocks.isEmpty();
  }

  @Override
  public boolean hasCandidates() {
    return false;
  }

  @Override
  public ResidencySnapshot residency() {
    return ResidencySnapshot.empty();
  }

  @Override
  public void chooseSources(
      SourceDirectory directory, int[] targets, int targetCount, SourceChooser chooser) {
    throw new IllegalStateException("a look-up without candidates has no sources to choose from");
  }

  @Override
  public Optional<KvHint> hint(
      String messageId, SourceDirectory directory, int target, int source, int end) {
    return Optional.empty();
  }
}
