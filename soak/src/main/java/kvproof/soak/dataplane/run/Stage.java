package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.ServiceClient.Inspection;
import kvproof.soak.dataplane.run.ServiceClient.Opened;
import kvproof.soak.dataplane.service.OpenOrder;
import kvproof.soak.dataplane.service.Stop;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;

/** The services of one case, in their processes, and what happened to them. */
final class Stage {
  private static final String ANY_PORT = "tcp://127.0.0.1:0";

  private final FetchPlan plan;
  private final Roster roster;
  private final FaultArrangement arrangement;
  private final Duration timeout;
  private final SortedMap<WorkerWithDpRank, Opened> services = new TreeMap<>();
  private final SortedSet<WorkerWithDpRank> dead = new TreeSet<>();
  private final List<TimelineEvent> events = new ArrayList<>();
  private int lives;

  /** KVCR's operation timeout is {@code timeout}, and twice that is when it gives up. */
  Stage(FetchPlan plan, Roster roster, FaultArrangement arrangement, Duration timeout) {
    this.plan = plan;
    this.roster = roster;
    this.arrangement = arrangement;
    this.timeout = timeout;
  }

  Duration timeout() {
    return timeout;
  }

  boolean knowsUnsentWrites() {
    return roster.knowsUnsentWrites();
  }

  void openAll() {
    open(plan.target(), ANY_PORT, arrangement.targetStop(), arrangement.atTarget());
    for (WorkerWithDpRank source : plan.sources()) {
      open(source, ANY_PORT, arrangement.sourceStop(), arrangement.atSource());
    }
  }

  private void open(
      WorkerWithDpRank rank, String endpoint, Optional<Stop> stop, Optional<FetchFault> fault) {
    lives++;
    Side side = rank.equals(plan.target()) ? Side.TARGET : Side.SOURCE;
    String agent = "case-" + plan.number() + "-rank-" + rank + "-life-" + lives;
    OpenOrder order =
        OpenOrder.undisturbed(agent, endpoint, plan.layout(), plan.slots(), timeout, side)
            .disturbed(stop, fault);
    services.put(rank, process(rank).open(order));
    dead.remove(rank);
  }

  ServiceClient process(WorkerWithDpRank rank) {
    return roster.process(rank);
  }

  Opened service(WorkerWithDpRank rank) {
    Opened service = services.get(rank);
    if (service == null) {
      throw new IllegalArgumentException(rank + " takes no part");
    }
    return service;
  }

  boolean isDead(WorkerWithDpRank rank) {
    return dead.contains(rank);
  }

  /** The ranks whose service is open. */
  List<WorkerWithDpRank> living() {
    return services.keySet().stream().filter(rank -> !dead.contains(rank)).toList();
  }

  void apply(KvCacheEvent event) {
    switch (event) {
      case KvCacheEvent.Stored stored ->
          process(rank(stored.owner())).store(stored.tier(), stored.externalHashes());
      case KvCacheEvent.Removed removed ->
          process(rank(removed.owner())).evict(removed.tier(), removed.externalHashes());
      case KvCacheEvent.Cleared _, KvCacheEvent.RankRemoved _, KvCacheEvent.WorkerRemoved _ ->
          throw new IllegalArgumentException("not part of a plan: " + event);
    }
  }

  private static WorkerWithDpRank rank(Owner owner) {
    if (owner instanceof WorkerWithDpRank rank) {
      return rank;
    }
    throw new IllegalArgumentException("no rank: " + owner);
  }

  /** The workers as a router knows them; where a source leads astray, its endpoint does. */
  WorkerSnapshot snapshot() {
    List<WorkerRecord> records = new ArrayList<>();
    services.forEach(
        (rank, service) -> {
          boolean isAstray = plan.askInstead().isPresent() && !rank.equals(plan.target());
          String endpoint =
              isAstray ? service(plan.askInstead().get()).endpoint() : service.endpoint();
          records.add(
              new WorkerRecord(
                  rank.workerId(),
                  new TreeSet<>(List.of(rank.dpRank())),
                  WorkerSnapshot.DEFAULT_WORKER_TYPE,
                  new TreeMap<>(Map.of(rank.dpRank(), endpoint)),
                  Optional.empty(),
                  Optional.empty()));
        });
    return WorkerSnapshot.of(records);
  }

  /** Something that the harness did. */
  void mark(String what) {
    events.add(new TimelineEvent(System.nanoTime(), Side.HARNESS, Kind.MARK, what, 0));
  }

  /** Ends the rank's process in the middle of whatever it does. */
  void kill(WorkerWithDpRank rank) {
    keepEvents(rank);
    roster.kill(rank);
    dead.add(rank);
    mark((rank.equals(plan.target()) ? "target" : "source") + " killed");
  }

  /** Another life at the same endpoint, holding those blocks. */
  void restart(WorkerWithDpRank rank, Inspection held) {
    open(rank, service(rank).endpoint(), Optional.empty(), Optional.empty());
    process(rank).store(StorageTier.DEVICE, BlockHashes.of(held.device()));
    process(rank).store(StorageTier.HOST_PINNED, BlockHashes.of(held.host()));
    mark((rank.equals(plan.target()) ? "target" : "source") + " restarted");
  }

  /** Keeps what has happened at a living rank so far. */
  void keepEvents(WorkerWithDpRank rank) {
    if (!isDead(rank)) {
      events.addAll(process(rank).timeline());
    }
  }

  List<TimelineEvent> events() {
    return List.copyOf(events);
  }
}
