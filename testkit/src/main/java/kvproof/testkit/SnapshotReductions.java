package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.CacheOwner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Snapshots with one clause less. */
final class SnapshotReductions {
  private SnapshotReductions() {}

  static List<ResidencySnapshot> smaller(ResidencySnapshot snapshot) {
    List<ResidencySnapshot> smaller = new ArrayList<>();
    for (CacheOwner owner : snapshot.projections().keySet()) {
      var projections = without(snapshot.projections(), owner);
      smaller.add(new ResidencySnapshot(projections, snapshot.hintSources()));
    }
    snapshot
        .hintSources()
        .forEach(
            (owner, source) -> {
              var fewer = without(snapshot.hintSources(), owner);
              smaller.add(new ResidencySnapshot(snapshot.projections(), fewer));
              if (source.attachedTo().isPresent()) {
                var detached = with(snapshot.hintSources(), owner, detached(source));
                smaller.add(new ResidencySnapshot(snapshot.projections(), detached));
              }
            });
    return smaller;
  }

  private static HintSource detached(HintSource source) {
    return new HintSource(source.endpoint(), source.workerType(), Optional.empty());
  }

  static List<WorkerSnapshot> smaller(WorkerSnapshot snapshot) {
    List<WorkerSnapshot> smaller = new ArrayList<>();
    if (snapshot.isListed()) {
      smaller.add(WorkerSnapshot.unlisted());
    }
    SortedMap<Long, WorkerRecord> workers = snapshot.workers();
    workers.forEach(
        (workerId, worker) -> {
          smaller.add(WorkerSnapshot.of(without(workers, workerId).values()));
          for (WorkerRecord plainer : plainer(worker)) {
            smaller.add(WorkerSnapshot.of(with(workers, workerId, plainer).values()));
          }
        });
    return smaller;
  }

  /** The worker with one thing less that sets it apart. */
  private static List<WorkerRecord> plainer(WorkerRecord worker) {
    List<WorkerRecord> plainer = new ArrayList<>();
    for (int dpRank : worker.ranks()) {
      SortedSet<Integer> ranks = new TreeSet<>(worker.ranks());
      ranks.remove(dpRank);
      plainer.add(withRanks(worker, ranks, without(worker.endpoints(), dpRank)));
    }
    for (int dpRank : worker.ranks()) {
      String endpoint =
          WorkerSnapshot.defaultEndpoint(new WorkerWithDpRank(worker.workerId(), dpRank));
      plainer.add(withRanks(worker, worker.ranks(), with(worker.endpoints(), dpRank, endpoint)));
    }
    plainer.add(withRole(worker, WorkerSnapshot.DEFAULT_WORKER_TYPE, worker.eventSource()));
    plainer.add(withRole(worker, worker.workerType(), Optional.empty()));
    plainer.add(withoutIsland(worker));
    plainer.removeIf(worker::equals);
    return plainer;
  }

  private static WorkerRecord withRanks(
      WorkerRecord like, SortedSet<Integer> ranks, SortedMap<Integer, String> endpoints) {
    return new WorkerRecord(
        like.workerId(), ranks, like.workerType(), endpoints, like.eventSource(), like.island());
  }

  private static WorkerRecord withRole(
      WorkerRecord like, String workerType, Optional<String> eventSource) {
    return new WorkerRecord(
        like.workerId(), like.ranks(), workerType, like.endpoints(), eventSource, like.island());
  }

  private static WorkerRecord withoutIsland(WorkerRecord like) {
    return new WorkerRecord(
        like.workerId(),
        like.ranks(),
        like.workerType(),
        like.endpoints(),
        like.eventSource(),
        Optional.empty());
  }

  private static <K, V> SortedMap<K, V> without(SortedMap<K, V> map, K key) {
    SortedMap<K, V> fewer = new TreeMap<>(map);
    fewer.remove(key);
    return fewer;
  }

  private static <K, V> SortedMap<K, V> with(SortedMap<K, V> map, K key, V value) {
    SortedMap<K, V> changed = new TreeMap<>(map);
    changed.put(key, value);
    return changed;
  }
}
