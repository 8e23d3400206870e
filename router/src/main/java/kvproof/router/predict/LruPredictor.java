package kvproof.router.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.predict.CapacityModel.LeaseState;
import kvproof.router.predict.PredictionCounts.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Takes a block to be on the rank for as long as a model of the rank's capacity keeps it.
 *
 * <p>A rank is known from its first capacity on, under one incarnation. Without a positive capacity
 * it falls back to a time to live, and stays there until it is forgotten or has another
 * incarnation. The model goes on as it is where the index refuses a malformed store.
 */
final class LruPredictor {
  /**
   * What is known of a rank.
   *
   * @param model absent: the fallback
   */
  private record RankState(long incarnation, Optional<CapacityModel> model) {}

  private final TtlPredictor timers;
  private final PredictionCounts counts;
  private final TreeMap<WorkerWithDpRank, RankState> ranks = new TreeMap<>();

  /**
   * @param timers what ranks fall back to
   */
  LruPredictor(TtlPredictor timers, PredictionCounts counts) {
    this.timers = timers;
    this.counts = counts;
  }

  List<KvCacheEvent> declare(CapacityDeclared declared, long nowMillis) {
    WorkerWithDpRank rank = declared.rank();
    List<KvCacheEvent> events = new ArrayList<>();
    RankState known = ranks.get(rank);
    if (known != null && known.incarnation() != declared.incarnation()) {
      timers.dropTimers(rank);
      events.add(Cleared.of(rank));
      known = null;
    }
    timers.meet(rank, nowMillis);
    long blocks = declared.blocks().orElse(0);
    if (known == null) {
      ranks.put(rank, begun(declared.incarnation(), blocks));
    } else if (known.model().isPresent()) {
      events.addAll(limit(rank, known.incarnation(), known.model().get(), blocks));
    }
    return events;
  }

  private static RankState begun(long incarnation, long blocks) {
    return new RankState(
        incarnation, blocks > 0 ? Optional.of(new CapacityModel(blocks)) : Optional.empty());
  }

  private List<KvCacheEvent> limit(
      WorkerWithDpRank rank, long incarnation, CapacityModel model, long blocks) {
    if (blocks > 0) {
      return evicted(rank, model.limit(blocks));
    }
    ranks.put(rank, begun(incarnation, blocks));
    return List.of(Cleared.of(rank));
  }

  List<KvCacheEvent> admit(RequestAdmitted admitted, long nowMillis) {
    WorkerWithDpRank rank = admitted.rank();
    RankState known = known(rank, admitted.incarnation());
    if (known == null) {
      return refused(Counter.IGNORED);
    }
    if (known.model().isEmpty()) {
      return timers.route(rank, admitted.localHashes(), admitted.sequenceHashes(), nowMillis);
    }
    CapacityModel model = known.model().get();
    if (model.state(admitted.attempt()) != LeaseState.UNKNOWN) {
      return refused(Counter.REFUSED_ATTEMPT);
    }
    List<KvCacheEvent> events = new ArrayList<>();
    events.add(
        stored(rank, OptionalLong.empty(), admitted.localHashes(), admitted.sequenceHashes()));
    events.addAll(
        evicted(
            rank,
            model.acquire(
                admitted.attempt(), admitted.sequenceHashes(), admitted.privateBlocks())));
    return events;
  }

  List<KvCacheEvent> materialize(OutputMaterialized output) {
    WorkerWithDpRank rank = output.rank();
    RankState known = known(rank, output.incarnation());
    if (state(known, output.attempt()) != LeaseState.OPEN) {
      return refused(Counter.IGNORED);
    }
    List<KvCacheEvent> events = new ArrayList<>();
    if (!output.sequenceHashes().isEmpty()) {
      events.add(stored(rank, output.parent(), output.localHashes(), output.sequenceHashes()));
    }
    BlockHashes gone =
        model(known)
            .materialize(
                output.attempt(),
                output.startPosition(),
                output.sequenceHashes(),
                output.privateBlocks());
    events.addAll(evicted(rank, gone));
    return events;
  }

  List<KvCacheEvent> finish(RequestFinished request) {
    RankState known = known(request.rank(), request.incarnation());
    return switch (state(known, request.attempt())) {
      case UNKNOWN -> refused(Counter.IGNORED);
      case FINISHED -> List.of();
      case OPEN -> evicted(request.rank(), model(known).release(request.attempt()));
    };
  }

  /** What is known of the rank under this incarnation, or null. */
  private @Nullable RankState known(WorkerWithDpRank rank, long incarnation) {
    RankState known = ranks.get(rank);
    return known != null && known.incarnation() == incarnation ? known : null;
  }

  private static LeaseState state(@Nullable RankState known, String attempt) {
    return known == null || known.model().isEmpty()
        ? LeaseState.UNKNOWN
        : known.model().get().state(attempt);
  }

  private static CapacityModel model(@Nullable RankState known) {
    if (known == null || known.model().isEmpty()) {
      throw new AssertionError("a lease without a model: " + known);
    }
    return known.model().get();
  }

  private List<KvCacheEvent> refused(Counter reason) {
    counts.add(reason, 1);
    return List.of();
  }

  private static Stored stored(
      WorkerWithDpRank rank, OptionalLong parent, BlockHashes localHashes, BlockHashes hashes) {
    return new Stored(rank, StorageTier.DEVICE, parent, localHashes, hashes);
  }

  private List<KvCacheEvent> evicted(WorkerWithDpRank rank, BlockHashes gone) {
    counts.add(Counter.EVICTED, gone.size());
    return gone.isEmpty() ? List.of() : List.of(new Removed(rank, StorageTier.DEVICE, gone));
  }

  /** The rank has no incarnation and no capacity from now on. */
  void forget(WorkerWithDpRank rank) {
    ranks.remove(rank);
  }

  void forgetWorker(long workerId) {
    WorkerRanks.of(ranks, workerId).clear();
  }

  /** The model of the rank; empty if it is unknown or has fallen back. */
  Optional<CapacityModel> model(WorkerWithDpRank rank) {
    return Optional.ofNullable(ranks.get(rank)).flatMap(RankState::model);
  }
}
