package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Snapshots of cache owners and of workers. */
final class SnapshotKinds {
  private SnapshotKinds() {}

  /** Projection, advertisement and attachment, each on its own. */
  static void residency(HistoryDraft draft, SeededRandom random) {
    Population population = draft.population();
    if (population.cacheOwners().isEmpty()) {
      return;
    }
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    WorkerWithDpRank common = random.pick(population.ranks());
    boolean isOneForAll = random.chance(25);
    for (CacheOwner owner : population.cacheOwners()) {
      WorkerWithDpRank rank = isOneForAll ? common : random.pick(population.ranks());
      if (random.chance(50)) {
        projections.put(owner, rank);
      }
      if (random.chance(80)) {
        WorkerWithDpRank attached = random.chance(70) ? rank : random.pick(population.ranks());
        hintSources.put(
            owner,
            hintSource(
                owner, random.chance(65) ? Optional.of(attached) : Optional.empty(), random));
      }
    }
    draft.add(new ResidencySnapshot(projections, hintSources));
  }

  /** The endpoint that a cache owner has in drawn cases: {@code tcp://k1:9000} for K1. */
  static String endpoint(CacheOwner owner) {
    return "tcp://" + owner.name().toLowerCase(Locale.ROOT) + ":9000";
  }

  /** About as many cache owners as a machine word has bits; none of them ever holds a block. */
  static void manyCacheOwners(HistoryDraft draft, SeededRandom random) {
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    int size = Long.SIZE + random.between(-6, 2);
    for (int i = 1; i <= size; i++) {
      CacheOwner owner = new CacheOwner("many-" + i);
      hintSources.put(owner, hintSource(owner, Optional.empty(), random));
    }
    draft.add(new ResidencySnapshot(new TreeMap<>(), hintSources));
  }

  /** Mostly fit to serve. */
  static HintSource hintSource(
      CacheOwner owner, Optional<WorkerWithDpRank> attachedTo, SeededRandom random) {
    String endpoint = random.chance(93) ? endpoint(owner) : "";
    String workerType = random.chance(92) ? WorkerSnapshot.DEFAULT_WORKER_TYPE : "prefill";
    return new HintSource(endpoint, workerType, attachedTo);
  }

  /** A list in which most workers are fit to serve and the others lack one thing each. */
  static void workers(HistoryDraft draft, SeededRandom random) {
    boolean hasIslands = random.chance(55);
    Population population = draft.population();
    List<WorkerRecord> records = new ArrayList<>();
    for (long workerId : population.workerIds()) {
      if (random.chance(95)) {
        Optional<Island> island = hasIslands ? island(random) : Optional.empty();
        records.add(worker(workerId, population.ranksOf(workerId), island, random));
      }
    }
    if (random.chance(50)) {
      records.add(reachable(List.of(population.bystander()), Optional.empty()));
    }
    draft.add(random.chance(8) ? WorkerSnapshot.unlisted() : WorkerSnapshot.of(records));
  }

  /** A list in which every worker is fit to serve. */
  static void reachableWorkers(HistoryDraft draft) {
    Population population = draft.population();
    draft.add(
        WorkerSnapshot.of(
            population.workerIds().stream()
                .map(workerId -> reachable(population.ranksOf(workerId), Optional.empty()))
                .toList()));
  }

  private static WorkerRecord worker(
      long workerId, List<WorkerWithDpRank> ranks, Optional<Island> island, SeededRandom random) {
    WorkerRecord fit = reachable(ranks, island);
    SortedSet<Integer> listed = new TreeSet<>(fit.ranks());
    listed.removeIf(dpRank -> random.chance(4));
    SortedMap<Integer, String> endpoints = new TreeMap<>(fit.endpoints());
    endpoints.keySet().removeIf(dpRank -> random.chance(5));
    endpoints.replaceAll((dpRank, endpoint) -> random.chance(4) ? "" : endpoint);
    String workerType =
        List.of(WorkerSnapshot.DEFAULT_WORKER_TYPE, "prefill", "").get(random.weighted(86, 10, 4));
    Optional<String> eventSource =
        List.of(Optional.<String>empty(), Optional.of("state_agent_v2"), Optional.of("replica"))
            .get(random.weighted(90, 7, 3));
    return new WorkerRecord(workerId, listed, workerType, endpoints, eventSource, island);
  }

  /** A worker that lacks nothing as a source or a target. */
  static WorkerRecord reachable(List<WorkerWithDpRank> ranks, Optional<Island> island) {
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    for (WorkerWithDpRank rank : ranks) {
      endpoints.put(rank.dpRank(), WorkerSnapshot.defaultEndpoint(rank));
    }
    return new WorkerRecord(
        ranks.getFirst().workerId(),
        new TreeSet<>(endpoints.keySet()),
        WorkerSnapshot.DEFAULT_WORKER_TYPE,
        endpoints,
        Optional.empty(),
        island);
  }

  private static Optional<Island> island(SeededRandom random) {
    return random.chance(12)
        ? Optional.empty()
        : Optional.of(
            new Island(
                random.chance(92) ? "rack" : "zone",
                random.chance(60) ? "a" : "b",
                random.chance(55) ? Island.Enforcement.PREFERRED : Island.Enforcement.REQUIRED));
  }
}
