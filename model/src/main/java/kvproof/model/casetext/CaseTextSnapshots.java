package kvproof.model.casetext;

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

/** Reads one snapshot from a line of case text, behind its first word. */
final class CaseTextSnapshots {
  private CaseTextSnapshots() {}

  static ResidencySnapshot owners(CaseTextLine line) {
    if (line.takes("none")) {
      return ResidencySnapshot.empty();
    }
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    while (line.takes("project")) {
      CacheOwner owner = line.cacheOwner();
      line.refuseIf(projections.containsKey(owner), "is projected already");
      projections.put(owner, line.rank());
    }
    while (line.takes("advertise")) {
      CacheOwner owner = line.cacheOwner();
      line.refuseIf(hintSources.containsKey(owner), "is advertised already");
      hintSources.put(owner, hintSource(line));
    }
    if (projections.isEmpty() && hintSources.isEmpty()) {
      throw line.unexpected("'project', 'advertise' or 'none'");
    }
    return new ResidencySnapshot(projections, hintSources);
  }

  private static HintSource hintSource(CaseTextLine line) {
    String endpoint = line.text("a control endpoint");
    line.expect("type");
    String workerType = line.text("a worker type");
    Optional<WorkerWithDpRank> attachedTo =
        line.takes("attach") ? Optional.of(line.rank()) : Optional.empty();
    return new HintSource(endpoint, workerType, attachedTo);
  }

  static WorkerSnapshot workers(CaseTextLine line) {
    if (line.takes("unlisted")) {
      return WorkerSnapshot.unlisted();
    }
    SortedMap<Long, WorkerRecord> workers = new TreeMap<>(Long::compareUnsigned);
    if (!line.takes("none")) {
      do {
        long workerId = line.read("a worker id, 'unlisted' or 'none'", Long::parseUnsignedLong);
        line.refuseIf(workers.containsKey(workerId), "is listed already");
        workers.put(workerId, worker(workerId, line));
      } while (line.takes(";"));
    }
    return WorkerSnapshot.of(workers.values());
  }

  private static WorkerRecord worker(long workerId, CaseTextLine line) {
    line.expect("ranks");
    SortedSet<Integer> ranks = new TreeSet<>();
    while (!line.takes("type")) {
      line.refuseIf(
          !ranks.add(line.read("a dp rank or 'type'", Integer::parseUnsignedInt)),
          "is listed already");
    }
    String workerType = line.text("a worker type");
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    while (line.takes("endpoint")) {
      int dpRank = line.dpRank();
      line.refuseIf(endpoints.containsKey(dpRank), "has an endpoint already");
      endpoints.put(dpRank, line.text("a control endpoint"));
    }
    Optional<String> eventSource =
        line.takes("source") ? Optional.of(line.text("an event source")) : Optional.empty();
    Optional<Island> island = line.takes("island") ? Optional.of(island(line)) : Optional.empty();
    return new WorkerRecord(workerId, ranks, workerType, endpoints, eventSource, island);
  }

  private static Island island(CaseTextLine line) {
    return new Island(
        line.text("the domain of an island"),
        line.text("the value of an island"),
        line.read("an enforcement (preferred, required)", Island.Enforcement::ofWireName));
  }
}
