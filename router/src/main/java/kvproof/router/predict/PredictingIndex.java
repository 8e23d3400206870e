package kvproof.router.predict;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;

/**
 * An index with what its {@link PredictionConfig} adds: a predictor in front of it, and a side
 * index beside it.
 *
 * <p>The primary may be anything that answers, also one that is reached over a network. For one
 * thread at a time.
 */
public final class PredictingIndex {
  private final PredictionConfig config;
  private final KvRouter primary;
  private final Predictor predictor = new Predictor();
  private final Optional<SideIndex> side;

  public PredictingIndex(PredictionConfig config, KvRouter primary) {
    this.config = config;
    this.primary = primary;
    this.side =
        config.sideTtlMillis().isPresent()
            ? Optional.of(new SideIndex(config.sideTtlMillis().getAsLong()))
            : Optional.empty();
    predictor.take(config.mode());
  }

  /**
   * Takes index steps and predictions; returns what the primary was told.
   *
   * <p>Throws {@link IllegalArgumentException} for a mode, which is the configuration's to choose,
   * and for what arrives in an event stream.
   */
  public List<IndexStep> take(CaseStep step) {
    PredictionConfig.refuseMode(step);
    List<IndexStep> steps = predictor.take(step);
    steps.forEach(primary::take);
    side.ifPresent(beside -> beside.take(step));
    return steps;
  }

  /** Answers with every prediction in it; names sources only where nothing is predicted. */
  public Answer answer(Request request) {
    Answer answer = primary.answer(request);
    if (side.isPresent()) {
      return side.get().merge(answer, request.localHashes());
    }
    return config.offered(answer);
  }

  public Optional<SideIndex> side() {
    return side;
  }

  /** What the predictor of the primary counted. */
  public SortedMap<String, Long> counts() {
    return predictor.counts();
  }
}
