package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.TransferAgent;

/** The workers that take part in the fetches of one case, on one fabric. */
final class FetchWorld {
  private final InProcessFabric fabric = new InProcessFabric();

  /** Ranks before cache owners: the order in which they may be closed. */
  private final SortedMap<Owner, SimWorker> workers = new TreeMap<>();

  /**
   * Workers for these owners and for the cache owners that are projected to them.
   *
   * @param slots blocks that fit on each tier
   * @param around what stands between a worker and its agent
   */
  FetchWorld(
      Set<Owner> owners,
      Endpoints endpoints,
      BlockContent content,
      int slots,
      UnaryOperator<TransferAgent> around) {
    Map<CacheOwner, WorkerWithDpRank> projections = endpoints.residency().projections();
    TreeSet<Owner> all = new TreeSet<>(owners);
    projections.forEach(
        (cacheOwner, rank) -> {
          if (owners.contains(rank)) {
            all.add(cacheOwner);
          }
        });
    for (Owner owner : all) {
      TransferAgent agent = around.apply(fabric.agent(owner.toString()));
      workers.put(owner, new SimWorker(agent, owner, endpoints.of(owner), content, slots));
    }
    projections.forEach(
        (cacheOwner, rank) -> {
          if (owners.contains(rank)) {
            worker(rank).reach(worker(cacheOwner));
          }
        });
  }

  SimWorker worker(Owner owner) {
    SimWorker worker = workers.get(owner);
    if (worker == null) {
      throw new IllegalArgumentException(owner + " takes no part");
    }
    return worker;
  }

  void apply(KvCacheEvent event) {
    workers.values().forEach(worker -> worker.apply(event));
  }

  /** Every held block of everybody whose bytes are not right. */
  List<String> wrongBlocks() {
    List<String> wrong = new ArrayList<>();
    workers.forEach(
        (owner, worker) -> worker.wrongBlocks().forEach(block -> wrong.add(owner + ": " + block)));
    return wrong;
  }

  /**
   * Closes everything and says what a fetch has left behind: requests, notifications, regions or
   * memory. If anything was, the workers stay open, for then they cannot be closed safely.
   */
  List<String> closeAtRest() {
    List<String> left = new ArrayList<>();
    workers.forEach(
        (owner, worker) -> worker.unrest().forEach(what -> left.add(owner + ": " + what)));
    if (left.isEmpty()) {
      workers.values().forEach(SimWorker::close);
      left.addAll(fabric.leftovers());
    }
    return left;
  }
}
