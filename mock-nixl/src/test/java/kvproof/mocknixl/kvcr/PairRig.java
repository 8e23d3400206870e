package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.fault.HeldPins;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.BlockHashes;
import kvproof.model.FetchResult;
import kvproof.model.KvHintAction;

/** Whole services on one thread, in virtual time: each is polled once a millisecond. */
final class PairRig {
  static final String TARGET = "tcp://127.0.0.1:29102";
  static final String SOURCE = "tcp://127.0.0.1:29101";
  static final int SLOTS = 48;
  private static final KvcrSettings SETTINGS =
      KvcrSettings.defaults().withTimeouts(Duration.ofMillis(100), Duration.ofMillis(300));

  final InProcessFabric fabric = new InProcessFabric();
  final MemoryNetwork network = new MemoryNetwork();
  final Map<String, Party> byEndpoint = new LinkedHashMap<>();
  long nowNanos = 7_000_000_000L;
  private int lives;

  /** One service with its worker. */
  final class Party {
    final GatedAgent agent;
    final KvWorker worker;
    final HeldPins pins;
    final KvcrNode node;

    private Party(String endpoint, BlockLayout layout) {
      lives++;
      Identity self = new Identity("agent-" + lives, "life-" + lives, endpoint);
      agent = new GatedAgent(fabric.agent(self.agent()));
      worker = new KvWorker(agent, layout, SLOTS, SLOTS);
      pins = new HeldPins(worker);
      ControlChannel channel = network.bind(endpoint);
      node =
          new KvcrNode(
              channel,
              agent,
              new KvcrTarget(
                  self, SETTINGS, channel, () -> nowNanos, worker.metadata(), worker.catalogue()),
              new KvcrSource(
                  self, SETTINGS, worker.poolLayout(), agent, channel, () -> nowNanos, pins));
    }
  }

  /** A service at that endpoint, in place of any other. */
  Party start(String endpoint, BlockLayout layout) {
    Party party = new Party(endpoint, layout);
    byEndpoint.put(endpoint, party);
    return party;
  }

  /** That service's process ends. */
  void kill(Party party) {
    byEndpoint.values().remove(party);
    fabric.crash(party.agent.name());
  }

  void poll() {
    nowNanos += 1_000_000;
    byEndpoint.values().forEach(party -> party.node.poll());
  }

  void polls(int count) {
    for (int i = 0; i < count; i++) {
      poll();
    }
  }

  static BlockHashes blocks(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(first, last).toArray());
  }

  HintedFetch hint(Party target, String requestId, BlockHashes hashes, String endpoint) {
    HintedFetch fetch =
        HintedFetch.start(
            target.worker,
            target.node.target(),
            requestId,
            new KvHintAction.Fetch("action-1", hashes, endpoint));
    polls(3);
    return fetch;
  }

  /** Asks, and polls until the caller is told. */
  void carryOut(Party target, HintedFetch fetch) {
    fetch.ask();
    for (int i = 0; i < 1_000 && !fetch.isTold(); i++) {
      step(target, fetch);
    }
    assertThat(fetch.isTold()).as("told within a second").isTrue();
  }

  void step(Party target, HintedFetch fetch) {
    poll();
    target.node.target().takeEvents().forEach(fetch::take);
  }

  void steps(Party target, HintedFetch fetch, int count) {
    for (int i = 0; i < count; i++) {
      step(target, fetch);
    }
  }

  /** A hint carried out until the caller is told, and what is missing computed. */
  FetchResult fetch(Party target, String requestId, BlockHashes hashes, String endpoint) {
    HintedFetch fetch = hint(target, requestId, hashes, endpoint);
    carryOut(target, fetch);
    steps(target, fetch, 3);
    fetch.computeHole();
    return fetch.result();
  }

  /** Stops every source and looks for what was left behind. */
  void assertAtRest() {
    polls(5);
    List<String> unrest = new ArrayList<>();
    for (Party party : byEndpoint.values()) {
      party.node.source().close();
      assertThat(party.node.source().openOperations()).as("operations of a source").isZero();
      assertThat(party.node.target().openOperations()).as("operations of a target").isZero();
      assertThat(party.node.source().routes()).as("routes").isZero();
      assertThat(party.node.unreadable()).as("unreadable frames").isZero();
      assertThat(party.worker.wrongBlocks()).as("blocks with wrong bytes").isEmpty();
      unrest.addAll(party.worker.unrest());
    }
    assertThat(unrest).isEmpty();
  }
}
