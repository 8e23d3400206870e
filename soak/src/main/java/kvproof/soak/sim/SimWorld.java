package kvproof.soak.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.kvcr.SourceEvent;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.Descriptor;

/**
 * The owners that take part in the fetches of one case: on one fabric, one network and one clock,
 * polled by one thread once a millisecond. The same calls come to the same end, always.
 */
public final class SimWorld {
  /** Between two polls, and what a control frame takes. */
  static final Duration STEP = Duration.ofMillis(1);

  /** Sees what happens, right after the poll in which it happened. */
  interface Watcher {
    Watcher NOBODY = new Watcher() {};

    default void target(SimNode node, TargetEvent event) {}

    default void source(SimNode node, SourceEvent event) {}

    /** That node has been polled. */
    default void polled(SimNode node) {}
  }

  private final SimClock clock = new SimClock();
  private final SimNetwork network = new SimNetwork(clock, STEP);
  private final InProcessFabric fabric = new InProcessFabric();
  private final SortedMap<CacheOwner, WorkerWithDpRank> projections;
  private final SortedMap<Owner, SimNode> nodes = new TreeMap<>();
  private final List<String> timeline = new ArrayList<>();
  private final int blockBytes;
  private long lives;

  /**
   * Everybody is started, with nothing.
   *
   * @param owners who takes part
   * @param projections which rank reads a cache owner's blocks as its own; both take part
   * @param slots blocks that fit on a tier
   */
  public SimWorld(
      Collection<Owner> owners,
      SortedMap<CacheOwner, WorkerWithDpRank> projections,
      BlockLayout layout,
      int slots,
      SimParts parts) {
    this.blockBytes = layout.blockBytes();
    this.projections = Collections.unmodifiableSortedMap(new TreeMap<>(projections));
    for (Owner owner : owners) {
      int deviceSlots = owner instanceof WorkerWithDpRank ? slots : 0;
      SimNode node =
          new SimNode(owner, new SimProcess.Frame(this, layout, parts, deviceSlots, slots));
      node.start();
      nodes.put(owner, node);
    }
    projections.forEach((cache, rank) -> node(rank).worker().reach(node(cache).worker()));
  }

  SimClock clock() {
    return clock;
  }

  SimNetwork network() {
    return network;
  }

  InProcessFabric fabric() {
    return fabric;
  }

  /** 32 hex digits; a number of the world's, so that it is the same in every run. */
  String nextIncarnation() {
    return "%032x".formatted(++lives);
  }

  public SimNode node(Owner owner) {
    SimNode node = nodes.get(owner);
    if (node == null) {
      throw new IllegalArgumentException(owner + " takes no part, only " + nodes.keySet());
    }
    return node;
  }

  /** The size of every block. */
  public int blockBytes() {
    return blockBytes;
  }

  /** Everybody who takes part, in source order. */
  public Collection<SimNode> nodes() {
    return Collections.unmodifiableCollection(nodes.values());
  }

  /** Where writes that are posted and have not ended may still write, of everybody who lives. */
  List<Descriptor> writesUnderWay() {
    return nodes.values().stream()
        .filter(SimNode::isAlive)
        .flatMap(node -> node.process().seenWrites().underWay().stream())
        .toList();
  }

  /** Cache owners whose blocks that node reads as its own. */
  List<SimNode> projectedTo(SimNode node) {
    return projections.entrySet().stream()
        .filter(entry -> entry.getValue().equals(node.owner()))
        .map(entry -> node(entry.getKey()))
        .toList();
  }

  /** Something changes in the caches; no time passes. */
  public void apply(KvCacheEvent event) {
    nodes.values().forEach(node -> node.apply(event));
  }

  /** A millisecond passes, and everybody who is alive and not frozen is polled. */
  void tick(Watcher watcher) {
    clock.advance(STEP);
    for (SimNode node : nodes.values()) {
      if (node.isAlive() && !node.isFrozen()) {
        node.process()
            .poll(
                event -> {
                  note(node, event.toString());
                  watcher.target(node, event);
                },
                event -> {
                  note(node, event.toString());
                  watcher.source(node, event);
                });
        watcher.polled(node);
      }
    }
  }

  private void note(SimNode node, String what) {
    timeline.add(clock.getAsLong() / STEP.toNanos() + " " + node.owner() + " " + what);
  }

  /** What targets and sources said since the last call, with the millisecond. */
  public List<String> takeTimeline() {
    List<String> taken = List.copyOf(timeline);
    timeline.clear();
    return taken;
  }

  /** Whether nothing will happen any more until somebody does something, or a timeout strikes. */
  boolean isStill() {
    return !network.isBusy()
        && nodes.values().stream()
            .filter(SimNode::isAlive)
            .allMatch(node -> node.process().isStill());
  }

  /** The dead node lives again and listens where it listened; ranks and cache owners meet. */
  void restart(SimNode node, List<String> endpoints) {
    node.start();
    endpoints.forEach(endpoint -> network.listen(endpoint, node.process().wire()));
    for (SimNode cache : projectedTo(node)) {
      if (cache.isAlive()) {
        node.worker().reach(cache.worker());
      }
    }
    if (node.owner() instanceof CacheOwner cache && projections.containsKey(cache)) {
      SimNode rank = node(projections.get(cache));
      if (rank.isAlive()) {
        rank.worker().reach(node.worker());
      }
    }
  }
}
