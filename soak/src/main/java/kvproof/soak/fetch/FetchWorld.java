package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.TransferAgent;

/** The workers that take part in the fetches of one case, on one fabric. */
final class FetchWorld {
  private static final BlockContent CONTENT = new BlockContent(64);

  private final InProcessFabric fabric = new InProcessFabric();

  /** Ranks before cache owners: the order in which they may be closed. */
  private final SortedMap<Owner, SimWorker> workers = new TreeMap<>();

  private FetchWorld() {}

  /**
   * Workers for all targets, for all that are asked, and for cache owners projected to them.
   *
   * @param around what stands between a worker and its agent
   */
  static FetchWorld of(
      Case soakCase,
      List<Optional<FetchPlan>> plans,
      Endpoints endpoints,
      UnaryOperator<TransferAgent> around) {
    List<FetchPlan> carriedOut = plans.stream().flatMap(Optional::stream).toList();
    SortedMap<CacheOwner, WorkerWithDpRank> projections =
        new TreeMap<>(endpoints.residency().projections());
    Set<Owner> owners = parties(carriedOut);
    projections.values().retainAll(owners);
    owners.addAll(projections.keySet());

    FetchWorld world = new FetchWorld();
    int slots = slots(soakCase, carriedOut);
    for (Owner owner : owners) {
      TransferAgent agent = around.apply(world.fabric.agent(owner.toString()));
      world.workers.put(owner, new SimWorker(agent, owner, endpoints.of(owner), CONTENT, slots));
    }
    projections.forEach((cacheOwner, rank) -> world.worker(rank).reach(world.worker(cacheOwner)));
    return world;
  }

  private static Set<Owner> parties(List<FetchPlan> plans) {
    Set<Owner> parties = new TreeSet<>();
    for (FetchPlan plan : plans) {
      parties.add(plan.attempt().target());
      plan.asked().ifPresent(parties::add);
    }
    return parties;
  }

  /** Room on each tier for everything that is ever stored, fetched or computed. */
  private static int slots(Case soakCase, List<FetchPlan> plans) {
    Stream<CaseStep> meanwhile =
        soakCase.fetches().stream().flatMap(attempt -> attempt.meanwhile().stream());
    int stored =
        Stream.concat(soakCase.steps().stream(), meanwhile)
            .filter(Stored.class::isInstance)
            .mapToInt(step -> ((Stored) step).externalHashes().size())
            .sum();
    int hinted = plans.stream().mapToInt(plan -> plan.hint().blockHashes().size()).sum();
    return stored + hinted + 1;
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
