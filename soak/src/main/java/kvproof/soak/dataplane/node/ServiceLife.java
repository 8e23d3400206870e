package kvproof.soak.dataplane.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.kvcr.KvcrNode;
import kvproof.mocknixl.kvcr.KvcrSettings;
import kvproof.mocknixl.kvcr.KvcrSource;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.SourceEvent;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.mocknixl.net.NettyFabric;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.soak.dataplane.node.NodeSession.Pending;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** One life of a service: a worker on real sockets, from its opening to its end. */
final class ServiceLife {
  private final OpenOrder order;
  private final Recorder recorder;
  private final NettyFabric fabric;
  private final ControlChannel channel;
  private final Rigging rigging;
  private final Identity self;
  private final KvWorker worker;
  private final KvcrNode node;
  private final BlockOrders blocks;
  private final FetchOrders fetches;

  private ServiceLife(
      OpenOrder order, NettyFabric fabric, TransferAgent agent, ControlChannel channel) {
    this.order = order;
    this.fabric = fabric;
    this.channel = channel;
    this.recorder = new Recorder(order.side());
    this.rigging = new Rigging(order, recorder, agent, channel);
    this.worker =
        new KvWorker(
            rigging.agent(),
            new BlockLayout(order.bytesByLabel()),
            order.deviceSlots(),
            order.hostSlots());
    String incarnation = UUID.randomUUID().toString().replace("-", "");
    this.self = new Identity(agent.name(), incarnation, channel.endpoint());
    this.node = node();
    this.blocks = new BlockOrders(worker, rigging.content(), recorder);
    this.fetches = new FetchOrders(worker, node.target(), order, recorder);
  }

  /** Opens sockets, memory and services; if that fails nothing stays open. */
  static ServiceLife open(OpenOrder order, UnaryOperator<TransferAgent> around) {
    var fabric = new NettyFabric();
    try {
      ControlChannel channel = ZmqControlChannel.bind(order.endpoint());
      try {
        return new ServiceLife(order, fabric, around.apply(fabric.agent(order.agent())), channel);
      } catch (RuntimeException | Error failure) {
        channel.close();
        throw failure;
      }
    } catch (RuntimeException | Error failure) {
      fabric.close();
      throw failure;
    }
  }

  private KvcrNode node() {
    KvcrSettings settings =
        KvcrSettings.defaults().withTimeouts(order.operationTimeout(), order.abandonTimeout());
    var target =
        new KvcrTarget(
            self,
            settings,
            rigging.channel(),
            System::nanoTime,
            worker.metadata(),
            worker.catalogue());
    var source =
        new KvcrSource(
            self,
            settings,
            worker.poolLayout(),
            rigging.agent(),
            rigging.channel(),
            System::nanoTime,
            rigging.around(worker));
    return new KvcrNode(rigging.channel(), rigging.agent(), target, source);
  }

  void describe(ObjectNode answer) {
    answer
        .put("endpoint", self.endpoint())
        .put("agent", self.agent())
        .put("incarnation", self.incarnation());
  }

  /** How many frames and notifications came. */
  int poll() {
    int arrived = node.poll();
    for (SourceEvent event : node.source().takeEvents()) {
      recorder.add(Kind.STEP, step(event), 0);
    }
    for (TargetEvent event : node.target().takeEvents()) {
      fetches.take(event);
    }
    return arrived;
  }

  private static String step(SourceEvent event) {
    return switch (event) {
      case SourceEvent.Accepted _ -> "accepted";
      case SourceEvent.Refused refused -> "refused: " + refused.why();
      case SourceEvent.Posted posted -> "posted " + posted.blocks() + " blocks";
      case SourceEvent.Ended ended -> ended.success() ? "ended well" : "ended badly";
      case SourceEvent.Uncertain _ -> "uncertain";
      case SourceEvent.Quiesced _ -> "quiesced";
    };
  }

  boolean isHeld() {
    return rigging.isHeld();
  }

  Pending begin(String op, JsonNode line, ObjectNode answer) {
    return op.equals("hint") ? fetches.hint(line, answer) : fetches.ask(line, answer);
  }

  void obey(String op, JsonNode line, ObjectNode answer) {
    switch (op) {
      case "store" -> blocks.store(line);
      case "evict" -> blocks.evict(line, answer);
      case "corrupt" -> blocks.corrupt();
      case "inspect" -> blocks.inspect(answer);
      case "cancel" -> fetches.cancel();
      case "go" -> rigging.release();
      case "stall" -> stall(line.path("nanos").asLong());
      case "release" -> answer.put("refused", !worker.tryReleaseMemory());
      case "deregister" -> answer.put("refused", isDeregistrationRefused());
      case "rest" -> rest(answer);
      case "timeline" -> timeline(answer);
      default -> throw new IllegalArgumentException("unknown op: '" + op + "'");
    }
  }

  /** The service is not polled for so long, as in a process that is paused. */
  private static void stall(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private boolean isDeregistrationRefused() {
    try {
      rigging.agent().deregister(rigging.agent().registeredRegions());
      return false;
    } catch (TransferException refused) {
      return refused.category() == TransferException.Category.IN_USE;
    }
  }

  private void timeline(ObjectNode answer) {
    ArrayNode events = answer.putArray("events");
    recorder.events().forEach(event -> event.addTo(events.addObject()));
  }

  /** What is under way or left behind; a service at rest has nothing of it. */
  private void rest(ObjectNode answer) {
    ArrayNode left = answer.putArray("unrest");
    unrest().forEach(left::add);
    answer
        .put("open_target_operations", node.target().openOperations())
        .put("withheld", worker.withheld())
        .put("unreadable", node.unreadable());
  }

  private List<String> unrest() {
    List<String> unrest = new ArrayList<>();
    count(unrest, node.target().openOperations(), "operations of the target");
    count(unrest, node.source().openOperations(), "operations of the source");
    count(unrest, node.source().unreleasedPins(), "pins not given back");
    unrest.addAll(worker.unrest());
    return unrest;
  }

  private static void count(List<String> unrest, int number, String what) {
    if (number > 0) {
      unrest.add(String.format(Locale.ROOT, "%d %s", number, what));
    }
  }

  /** Ends in order and says what was left; whoever closes vouches that nobody writes any more. */
  void close(ObjectNode answer) {
    ArrayNode left = answer.putArray("left");
    node.source().close();
    count(node.source().routes(), left);
    worker.vouchForMemory();
    worker.close();
    channel.close();
    fabric.leftovers().forEach(left::add);
    fabric.close();
  }

  private static void count(int routes, ArrayNode left) {
    if (routes > 0) {
      left.add(routes + " routes");
    }
  }

  /** Closes the sockets and leaves all else as it is. */
  void abandon() {
    channel.close();
    fabric.close();
  }
}
