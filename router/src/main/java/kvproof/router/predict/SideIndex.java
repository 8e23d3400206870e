package kvproof.router.predict;

import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.Lookup;
import kvproof.router.index.TieredIndex;

/**
 * A short memory of routing decisions beside an index that goes by engine events: what was routed
 * counts until the engines report it, or its time is over.
 *
 * <p>It knows the device only, is never dumped, and counts no resident blocks. For one thread at a
 * time.
 */
public final class SideIndex {
  private final TieredIndex index = new TieredIndex();
  private final Predictor predictor = new Predictor();
  private final SideMerge merge = new SideMerge(this::scores);
  private final Lookup lookup = index.newLookup();

  public SideIndex(long ttlMillis) {
    predictor.take(new ModeChosen(Mode.TTL, ttlMillis));
  }

  /**
   * Takes routing decisions, time, and ranks and workers that leave or start anew; passes over
   * everything else, such as what engines report.
   */
  public void take(CaseStep step) {
    if (isFor(step)) {
      for (IndexStep predicted : predictor.take(step)) {
        if (predicted instanceof KvCacheEvent event) {
          index.apply(event);
        }
      }
    }
  }

  /** Whether a side index takes the step, rather than passing over it. */
  public static boolean isFor(CaseStep step) {
    return step instanceof RequestRouted
        || step instanceof TimePassed
        || step instanceof RankReset
        || step instanceof RankRemoved
        || step instanceof WorkerRemoved;
  }

  /** Leading blocks of the prompt that were routed to each rank; ranks without any are absent. */
  public SortedMap<WorkerWithDpRank, DeviceMatch> scores(BlockHashes prompt) {
    index.lookUp(prompt.toArray(), prompt.size(), false, lookup);
    SortedMap<WorkerWithDpRank, DeviceMatch> scores = new TreeMap<>();
    for (int number = 0; number < lookup.ownerCount(); number++) {
      if (lookup.deviceBlocks(number) > 0
          && index.owners().owner(number) instanceof WorkerWithDpRank rank) {
        scores.put(
            rank, new DeviceMatch(lookup.deviceBlocks(number), lookup.deviceLastHash(number)));
      }
    }
    return scores;
  }

  /**
   * The primary's answer with the larger of both scores for each rank, and without sources.
   *
   * <p>The lower tiers stay as the primary walked them. A side that fails is counted and left out.
   */
  public Answer merge(Answer primary, BlockHashes prompt) {
    return merge.merge(primary, prompt);
  }

  /** How many answers had to go without this index. */
  public long failedQueries() {
    return merge.failures();
  }

  /** Blocks that are held now, over all ranks. */
  public int size() {
    return index.heldBlocks().size();
  }
}
