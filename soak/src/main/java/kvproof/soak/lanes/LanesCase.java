package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.lanes.PublishingThread.Stream;

/**
 * A history taken apart: what is set before any thread begins, and what each owner publishes.
 *
 * @param snapshots the last ones of the history
 * @param streams the events of each owner, in their order; an event of two owners is in both
 * @param truths of the ranks that nobody else's blocks count for
 */
record LanesCase(List<IndexStep> snapshots, List<Stream> streams, List<RankTruth> truths) {

  static LanesCase of(Case soakCase, Supplier<? extends KvRouter> oracle) {
    SortedMap<Owner, List<KvCacheEvent>> events = new TreeMap<>();
    ResidencySnapshot residency = ResidencySnapshot.empty();
    WorkerSnapshot workers = WorkerSnapshot.unlisted();
    for (IndexStep step : soakCase.indexSteps()) {
      switch (step) {
        case KvCacheEvent event -> addTo(events, event);
        case ResidencySnapshot snapshot -> residency = snapshot;
        case WorkerSnapshot snapshot -> workers = snapshot;
        case StreamState _ -> {} // bears on choices, which are not looked at here
      }
    }
    Set<WorkerWithDpRank> projectedTo = new HashSet<>(residency.projections().values());
    List<Stream> streams = new ArrayList<>();
    List<RankTruth> truths = new ArrayList<>();
    events.forEach(
        (owner, ofOwner) -> {
          if (owner instanceof WorkerWithDpRank rank && !projectedTo.contains(rank)) {
            streams.add(new Stream(owner, ofOwner, truths.size()));
            truths.add(new RankTruth(rank, ofOwner, soakCase.requests(), oracle.get()));
          } else {
            streams.add(new Stream(owner, ofOwner, -1));
          }
        });
    return new LanesCase(List.of(residency, workers), streams, truths);
  }

  private static void addTo(SortedMap<Owner, List<KvCacheEvent>> events, KvCacheEvent event) {
    switch (event) {
      case Stored stored -> add(events, stored.owner(), event);
      case Removed removed -> add(events, removed.owner(), event);
      case Cleared cleared -> {
        cleared.rank().ifPresent(rank -> add(events, rank, Cleared.of(rank)));
        cleared.cacheOwner().ifPresent(owner -> add(events, owner, Cleared.of(owner)));
      }
      case RankRemoved removed -> add(events, removed.rank(), event);
      // Concurrent events of that worker may be lost, so each rank says it for itself.
      case WorkerRemoved removed ->
          events.keySet().stream()
              .filter(owner -> isOf(owner, removed.workerId()))
              .map(owner -> (WorkerWithDpRank) owner)
              .forEach(rank -> add(events, rank, new RankRemoved(rank)));
    }
  }

  private static boolean isOf(Owner owner, long workerId) {
    return owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId;
  }

  private static void add(
      SortedMap<Owner, List<KvCacheEvent>> events, Owner owner, KvCacheEvent event) {
    events.computeIfAbsent(owner, unknown -> new ArrayList<>()).add(event);
  }
}
