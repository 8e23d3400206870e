package kvproof.soak.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import kvproof.mocknixl.fault.FaultyChannel;
import kvproof.mocknixl.fault.FaultyReports;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.HeldPins;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.kvcr.KvcrNode;
import kvproof.mocknixl.kvcr.KvcrSettings;
import kvproof.mocknixl.kvcr.KvcrSource;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.SourceEvent;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.transfer.TransferAgent;

/**
 * One life of a node: worker, services, agent and channel, with room for misfortunes around each.
 */
final class SimProcess {
  static final KvcrSettings SETTINGS =
      new KvcrSettings(Duration.ofMillis(20), Duration.ofMillis(60), Duration.ofMillis(5), true);

  /** What every process of a world is made with. */
  record Frame(
      SimWorld world, BlockLayout layout, SimParts parts, int deviceSlots, int hostSlots) {}

  /** A fetch that hears of its operation, and the endpoint that it asks. */
  record Followed(HintedFetch fetch, String endpoint) {}

  private final Identity self;
  private final ControlChannel wire;
  private final FaultyChannel channel;
  private final FaultyReports reports;
  private final SeenWrites seenWrites;
  private final FaultyWrites writes;
  private final HeldPins pins;
  private final KvWorker worker;
  private final KvcrNode node;
  private final List<Followed> fetches = new ArrayList<>();
  private final Map<String, String> lifeHeardAt = new HashMap<>();
  private int withheld;
  private int lostWrites;
  private int unsettled;

  SimProcess(Identity self, Frame frame) {
    SimWorld world = frame.world();
    this.self = self;
    this.wire = world.network().open(self.endpoint());
    this.channel = new FaultyChannel(wire, world.clock());
    this.reports = new FaultyReports(world.fabric().agent(self.agent()), world.clock());
    this.seenWrites = new SeenWrites(reports);
    this.writes = new FaultyWrites(seenWrites, frame.layout().labels().size());
    TransferAgent agent = frame.parts().agent().apply(writes);
    this.worker = new KvWorker(agent, frame.layout(), frame.deviceSlots(), frame.hostSlots());
    this.pins = new HeldPins(worker);
    this.node = node(frame, agent);
  }

  private KvcrNode node(Frame frame, TransferAgent agent) {
    ControlChannel outer = frame.parts().channel().apply(channel);
    SourceBlocks offered = frame.parts().blocks().apply(pins);
    SimClock clock = frame.world().clock();
    return new KvcrNode(
        outer,
        agent,
        new KvcrTarget(self, SETTINGS, outer, clock, worker.metadata(), worker.catalogue()),
        new KvcrSource(self, SETTINGS, worker.poolLayout(), agent, outer, clock, offered));
  }

  Identity self() {
    return self;
  }

  ControlChannel wire() {
    return wire;
  }

  FaultyChannel channel() {
    return channel;
  }

  FaultyReports reports() {
    return reports;
  }

  SeenWrites seenWrites() {
    return seenWrites;
  }

  FaultyWrites writes() {
    return writes;
  }

  HeldPins pins() {
    return pins;
  }

  KvWorker worker() {
    return worker;
  }

  KvcrTarget target() {
    return node.target();
  }

  KvcrSource source() {
    return node.source();
  }

  /** One step of everything; whoever listens is told what happened. */
  void poll(Consumer<TargetEvent> targetEvents, Consumer<SourceEvent> sourceEvents) {
    node.poll();
    for (TargetEvent event : node.target().takeEvents()) {
      fetches.forEach(followed -> followed.fetch().take(event));
      targetEvents.accept(event);
    }
    node.source().takeEvents().forEach(sourceEvents);
    fetches.removeIf(followed -> followed.fetch().isQuiet());
  }

  /** The fetch hears of its operation until it is quiet. */
  void follow(HintedFetch fetch, String endpoint) {
    fetches.add(new Followed(fetch, endpoint));
  }

  /** Fetches that are not quiet yet. */
  List<Followed> open() {
    return fetches.stream().filter(followed -> !followed.fetch().isQuiet()).toList();
  }

  /**
   * Makes the target introduce itself with the next hint, unless the life that listens there now
   * has acknowledged it.
   */
  void notice(String endpoint, String listening) {
    boolean isKnown = listening.equals(lifeHeardAt.get(endpoint));
    if (!isKnown || !target().isAcknowledged(endpoint)) {
      target().forget(endpoint);
    }
    lifeHeardAt.put(endpoint, listening);
  }

  /** So many slots more are to be withheld for good. */
  void expectWithheld(int slots) {
    withheld += slots;
  }

  int expectedWithheld() {
    return withheld;
  }

  /** One write more of which nobody knows how it ended. */
  void expectLostWrite() {
    lostWrites++;
  }

  int lostWrites() {
    return lostWrites;
  }

  /** One fetch more of which only somebody who vouches for a dead life can make an end. */
  void expectUnsettled() {
    unsettled++;
  }

  int expectedUnsettled() {
    return unsettled;
  }

  /** Frames and notifications that came and could not be read. */
  long unreadable() {
    return node.unreadable();
  }

  /** Whether nothing is under way that will still move on its own. */
  boolean isStill() {
    return !channel.isHolding()
        && !reports.isHolding()
        && node.source().openOperations() <= lostWrites;
  }

  /** What has not struck will not strike any more. */
  void calm() {
    channel.calm();
    reports.calm();
    writes.calm();
    pins.hold(false);
  }
}
