package kvproof.router.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Prediction;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.predict.SideIndex;
import kvproof.router.predict.SideMerge;

/**
 * A laned router with what its {@link PredictionConfig} adds: predictions in the lanes, and a side
 * index with as many lanes of its own.
 *
 * <p>Predictions about a rank are in order with its events. Time is handed over on one thread, as
 * {@link LanePool#enqueue(Prediction)} says; everything else on any.
 */
public final class LanedPredictingIndex implements AutoCloseable {
  private final PredictionConfig config;
  private final LanedRouter primary;
  private final Optional<LanedRouter> side;
  private final Optional<SideMerge> merge;

  /** Starts the lanes; throws {@link IllegalArgumentException} if there is to be none. */
  public LanedPredictingIndex(PredictionConfig config, int lanes) {
    this.config = config;
    this.primary = predicting(config.mode(), lanes);
    this.side = side(config.sideTtlMillis(), lanes);
    this.merge = side.map(LanedPredictingIndex::mergeOf);
  }

  private static LanedRouter predicting(ModeChosen mode, int lanes) {
    LanedRouter router = new LanedRouter(lanes);
    router.lanes().enqueue(mode);
    return router;
  }

  private static Optional<LanedRouter> side(OptionalLong ttlMillis, int lanes) {
    return ttlMillis.isPresent()
        ? Optional.of(predicting(new ModeChosen(Mode.TTL, ttlMillis.getAsLong()), lanes))
        : Optional.empty();
  }

  private static SideMerge mergeOf(LanedRouter side) {
    return new SideMerge(prompt -> side.answer(new Request("side", prompt, List.of())).device());
  }

  /** What goes by the engines' events, or by predictions in place of them. */
  public LanedRouter primary() {
    return primary;
  }

  /** What knows of routing decisions before the engines report; absent if it was not configured. */
  public Optional<LanedRouter> side() {
    return side;
  }

  /**
   * As {@link LanePool#enqueue(KvCacheEvent)}; ranks and workers that leave do so beside it too.
   */
  public boolean enqueue(KvCacheEvent event) {
    boolean taken = true;
    for (LanePool pool : poolsFor(event)) {
      taken &= pool.enqueue(event);
    }
    return taken;
  }

  /**
   * As {@link LanePool#enqueue(Prediction)}.
   *
   * <p>Throws {@link IllegalArgumentException} for a mode, which is the configuration's to choose.
   */
  public boolean enqueue(Prediction prediction) {
    PredictionConfig.refuseMode(prediction);
    boolean taken = true;
    for (LanePool pool : poolsFor(prediction)) {
      taken &= pool.enqueue(prediction);
    }
    return taken;
  }

  private List<LanePool> poolsFor(CaseStep step) {
    List<LanePool> pools = new ArrayList<>();
    pools.add(primary.lanes());
    if (SideIndex.isFor(step)) {
      side.ifPresent(beside -> pools.add(beside.lanes()));
    }
    return pools;
  }

  /** Waits until everything is done that was handed over before, here and beside it. */
  public Outcome<ApplyStatus> flush() {
    return both(primary.lanes().flush(), side.map(beside -> beside.lanes().flush()));
  }

  /** Removes a rank in order with what is about it, and waits until nothing of it is left. */
  public Outcome<ApplyStatus> resetAndWait(WorkerWithDpRank rank) {
    return both(
        primary.lanes().resetAndWait(rank), side.map(beside -> beside.lanes().resetAndWait(rank)));
  }

  /** Removes every rank of a worker, and waits for all lanes. */
  public Outcome<ApplyStatus> removeWorker(long workerId) {
    return both(
        primary.lanes().removeWorker(workerId),
        side.map(beside -> beside.lanes().removeWorker(workerId)));
  }

  private static Outcome<ApplyStatus> both(
      Outcome<ApplyStatus> primary, Optional<Outcome<ApplyStatus>> side) {
    return primary instanceof Done<ApplyStatus> ? side.orElse(primary) : primary;
  }

  /** Answers with every prediction in it; names sources only where nothing is predicted. */
  public Answer answer(Request request) {
    Answer answer = primary.answer(request);
    if (merge.isPresent()) {
      return merge.get().merge(answer, request.localHashes());
    }
    return config.offered(answer);
  }

  @Override
  public void close() {
    primary.close();
    side.ifPresent(LanedRouter::close);
  }
}
