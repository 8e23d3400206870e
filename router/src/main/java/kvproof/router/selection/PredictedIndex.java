package kvproof.router.selection;

import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.SequenceHashes;
import kvproof.router.ReferenceRouter;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.predict.PredictingIndex;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.queue.VirtualClock;
import org.jspecify.annotations.Nullable;

/**
 * An index in this process that goes by routing decisions, alone or beside what engines report.
 *
 * <p>Names no sources: nobody is sent to fetch what was only predicted.
 */
public final class PredictedIndex extends ScoredIndex {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ReferenceRouter primary;
  private final PredictingIndex index;
  private final VirtualClock clock;
  private boolean tracks;

  /**
   * @param clock the partition's
   * @param warnings the host's
   */
  public PredictedIndex(
      PredictionConfig config, ReferenceRouter primary, VirtualClock clock, HostWarnings warnings) {
    super("an index that goes by routing decisions", warnings);
    this.primary = primary;
    this.index = new PredictingIndex(config, primary);
    this.clock = clock;
  }

  /** Takes index steps and predictions of the host. */
  public void take(CaseStep step) {
    letTimePass();
    index.take(step);
  }

  private void letTimePass() {
    index.take(new TimePassed(clock.nowNanos() / NANOS_PER_MILLI));
  }

  @Override
  Answer answer(Request request) {
    letTimePass();
    return index.answer(request);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    letTimePass();
    return tracks ? primary.residentCounts() : null;
  }

  @Override
  public boolean trackResidentBlocks() {
    tracks = primary.trackResidentBlocks();
    return tracks;
  }

  @Override
  public void routed(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes) {
    if (!localHashes.isEmpty()) {
      boolean areTracked = localHashes.size() == sequenceHashes.size();
      take(
          new RequestRouted(
              rank, localHashes, areTracked ? sequenceHashes : SequenceHashes.of(localHashes)));
    }
  }
}
