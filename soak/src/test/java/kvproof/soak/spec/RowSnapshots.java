package kvproof.soak.spec;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.CacheOwner;
import kvproof.model.IndexStep;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * The two snapshots of a row as its lines build them up; every line replaces a whole snapshot.
 *
 * <p>{@code project K1 to w2}, {@code unproject K1}, {@code advertise K1 attached w2 type decode
 * endpoint tcp://k1:9000}, {@code withdraw K1}; {@code workers w1 w2.1} lists plain workers, {@code
 * worker w2 type prefill endpoint - source state_agent_v2 island rack=x required} changes one.
 * {@code -} is the empty text.
 */
final class RowSnapshots {
  private final SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
  private final SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
  private final SortedMap<Long, WorkerRecord> workers = new TreeMap<>();
  private boolean listed;

  /** The snapshot after this clause; absent, with no word taken, if it is none of its own. */
  Optional<IndexStep> take(RowWords words) {
    return switch (words.peek()) {
      case "project" -> {
        CacheOwner owner = words.skip().cacheOwner();
        words.expect("to");
        projections.put(owner, words.rank());
        yield Optional.of(residency());
      }
      case "unproject" -> {
        projections.remove(words.skip().cacheOwner());
        yield Optional.of(residency());
      }
      case "advertise" -> {
        advertise(words.skip());
        yield Optional.of(residency());
      }
      case "withdraw" -> {
        hintSources.remove(words.skip().cacheOwner());
        yield Optional.of(residency());
      }
      case "workers" -> {
        listPlain(words.skip());
        yield Optional.of(workers());
      }
      case "worker" -> {
        change(words.skip());
        yield Optional.of(workers());
      }
      default -> Optional.empty();
    };
  }

  /** Where a hint has to point for this source; empty: it cannot be one. */
  String endpoint(Owner source) {
    return switch (source) {
      case WorkerWithDpRank rank -> workers().endpoint(rank);
      case CacheOwner owner ->
          Optional.ofNullable(hintSources.get(owner)).map(HintSource::endpoint).orElse("");
    };
  }

  private ResidencySnapshot residency() {
    return new ResidencySnapshot(projections, hintSources);
  }

  private WorkerSnapshot workers() {
    return listed ? WorkerSnapshot.of(workers.values()) : WorkerSnapshot.unlisted();
  }

  private void advertise(RowWords words) {
    CacheOwner owner = words.cacheOwner();
    String endpoint = "tcp://" + owner.name() + ":9000";
    String type = WorkerSnapshot.DEFAULT_WORKER_TYPE;
    Optional<WorkerWithDpRank> attachedTo = Optional.empty();
    while (words.hasNext()) {
      String clause = words.next();
      switch (clause) {
        case "attached" -> attachedTo = Optional.of(words.rank());
        case "endpoint" -> endpoint = text(words);
        case "type" -> type = text(words);
        default -> throw new IllegalArgumentException("unknown clause '" + clause + "'");
      }
    }
    hintSources.put(owner, new HintSource(endpoint, type, attachedTo));
  }

  private void listPlain(RowWords words) {
    listed = true;
    workers.clear();
    while (words.hasNext()) {
      addPlain(words.rank());
    }
  }

  private void addPlain(WorkerWithDpRank rank) {
    SortedSet<Integer> ranks = new TreeSet<>();
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    WorkerRecord known = workers.get(rank.workerId());
    if (known != null) {
      ranks.addAll(known.ranks());
      endpoints.putAll(known.endpoints());
    }
    ranks.add(rank.dpRank());
    endpoints.put(rank.dpRank(), WorkerSnapshot.defaultEndpoint(rank));
    workers.put(
        rank.workerId(),
        new WorkerRecord(
            rank.workerId(),
            ranks,
            WorkerSnapshot.DEFAULT_WORKER_TYPE,
            endpoints,
            Optional.empty(),
            Optional.empty()));
  }

  private void change(RowWords words) {
    WorkerWithDpRank rank = words.rank();
    WorkerRecord worker = workers.get(rank.workerId());
    if (worker == null || !worker.ranks().contains(rank.dpRank())) {
      throw new IllegalArgumentException("not listed yet: " + rank);
    }
    while (words.hasNext()) {
      worker = changed(worker, rank, words);
    }
    workers.put(rank.workerId(), worker);
  }

  private static WorkerRecord changed(WorkerRecord old, WorkerWithDpRank rank, RowWords words) {
    String type = old.workerType();
    SortedMap<Integer, String> endpoints = new TreeMap<>(old.endpoints());
    Optional<String> eventSource = old.eventSource();
    Optional<Island> island = old.island();
    String clause = words.next();
    switch (clause) {
      case "type" -> type = text(words);
      case "endpoint" -> endpoints.put(rank.dpRank(), text(words));
      case "source" -> eventSource = Optional.of(words.next());
      case "island" -> island = Optional.of(island(words));
      default -> throw new IllegalArgumentException("unknown clause '" + clause + "'");
    }
    return new WorkerRecord(old.workerId(), old.ranks(), type, endpoints, eventSource, island);
  }

  private static Island island(RowWords words) {
    String[] domainAndValue = words.next().split("=", 2);
    return new Island(
        domainAndValue[0], domainAndValue[1], Island.Enforcement.ofWireName(words.next()));
  }

  private static String text(RowWords words) {
    String text = words.next();
    return text.equals("-") ? "" : text;
  }
}
