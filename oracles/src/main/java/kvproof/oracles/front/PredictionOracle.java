package kvproof.oracles.front;

import java.util.List;
import java.util.function.Supplier;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
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
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * What predictions store and take away again: {@code index.md} 8, in each of its modes.
 *
 * <p>Catches what {@link FrontOracle} says of predictions. What is refused or ignored leaves no
 * trace but its count. Blind to the side index and to how a deadline is kept.
 */
final class PredictionOracle {
  private final TtlOracle ttl;
  private final LruOracle lru;
  private final Counts counts;
  private Mode mode = Mode.NONE;
  private long nowMillis;

  PredictionOracle(Counts counts) {
    this.ttl = new TtlOracle(counts);
    this.lru = new LruOracle(ttl, counts);
    this.counts = counts;
  }

  /** An index step goes by. A clear takes no timers along: what they name is gone already. */
  void note(IndexStep step) {
    switch (step) {
      case RankRemoved(var rank) -> {
        ttl.forget(rank::equals);
        lru.forget(rank::equals);
      }
      case WorkerRemoved(long workerId) -> {
        ttl.forget(rank -> rank.workerId() == workerId);
        lru.forget(rank -> rank.workerId() == workerId);
      }
      case Stored _,
          Removed _,
          Cleared _,
          StreamState _,
          ResidencySnapshot _,
          WorkerSnapshot _ -> {}
    }
  }

  List<IndexStep> take(Prediction prediction) {
    return switch (prediction) {
      case ModeChosen chosen -> choose(chosen);
      case TimePassed passed -> pass(passed.nowMillis());
      case RequestRouted routed -> route(routed);
      case RankReset(var rank) -> reset(rank);
      case CapacityDeclared declared -> byLru(() -> lru.declare(declared, nowMillis));
      case RequestAdmitted admitted -> byLru(() -> lru.admit(admitted, nowMillis));
      case OutputMaterialized output -> byLru(() -> lru.materialize(output));
      case RequestFinished finished -> byLru(() -> lru.finish(finished));
    };
  }

  private List<IndexStep> choose(ModeChosen chosen) {
    mode = chosen.mode();
    ttl.begin(chosen.ttlMillis());
    lru.forget(_ -> true);
    return List.of();
  }

  private List<IndexStep> pass(long millis) {
    if (millis <= nowMillis) {
      return List.of();
    }
    List<IndexStep> expired = ttl.expire(nowMillis, millis);
    nowMillis = millis;
    return expired;
  }

  private List<IndexStep> route(RequestRouted routed) {
    if (mode == Mode.NONE) {
      return List.of();
    }
    if (routed.localHashes().size() != routed.sequenceHashes().size()) {
      return refused("refused_lengths");
    }
    if (mode == Mode.LRU) {
      return refused("refused_lru");
    }
    return ttl.route(routed.rank(), routed.localHashes(), routed.sequenceHashes(), nowMillis);
  }

  private List<IndexStep> reset(WorkerWithDpRank rank) {
    if (mode == Mode.NONE) {
      return refused("refused_mode");
    }
    ttl.forget(rank::equals);
    lru.forget(rank::equals);
    return List.of(Cleared.of(rank));
  }

  private List<IndexStep> byLru(Supplier<List<IndexStep>> command) {
    return mode == Mode.LRU ? command.get() : refused("refused_mode");
  }

  private List<IndexStep> refused(String why) {
    counts.add(why);
    return List.of();
  }
}
