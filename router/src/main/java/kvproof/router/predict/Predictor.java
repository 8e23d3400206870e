package kvproof.router.predict;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.predict.PredictionCounts.Counter;

/**
 * Makes index events of predictions, and lets index steps pass.
 *
 * <p>Begins at time 0 in {@link Mode#NONE}, where nothing is predicted. A rank or worker that is
 * removed is forgotten here too; a clear leaves timers and models alone, since to remove what is
 * gone does no harm. What no rank hears of another may be split over several predictors, each with
 * its own ranks, as long as modes and time reach all of them.
 */
public final class Predictor implements IndexFront {
  private final PredictionCounts counts = new PredictionCounts();
  private Mode mode = Mode.NONE;
  private long nowMillis;
  private TtlPredictor timers = new TtlPredictor(0, counts);
  private LruPredictor capacities = new LruPredictor(timers, counts);

  /** Throws {@link IllegalArgumentException} for what arrives in an event stream. */
  @Override
  public List<IndexStep> take(CaseStep step) {
    return switch (step) {
      case RankRemoved removed -> {
        forget(removed.rank());
        yield List.of(removed);
      }
      case WorkerRemoved removed -> {
        timers.forgetWorker(removed.workerId());
        capacities.forgetWorker(removed.workerId());
        yield List.of(removed);
      }
      case IndexStep plain -> List.of(plain);
      case Prediction prediction -> List.copyOf(predict(prediction));
      case StreamArrival _, SchedulingStep _ ->
          throw new IllegalArgumentException("no prediction: " + step);
    };
  }

  private List<KvCacheEvent> predict(Prediction prediction) {
    return switch (prediction) {
      case ModeChosen chosen -> choose(chosen);
      case TimePassed passed -> pass(passed);
      case RequestRouted routed -> route(routed);
      case RankReset reset -> reset(reset);
      case CapacityDeclared declared -> inLru(() -> capacities.declare(declared, nowMillis));
      case RequestAdmitted admitted -> inLru(() -> capacities.admit(admitted, nowMillis));
      case OutputMaterialized output -> inLru(() -> capacities.materialize(output));
      case RequestFinished request -> inLru(() -> capacities.finish(request));
    };
  }

  private List<KvCacheEvent> inLru(Supplier<List<KvCacheEvent>> command) {
    return mode == Mode.LRU ? command.get() : refused(Counter.REFUSED_MODE);
  }

  private List<KvCacheEvent> refused(Counter reason) {
    counts.add(reason, 1);
    return List.of();
  }

  private List<KvCacheEvent> choose(ModeChosen chosen) {
    mode = chosen.mode();
    timers = new TtlPredictor(chosen.ttlMillis(), counts);
    capacities = new LruPredictor(timers, counts);
    return List.of();
  }

  private List<KvCacheEvent> pass(TimePassed passed) {
    if (passed.nowMillis() <= nowMillis) {
      return List.of();
    }
    nowMillis = passed.nowMillis();
    return timers.expire(nowMillis);
  }

  private List<KvCacheEvent> route(RequestRouted routed) {
    if (mode == Mode.NONE) {
      return List.of();
    }
    if (routed.localHashes().size() != routed.sequenceHashes().size()) {
      return refused(Counter.REFUSED_LENGTHS);
    }
    return mode == Mode.LRU
        ? refused(Counter.REFUSED_LRU)
        : timers.route(routed.rank(), routed.localHashes(), routed.sequenceHashes(), nowMillis);
  }

  private List<KvCacheEvent> reset(RankReset reset) {
    if (mode == Mode.NONE) {
      return refused(Counter.REFUSED_MODE);
    }
    forget(reset.rank());
    return List.of(Cleared.of(reset.rank()));
  }

  private void forget(WorkerWithDpRank rank) {
    timers.forget(rank);
    capacities.forget(rank);
  }

  /**
   * The names are refused_lengths, refused_lru, refused_mode, refused_attempt, ignored, expired and
   * evicted; what was never counted is missing.
   */
  @Override
  public SortedMap<String, Long> counts() {
    return counts.byName();
  }

  /** Timers of all ranks. */
  int timers() {
    return timers.timers();
  }

  /** The model of the rank's capacity; empty if there is none. */
  Optional<CapacityModel> model(WorkerWithDpRank rank) {
    return capacities.model(rank);
  }
}
