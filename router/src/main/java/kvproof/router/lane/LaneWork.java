package kvproof.router.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.ApplyStatus;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.index.EventPreparer;
import kvproof.router.index.PreparedEvent;
import kvproof.router.index.ResidentCounts;
import kvproof.router.index.ResidentTracking;
import kvproof.router.predict.Predictor;
import org.jspecify.annotations.Nullable;

/** What one lane does to the index and to the counters of its ranks. For the lane's thread. */
final class LaneWork {
  private final int lane;
  private final boolean isAlone;
  private final LaneBinding binding;
  private final Guarded<ReferenceRouter> sides;
  private final ResidentCounts counts;
  private final ResidentTracking tracking;
  private final EventPreparer preparer = new EventPreparer();
  private final Predictor predictor = new Predictor();
  private boolean tracks;

  /** What this thread reads now, or null. */
  private @Nullable ReferenceRouter reading;

  /** Kept so that no compiler leaves a glance out. */
  private long glanced;

  /**
   * @param lanes how many there are
   */
  LaneWork(
      int lane,
      int lanes,
      LaneBinding binding,
      Guarded<ReferenceRouter> sides,
      ResidentCounts counts) {
    this.lane = lane;
    this.isAlone = lanes == 1;
    this.binding = binding;
    this.sides = sides;
    this.counts = counts;
    this.tracking = new ResidentTracking(counts, this::residentBlocks);
  }

  int lane() {
    return lane;
  }

  ApplyStatus apply(KvCacheEvent event) {
    if (event instanceof WorkerRemoved removed) {
      return removeRanks(removed.workerId());
    }
    PreparedEvent prepared = prepare(event);
    ApplyStatus status = sides.write(side -> side.apply(prepared));
    if (tracks) {
      tracking.applied(event);
    }
    return status;
  }

  /** Applies events in their order, as many together as there are; each rank of a worker alone. */
  void applyAll(List<KvCacheEvent> events) {
    List<PreparedEvent> together = new ArrayList<>(events.size());
    for (KvCacheEvent event : events) {
      if (event instanceof WorkerRemoved removed) {
        applyTogether(together);
        together.clear();
        removeRanks(removed.workerId());
      } else {
        together.add(prepare(event));
      }
    }
    applyTogether(together);
  }

  private void applyTogether(List<PreparedEvent> events) {
    sides.writeAll(events, (side, event) -> side.apply(event));
    if (tracks) {
      sides.ask(side -> countedAfter(events, side));
    }
  }

  /** Writes the counts in one reading: each one of its own would wait for other lanes. */
  private boolean countedAfter(List<PreparedEvent> events, ReferenceRouter side) {
    reading = side;
    try {
      events.forEach(event -> tracking.applied(event.event()));
    } finally {
      reading = null;
    }
    return true;
  }

  private OptionalLong residentBlocks(WorkerWithDpRank rank) {
    ReferenceRouter side = reading;
    return side == null ? sides.ask(now -> now.residentBlocks(rank)) : side.residentBlocks(rank);
  }

  private PreparedEvent prepare(KvCacheEvent event) {
    if (event instanceof RankRemoved) {
      predictor.take(event); // what was predicted of the rank goes with it
    }
    PreparedEvent prepared = preparer.prepare(event);
    if (!isAlone) { // what is waited for here is not waited for in turn
      sides.glance(router -> glanced += router.glance(prepared));
    }
    return prepared;
  }

  /** Applies what follows from a prediction: each event as if it had been handed over. */
  ApplyStatus predict(Prediction prediction) {
    for (IndexStep step : predictor.take(prediction)) {
      if (step instanceof KvCacheEvent event) {
        apply(event);
      }
    }
    return ApplyStatus.OK;
  }

  SortedMap<String, Long> predictionCounts() {
    return predictor.counts();
  }

  /** Other lanes see to the worker's other ranks. */
  private ApplyStatus removeRanks(long workerId) {
    for (WorkerWithDpRank rank : binding.ranksOf(lane)) {
      if (rank.workerId() == workerId) {
        apply(new RankRemoved(rank));
      }
    }
    return ApplyStatus.OK;
  }

  ApplyStatus replace(StreamState state) {
    return sides.write(side -> side.take(state));
  }

  ApplyStatus sweep() {
    return sides.write(
        side -> {
          side.sweep();
          return ApplyStatus.OK;
        });
  }

  /** Device blocks of the lane's ranks that have any. */
  SortedMap<WorkerWithDpRank, Long> heldBlocks() {
    return sides.ask(
        side -> {
          SortedMap<WorkerWithDpRank, Long> held = new TreeMap<>();
          for (WorkerWithDpRank rank : binding.ranksOf(lane)) {
            side.residentBlocks(rank)
                .ifPresent(
                    blocks -> {
                      if (blocks > 0) {
                        held.put(rank, blocks);
                      }
                    });
          }
          return held;
        });
  }

  /** Keeps counters from now on, and makes those of the ranks that the lane knows already. */
  ApplyStatus track() {
    if (!tracks) {
      tracks = true;
      binding.ranksOf(lane).forEach(tracking::write);
    }
    return ApplyStatus.OK;
  }

  /** The lane has ended: what its ranks hold is no longer known. */
  void withdrawCounts() {
    counts.removeIf(rank -> binding.laneOf(rank) == lane);
  }
}
