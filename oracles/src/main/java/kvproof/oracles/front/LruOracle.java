package kvproof.oracles.front;

import static kvproof.model.StorageTier.DEVICE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.WorkerWithDpRank;

/**
 * Who has a capacity, who falls back to a time to live, and what their requests store and evict:
 * {@code index.md} 8.2.
 */
final class LruOracle {
  /** A rank since it declared an incarnation; without a model it falls back. */
  private record Known(long incarnation, Optional<LruRank> model) {}

  private final Map<WorkerWithDpRank, Known> ranks = new HashMap<>(); // looked up, never iterated
  private final TtlOracle fallback;
  private final Counts counts;

  LruOracle(TtlOracle fallback, Counts counts) {
    this.fallback = fallback;
    this.counts = counts;
  }

  void forget(Predicate<WorkerWithDpRank> whose) {
    ranks.keySet().removeIf(whose);
  }

  List<IndexStep> declare(CapacityDeclared declared, long nowMillis) {
    WorkerWithDpRank rank = declared.rank();
    fallback.mention(rank, nowMillis);
    List<IndexStep> steps = new ArrayList<>();
    Optional<Known> known = Optional.ofNullable(ranks.get(rank));
    if (known.isPresent() && known.get().incarnation() != declared.incarnation()) {
      steps.add(Cleared.of(rank));
      fallback.dropTimers(rank::equals);
      known = Optional.empty();
    }
    Optional<LruRank> model = known.flatMap(Known::model);
    if (declared.blocks().orElse(0) == 0) {
      model.ifPresent(_ -> steps.add(Cleared.of(rank)));
      ranks.put(rank, new Known(declared.incarnation(), Optional.empty()));
    } else if (known.isEmpty() || model.isPresent()) {
      LruRank limited = model.orElseGet(LruRank::new);
      limited.limit(declared.blocks().getAsLong());
      ranks.put(rank, new Known(declared.incarnation(), Optional.of(limited)));
      evict(rank, limited, steps);
    } // else it stays in fallback
    return steps;
  }

  List<IndexStep> admit(RequestAdmitted admitted, long nowMillis) {
    WorkerWithDpRank rank = admitted.rank();
    Optional<Known> known = known(rank, admitted.incarnation());
    if (known.isEmpty()) {
      return ignored();
    }
    if (known.get().model().isEmpty()) {
      return fallback.route(rank, admitted.localHashes(), admitted.sequenceHashes(), nowMillis);
    }
    LruRank model = known.get().model().get();
    if (model.knows(admitted.attempt())) {
      counts.add("refused_attempt");
      return List.of();
    }
    model.acquire(admitted.attempt(), admitted.sequenceHashes(), admitted.privateBlocks());
    List<IndexStep> steps = new ArrayList<>();
    steps.add(
        new Stored(
            rank, DEVICE, OptionalLong.empty(), admitted.localHashes(), admitted.sequenceHashes()));
    evict(rank, model, steps);
    return steps;
  }

  List<IndexStep> materialize(OutputMaterialized output) {
    Optional<LruRank> model = model(output.rank(), output.incarnation(), output.attempt());
    if (model.isEmpty() || !model.get().isActive(output.attempt())) {
      return ignored();
    }
    model
        .get()
        .materialize(
            output.attempt(),
            output.sequenceHashes(),
            output.startPosition(),
            output.privateBlocks());
    List<IndexStep> steps = new ArrayList<>();
    if (!output.sequenceHashes().isEmpty()) {
      steps.add(
          new Stored(
              output.rank(),
              DEVICE,
              output.parent(),
              output.localHashes(),
              output.sequenceHashes()));
    }
    evict(output.rank(), model.get(), steps);
    return steps;
  }

  List<IndexStep> finish(RequestFinished finished) {
    Optional<LruRank> model = model(finished.rank(), finished.incarnation(), finished.attempt());
    if (model.isEmpty()) {
      return ignored();
    }
    List<IndexStep> steps = new ArrayList<>();
    if (model.get().isActive(finished.attempt())) {
      model.get().release(finished.attempt());
      evict(finished.rank(), model.get(), steps);
    }
    return steps;
  }

  private void evict(WorkerWithDpRank rank, LruRank model, List<IndexStep> steps) {
    BlockHashes gone = model.evict();
    counts.add("evicted", gone.size());
    if (!gone.isEmpty()) {
      steps.add(new Removed(rank, DEVICE, gone));
    }
  }

  private List<IndexStep> ignored() {
    counts.add("ignored");
    return List.of();
  }

  /** The model in which the attempt has a lease, finished or not. */
  private Optional<LruRank> model(WorkerWithDpRank rank, long incarnation, String attempt) {
    return known(rank, incarnation).flatMap(Known::model).filter(model -> model.knows(attempt));
  }

  private Optional<Known> known(WorkerWithDpRank rank, long incarnation) {
    return Optional.ofNullable(ranks.get(rank)).filter(known -> known.incarnation() == incarnation);
  }
}
