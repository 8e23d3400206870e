package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.Identity;
import kvproof.mocknixl.kvcr.KvcrNode;
import kvproof.mocknixl.kvcr.KvcrSettings;
import kvproof.mocknixl.kvcr.KvcrSource;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.model.BlockHashes;
import kvproof.model.FetchResult;
import kvproof.model.KvHintAction;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.AfterEach;

/**
 * Workers with their services in virtual time, polled once a millisecond; after each test every
 * held byte is right and nothing is left behind.
 */
abstract class FetchFixture {
  static final BlockLayout PARTS = BlockLayoutTest.layout("kv:k", 64, "scales", 16, "kv:v", 64);
  static final KvcrSettings SETTINGS =
      new KvcrSettings(Duration.ofMillis(500), Duration.ofMillis(1500), Duration.ofMillis(5), true);

  /** Longer than every timeout; a write moves one part a poll. */
  static final int MOST_POLLS = 2000;

  final InProcessFabric fabric = new InProcessFabric();
  final TestNetwork network = new TestNetwork();
  final List<Station> stations = new ArrayList<>();
  private final List<Running> fetches = new ArrayList<>();
  private long nanos = 1;
  private int requests;

  /** A worker, its services, and how others reach it. */
  record Station(KvWorker worker, KvcrNode node, String endpoint) {
    KvcrTarget target() {
      return node.target();
    }
  }

  /** Handles are unique within one target alone. */
  private record Running(Station target, HintedFetch fetch) {}

  /** The kind of memory in which the device tiers are. */
  MemoryKind deviceKind() {
    return MemoryKind.DRAM;
  }

  Station station(String name) {
    return station(name, 64, 64, UnaryOperator.identity());
  }

  Station station(
      String name, int deviceSlots, int hostSlots, UnaryOperator<TransferAgent> around) {
    return station(PARTS, name, deviceSlots, hostSlots, around);
  }

  /** What stands around the agent is seen by the services, not by the worker. */
  Station station(
      BlockLayout layout,
      String name,
      int deviceSlots,
      int hostSlots,
      UnaryOperator<TransferAgent> around) {
    TransferAgent agent = around.apply(fabric.agent(name));
    KvWorker worker = new KvWorker(agent, layout, deviceKind(), deviceSlots, hostSlots);
    Identity self = new Identity(name, "life of " + name, "tcp://" + name);
    ControlChannel channel = network.channel(self.endpoint());
    KvcrTarget target =
        new KvcrTarget(self, SETTINGS, channel, this::nanos, worker.metadata(), worker.catalogue());
    KvcrSource source =
        new KvcrSource(self, SETTINGS, worker.poolLayout(), agent, channel, this::nanos, worker);
    Station station =
        new Station(worker, new KvcrNode(channel, agent, target, source), self.endpoint());
    stations.add(station);
    return station;
  }

  long nanos() {
    return nanos;
  }

  /** A hint for those blocks, its source introduced. */
  HintedFetch hint(Station target, Station source, BlockHashes hashes) {
    KvHintAction.Fetch hint = new KvHintAction.Fetch("a1", hashes, source.endpoint());
    HintedFetch fetch =
        HintedFetch.start(target.worker(), target.target(), "request " + ++requests, hint);
    fetches.add(new Running(target, fetch));
    pollUntil(() -> target.target().isAcknowledged(source.endpoint()));
    return fetch;
  }

  /** Asks, waits for the end, computes the hole. */
  FetchResult carryOut(HintedFetch fetch) {
    fetch.ask();
    pollUntil(() -> fetch.isTold() && fetch.isQuiet());
    fetch.computeHole();
    return fetch.result();
  }

  FetchResult carryOut(Station target, Station source, BlockHashes hashes) {
    return carryOut(hint(target, source, hashes));
  }

  /** From now on no fetch is told anything. */
  void forgetFetches() {
    fetches.clear();
  }

  /** Everybody once, a millisecond later than before. */
  void poll() {
    nanos += 1_000_000;
    for (Station station : stations) {
      station.node().poll();
      for (TargetEvent event : station.target().takeEvents()) {
        fetches.stream()
            .filter(running -> running.target() == station)
            .forEach(running -> running.fetch().take(event));
      }
    }
  }

  void pollUntil(BooleanSupplier condition) {
    for (int polls = 0; polls < MOST_POLLS && !condition.getAsBoolean(); polls++) {
      poll();
    }
    assertThat(condition.getAsBoolean()).as("met within %d polls", MOST_POLLS).isTrue();
  }

  /** Blocks 101.. are numbered 1.. */
  static BlockHashes blocks(int first, int last) {
    return PoolFixture.blocks(first, last);
  }

  @AfterEach
  void everyHeldByteIsRightAndNothingIsLeft() {
    for (Station station : stations) {
      assertThat(station.worker().wrongBlocks()).isEmpty();
      station.node().source().close();
      assertThat(station.node().source().openOperations()).isZero();
      assertThat(station.target().openOperations()).isZero();
      assertThat(station.worker().unrest()).isEmpty();
    }
    stations.reversed().forEach(station -> station.worker().close());
    assertThat(fabric.leftovers()).isEmpty();
  }
}
