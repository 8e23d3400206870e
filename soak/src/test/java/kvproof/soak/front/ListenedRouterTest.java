package kvproof.soak.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.events.ingest.StreamCursor;
import kvproof.events.ingest.listener.ListenerRegistry;
import kvproof.events.ingest.listener.ListenerSpec;
import kvproof.events.ingest.listener.ListenerState;
import kvproof.events.ingest.listener.ListenerStatus;
import kvproof.events.ingest.listener.ZmqTransport;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EngineEvent;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventStyle;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.wire.TokenIds;
import kvproof.events.zmq.ConnectionSettings;
import kvproof.events.zmq.Endpoint;
import kvproof.events.zmq.EventPublisher;
import kvproof.events.zmq.PublisherOptions;
import kvproof.events.zmq.ReplayStyle;
import kvproof.events.zmq.fault.PublisherFaults;
import kvproof.model.BlockHashes;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From an engine's tokens over a socket to the overlap of a prompt. */
@Timeout(60)
class ListenedRouterTest {
  private static final int BLOCK_SIZE = 4;
  private static final Endpoint ANY_PORT = Endpoint.parse("tcp://127.0.0.1:0");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final PartitionName PARTITION = new PartitionName("llama", "default");
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private final LanedIndexes indexes = new LanedIndexes(4);
  private final ListenerRegistry registry =
      new ListenerRegistry(
          indexes,
          new ZmqTransport(
              ConnectionSettings.defaults().withHandshakeInterval(Duration.ofMillis(300)),
              Duration.ofSeconds(2)),
          new RouterEventBridge());

  @AfterEach
  void end() {
    registry.close();
    indexes.close();
  }

  private static PublisherOptions options(ReplayStyle style) {
    return PublisherOptions.at(ANY_PORT).withReplay(ANY_PORT, style);
  }

  private void listen(WorkerWithDpRank rank, EventPublisher engine) throws Exception {
    registry.ready();
    registry.register(
        ListenerSpec.of(rank, PARTITION, BLOCK_SIZE, engine.liveEndpoint())
            .withReplay(engine.replayEndpoint().orElseThrow())
            .withCopies());
    assertThat(engine.awaitSubscriptions(1, LONG)).isTrue();
  }

  /** Blocks {@code [first, last)} of the one long prompt; block i is 1000 + i to the engine. */
  private static EngineEvent stored(int first, int last) {
    return BlockStored.of(
        BlockHashes.of(LongStream.range(first, last).map(block -> 1_000 + block).toArray()),
        first == 0 ? OptionalLong.empty() : OptionalLong.of(999 + first),
        TokenIds.plain(tokens(first, last)),
        BLOCK_SIZE);
  }

  private static EngineEvent removed(int block) {
    return BlockRemoved.of(BlockHashes.of(1_000 + block));
  }

  private static int[] tokens(int firstBlock, int lastBlock) {
    return IntStream.range(BLOCK_SIZE * firstBlock, BLOCK_SIZE * lastBlock).toArray();
  }

  private static void publish(EventPublisher engine, EngineEvent... events) {
    engine.publish(
        KvEventCodec.encode(
            new EngineBatch(0.5, List.of(events), OptionalInt.empty()), EventStyle.ARRAY));
  }

  private void awaitPosition(WorkerWithDpRank rank, long last) {
    until(() -> status(rank).stream().cursor().equals(StreamCursor.at(last)));
    indexes.of(PARTITION).flush();
  }

  private ListenerStatus status(WorkerWithDpRank rank) {
    return registry.status(rank).orElseThrow();
  }

  private static void until(Callable<Boolean> condition) {
    Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(5)).until(condition);
  }

  private int score(WorkerWithDpRank rank) {
    BlockHashes prompt = RequestContent.of(Tokens.of(tokens(0, 50)), BLOCK_SIZE).localHashes();
    var match =
        indexes.of(PARTITION).answer(new Request("q", prompt, List.of())).device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  @ParameterizedTest
  @ValueSource(strings = {"VLLM", "SGLANG"})
  void z1ReplayedBatchesAreCredited(String style) throws Exception {
    try (var engine = EventPublisher.open(options(ReplayStyle.valueOf(style)))) {
      publish(engine, stored(0, 1));
      listen(W1, engine);

      publish(engine, stored(1, 2));
      awaitPosition(W1, 1);

      assertThat(score(W1)).isEqualTo(2);
      assertThat(indexes.of(PARTITION).residentBlocks(W1)).hasValue(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void lossesAndCopiesDoNotShow(int phase) throws Exception {
    var lossy =
        options(ReplayStyle.VLLM)
            .withFault(
                PublisherFaults.losing(n -> n % 5 == phase)
                    .and(PublisherFaults.repeating(n -> n % 3 == 0)));
    try (var engine = EventPublisher.open(lossy)) {
      listen(W1, engine);

      for (int block = 0; block < 50; block++) {
        publish(engine, stored(block, block + 1), stored(block, block + 1)); // two copies of each
      }
      for (int block = 40; block < 50; block++) {
        publish(engine, removed(block));
      }
      publish(engine, removed(45));
      publish(engine);
      publish(engine);
      awaitPosition(W1, 62);

      assertThat(score(W1)).isEqualTo(45);
      assertThat(indexes.of(PARTITION).residentBlocks(W1)).hasValue(49);
      assertThat(status(W1).stream().isGapped()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"the one", "the other"})
  void deadLaneFailsTheListenersOfItsRanksOnly(String dies) throws Exception {
    WorkerWithDpRank dead = dies.equals("the one") ? W1 : W2;
    WorkerWithDpRank alive = dead.equals(W1) ? W2 : W1;
    try (var first = EventPublisher.open(options(ReplayStyle.VLLM));
        var second = EventPublisher.open(options(ReplayStyle.VLLM))) {
      listen(W1, first);
      publish(first, stored(0, 2));
      awaitPosition(W1, 0);
      listen(W2, second);
      publish(second, stored(0, 3));
      awaitPosition(W2, 0);

      indexes
          .of(PARTITION)
          .enqueue(
              dead,
              () -> {
                throw new IllegalStateException("planted");
              });
      indexes.of(PARTITION).flush();
      publish(first, stored(2, 5));
      publish(second, stored(3, 5));

      until(() -> status(dead).state() == ListenerState.FAILED);
      awaitPosition(alive, 1);
      assertThat(status(dead).stream().cursor()).isEqualTo(StreamCursor.at(0));
      assertThat(score(alive)).isEqualTo(5);
      assertThat(score(dead)).isEqualTo(dead.equals(W1) ? 2 : 3);
      assertThat(indexes.of(PARTITION).residentBlocks(dead)).isEmpty();
    }
  }
}
