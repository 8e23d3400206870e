package kvproof.oracles.scheduling;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;

/**
 * The workers that may run requests and what is said of their health: selection 7.3, one set
 * membership at a time.
 *
 * <p>Catches a rank that gets a request it must not get. Blind to load.
 *
 * @param members by worker id
 */
record Fleet(SortedMap<Long, SchedulableWorker> members, WorkerHealth health) {

  static Fleet empty() {
    return new Fleet(new TreeMap<>(Long::compareUnsigned), WorkerHealth.good());
  }

  Fleet withMembers(List<SchedulableWorker> workers) {
    SortedMap<Long, SchedulableWorker> byId = new TreeMap<>(Long::compareUnsigned);
    workers.forEach(worker -> byId.put(worker.workerId(), worker));
    return new Fleet(byId, health);
  }

  Fleet withHealth(WorkerHealth newHealth) {
    return new Fleet(members, newHealth);
  }

  int workerCount() {
    return members.size();
  }

  SortedSet<WorkerWithDpRank> ranks() {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    for (SchedulableWorker worker : members.values()) {
      for (int offset = 0; offset < worker.rankCount(); offset++) {
        ranks.add(new WorkerWithDpRank(worker.workerId(), worker.startRank() + offset));
      }
    }
    return ranks;
  }

  boolean isMember(WorkerWithDpRank rank) {
    SchedulableWorker worker = members.get(rank.workerId());
    if (worker == null) {
      return false;
    }
    long start = Integer.toUnsignedLong(worker.startRank());
    long dpRank = Integer.toUnsignedLong(rank.dpRank());
    return start <= dpRank && dpRank < start + worker.rankCount();
  }

  SchedulableWorker worker(WorkerWithDpRank rank) {
    SchedulableWorker worker = members.get(rank.workerId());
    if (worker == null) {
      throw new AssertionError("no member " + rank + " among " + members.keySet());
    }
    return worker;
  }

  boolean isOverloaded(WorkerWithDpRank rank) {
    return health.overloaded().contains(rank.workerId());
  }

  /** Absent: everybody is; empty: nobody. */
  boolean isAvailable(WorkerWithDpRank rank) {
    return health.available().isEmpty() || health.available().get().contains(rank.workerId());
  }

  static boolean isAllowed(long workerId, RequestConstraints constraints) {
    return constraints.allowedWorkers().map(allowed -> allowed.contains(workerId)).orElse(true);
  }

  /** Member, allowed, available, with every required taint; overload and affinity aside. */
  boolean mayRun(WorkerWithDpRank rank, RequestConstraints constraints) {
    return isMember(rank)
        && isAllowed(rank.workerId(), constraints)
        && isAvailable(rank)
        && worker(rank).taints().containsAll(constraints.requiredTaints());
  }

  /** All that {@link #mayRun}, by rank. */
  List<WorkerWithDpRank> mayRun(RequestConstraints constraints) {
    return ranks().stream().filter(rank -> mayRun(rank, constraints)).toList();
  }
}
