package kvproof.soak.dataplane.service;

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
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferFabric;
import kvproof.soak.dataplane.service.ServiceSession.Pending;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;

/** One life of a service: a worker on real sockets, from its opening to its end. */
final class ServiceLife {
  private final OpenOrder order;
  private final Recorder recorder;
  private final TransferFabric fabric;
  private final ControlChannel channel;
  private final Rigging rigging;
  private final Identity self;
  private final KvWorker worker;
  private final KvcrNode kvcr;
  private final BlockOrders blocks;
  private final FetchOrders fetches;

  private ServiceLife(
      OpenOrder order,
      TransferFabric fabric,
      ControlChannel channel,
      Recorder recorder,
      Rigging rigging,
      KvWorker worker) {
    this.order = order;
    this.fabric = fabric;
    this.channel = channel;
    this.recorder = recorder;
    this.rigging = rigging;
    this.worker = worker;
    String incarnation = UUID.randomUUID().toString().replace("-", "");
    this.self = new Identity(worker.agent().name(), incarnation, channel.endpoint());
    this.kvcr = kvcr();
    this.blocks = new BlockOrders(worker, recorder);
    this.fetches = new FetchOrders(worker, kvcr.target(), order, recorder);
  }

  /** Opens sockets, memory and services; if that fails nothing stays open. */
  static ServiceLife open(
      OpenOrder order, FabricChoice choice, UnaryOperator<TransferAgent> around) {
    TransferFabric fabric = choice.open();
    try {
      return open(order, around, fabric, choice.device());
    } catch (RuntimeException | Error failure) {
      fabric.close();
      throw failure;
    }
  }

  private static ServiceLife open(
      OpenOrder order,
      UnaryOperator<TransferAgent> around,
      TransferFabric fabric,
      MemoryKind device) {
    ControlChannel channel = ZmqControlChannel.bind(order.endpoint());
    try {
      TransferAgent agent = around.apply(fabric.agent(order.agent()));
      var recorder = new Recorder(order.side());
      var rigging = new Rigging(order, recorder, agent, channel);
      return open(order, fabric, channel, recorder, rigging, device);
    } catch (RuntimeException | Error failure) {
      channel.close();
      throw failure;
    }
  }

  private static ServiceLife open(
      OpenOrder order,
      TransferFabric fabric,
      ControlChannel channel,
      Recorder recorder,
      Rigging rigging,
      MemoryKind device) {
    var worker =
        new KvWorker(
            rigging.agent(), order.layout(), device, order.deviceSlots(), order.hostSlots());
    try {
      return new ServiceLife(order, fabric, channel, recorder, rigging, worker);
    } catch (RuntimeException | Error failure) {
      worker.close();
      throw failure;
    }
  }

  private KvcrNode kvcr() {
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
    int arrived = kvcr.poll();
    for (SourceEvent event : kvcr.source().takeEvents()) {
      recorder.add(Kind.STEP, step(event), 0);
    }
    for (TargetEvent event : kvcr.target().takeEvents()) {
      fetches.take(event);
    }
    return arrived;
  }

  private static String step(SourceEvent event) {
    return switch (event) {
      case SourceEvent.Accepted _ -> TimelineEvent.ACCEPTED;
      case SourceEvent.Refused refused -> "refused: " + refused.why();
      case SourceEvent.Posted posted -> "posted " + posted.blocks() + " blocks";
      case SourceEvent.Ended ended ->
          ended.success() ? TimelineEvent.ENDED_WELL : TimelineEvent.ENDED_BADLY;
      case SourceEvent.Uncertain _ -> TimelineEvent.UNCERTAIN;
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
      case "hint_failed" ->
          answer.put("failed", kvcr.target().isHintFailed(line.path("request").asText()));
      case "struck" -> answer.put("struck", rigging.hasStruck());
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
    answer.put("withheld", worker.withheld()).put("unreadable", kvcr.unreadable());
  }

  private List<String> unrest() {
    List<String> unrest = new ArrayList<>();
    count(unrest, kvcr.target().openOperations(), "operations of the target");
    count(unrest, kvcr.target().hintsKept(), "hints not discarded");
    count(unrest, kvcr.source().openOperations(), "operations of the source");
    count(unrest, kvcr.source().unreleasedPins(), "pins not given back");
    unrest.addAll(worker.unrest());
    return unrest;
  }

  private static void count(List<String> unrest, long number, String what) {
    if (number > 0) {
      unrest.add(String.format(Locale.ROOT, "%d %s", number, what));
    }
  }

  /** Ends in order and says what was left; whoever closes vouches that nobody writes any more. */
  void close(ObjectNode answer) {
    ArrayNode left = answer.putArray("left");
    kvcr.source().close();
    List<String> routes = new ArrayList<>();
    count(routes, kvcr.source().routes(), "routes");
    routes.forEach(left::add);
    worker.vouchForMemory();
    worker.close();
    channel.close();
    fabric.leftovers().forEach(left::add);
    fabric.close();
  }

  /** As when a process ends: sockets first, so that nobody writes any more, then the memory. */
  void abandon() {
    channel.close();
    fabric.close();
    worker.vouchForMemory();
    worker.close();
  }
}
