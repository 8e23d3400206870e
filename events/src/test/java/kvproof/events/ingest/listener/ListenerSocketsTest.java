package kvproof.events.ingest.listener;

import static kvproof.events.ingest.listener.Payloads.BLOCK_SIZE;
import static kvproof.events.ingest.listener.Payloads.blockOf;
import static kvproof.events.ingest.listener.Payloads.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import kvproof.events.ingest.ReplayOutcome;
import kvproof.events.ingest.StreamCursor;
import kvproof.events.ingest.StreamStatus;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.zmq.ConnectionSettings;
import kvproof.events.zmq.Endpoint;
import kvproof.events.zmq.EventPublisher;
import kvproof.events.zmq.NoThreadLeft;
import kvproof.events.zmq.PublisherFault;
import kvproof.events.zmq.PublisherOptions;
import kvproof.events.zmq.ReplayStyle;
import kvproof.events.zmq.fault.PublisherFaults;
import kvproof.events.zmq.fault.Reframing;
import kvproof.model.WorkerWithDpRank;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engines that publish over sockets of this machine, and the listeners of a router. */
@Timeout(60)
@ExtendWith(NoThreadLeft.class)
class ListenerSocketsTest {
  private static final Endpoint ANY_PORT = Endpoint.parse("tcp://127.0.0.1:0");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final PartitionName PARTITION = new PartitionName("llama", "default");
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private final FakeIndexes indexes = new FakeIndexes();
  private ListenerRegistry registry = waiting(Duration.ofSeconds(2));

  /** Listeners that wait so long for a reply. */
  private ListenerRegistry waiting(Duration replayTimeout) {
    return new ListenerRegistry(
        indexes,
        new ZmqTransport(
            ConnectionSettings.defaults().withHandshakeInterval(Duration.ofMillis(300)),
            replayTimeout),
        new RouterEventBridge());
  }

  @AfterEach
  void endListeners() {
    registry.close();
  }

  private static PublisherOptions options() {
    return PublisherOptions.at(ANY_PORT).withReplay(ANY_PORT, ReplayStyle.VLLM);
  }

  private void listen(WorkerWithDpRank rank, EventPublisher engine) throws Exception {
    registry.ready();
    registry.register(
        ListenerSpec.of(rank, PARTITION, BLOCK_SIZE, engine.liveEndpoint())
            .withReplay(engine.replayEndpoint().orElseThrow())
            .withCopies());
    assertThat(engine.awaitSubscriptions(1, LONG)).isTrue();
  }

  private static void publishBlocks(EventPublisher engine, int count) {
    for (int i = 0; i < count; i++) {
      engine.publish(blockOf(engine.nextSequence()));
    }
  }

  private StreamStatus stream(WorkerWithDpRank rank) {
    return registry.status(rank).orElseThrow().stream();
  }

  private List<Long> held(WorkerWithDpRank rank) {
    return indexes.of(PARTITION).held.onDevice(rank);
  }

  private void awaitPosition(WorkerWithDpRank rank, long last) {
    until(() -> stream(rank).cursor().equals(StreamCursor.at(last)));
  }

  private static void until(Callable<Boolean> condition) {
    Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(5)).until(condition);
  }

  @ParameterizedTest
  @EnumSource
  void z1StreamThatWasJoinedLateIsReplayedInEitherLayout(ReplayStyle style) throws Exception {
    try (var engine = EventPublisher.open(options().withReplay(ANY_PORT, style))) {
      publishBlocks(engine, 1);
      listen(W1, engine);

      publishBlocks(engine, 1);
      awaitPosition(W1, 1);
      until(() -> stream(W1).counts().containsKey("stale"));

      assertThat(held(W1)).containsExactly(101L, 102L);
      assertThat(stream(W1).lastReplay()).contains(ReplayOutcome.COMPLETE);
      assertThat(stream(W1).counts())
          .containsEntry("applied", 2L)
          .containsEntry("replays", 1L)
          .containsEntry("stale", 1L);
    }
  }

  @Test
  void z3LostMessagesAreReplayed() throws Exception {
    var lossy = options().withFault(PublisherFaults.losing(n -> n == 2 || n == 3));
    try (var engine = EventPublisher.open(lossy)) {
      listen(W1, engine);

      publishBlocks(engine, 5);
      awaitPosition(W1, 4);

      assertThat(held(W1)).containsExactly(101L, 102L, 103L, 104L, 105L);
      assertThat(stream(W1).isGapped()).isFalse();
    }
  }

  @Test
  void z4WhatTheEngineNoLongerKeepsIsAGap() throws Exception {
    var lossy =
        options().withKeptBatches(2).withFault(PublisherFaults.losing(n -> n >= 1 && n <= 4));
    try (var engine = EventPublisher.open(lossy)) {
      listen(W1, engine);
      publishBlocks(engine, 1);
      awaitPosition(W1, 0);

      publishBlocks(engine, 5);
      awaitPosition(W1, 5);

      assertThat(held(W1)).containsExactly(101L, 105L, 106L);
      until(() -> stream(W1).isGapped());
      assertThat(stream(W1).lastReplay()).contains(ReplayOutcome.STARTED_AFTER_REQUESTED);
      assertThat(stream(W1).counts()).containsEntry("missed", 3L);
    }
  }

  @Test
  void z6MalformedMessagesMoveNothing() throws Exception {
    var odd =
        options()
            .withFault(
                PublisherFaults.reframing(n -> n == 1, Reframing.toFrames(2))
                    .and(PublisherFaults.reframing(n -> n == 2, Reframing.toSequenceBytes(7))));
    try (var engine = EventPublisher.open(odd)) {
      listen(W1, engine);

      publishBlocks(engine, 4);
      awaitPosition(W1, 3);

      assertThat(held(W1)).containsExactly(101L, 102L, 103L, 104L);
      assertThat(stream(W1).counts()).containsEntry("replays", 1L);
      assertThat(registry.status(W1).orElseThrow().malformedMessages()).isEqualTo(2);
    }
  }

  @Test
  void repeatedMessagesAreStale() throws Exception {
    try (var engine =
        EventPublisher.open(options().withFault(PublisherFaults.repeating(_ -> true)))) {
      listen(W1, engine);

      publishBlocks(engine, 3);
      engine.publish(Payloads.of(Payloads.removal(101)));
      awaitPosition(W1, 3);

      assertThat(held(W1)).containsExactly(102L, 103L); // a repeat is no second copy
    }
  }

  @Test
  void z8WhatIsPublishedDuringAPauseIsReplayed() throws Exception {
    try (var engine = EventPublisher.open(options())) {
      listen(W1, engine);
      publishBlocks(engine, 2);
      awaitPosition(W1, 1);

      registry.pause(W1);
      publishBlocks(engine, 2);
      registry.resume(W1);
      assertThat(engine.awaitSubscriptions(2, LONG)).isTrue();
      publishBlocks(engine, 1);
      awaitPosition(W1, 4);

      assertThat(held(W1)).hasSize(5);
      assertThat(stream(W1).isGapped()).isFalse();
    }
  }

  @Test
  void fs14SilentReplayIsGivenUpAndTheStreamGapped() throws Exception {
    var silent =
        options().withFault(PublisherFaults.losing(n -> n == 1).and(PublisherFaults.silentFor(1)));
    try (var engine = EventPublisher.open(silent)) {
      listen(W1, engine);

      publishBlocks(engine, 2);
      engine.publish(Payloads.of(Payloads.removal(102))); // 102 was stored in the lost one
      awaitPosition(W1, 2);
      publishBlocks(engine, 1);
      awaitPosition(W1, 3);

      assertThat(held(W1)).containsExactly(101L, 104L);
      assertThat(stream(W1).isGapped()).isTrue();
    }
  }

  @Test
  void pauseDuringAReplayGivesNothingUp() throws Exception {
    var isSilent = new AtomicBoolean(true);
    var wasAsked = new AtomicBoolean();
    PublisherFault silence =
        new PublisherFault() {
          @Override
          public OptionalLong answerFrom(long start) {
            wasAsked.set(true);
            return isSilent.get() ? OptionalLong.empty() : OptionalLong.of(start);
          }
        };
    var silent = options().withFault(PublisherFaults.losing(n -> n == 1).and(silence));
    try (var engine = EventPublisher.open(silent)) {
      listen(W1, engine);
      publishBlocks(engine, 3);
      until(wasAsked::get);

      registry.pause(W1);
      isSilent.set(false);
      registry.resume(W1);
      assertThat(engine.awaitSubscriptions(2, LONG)).isTrue();
      publishBlocks(engine, 1);
      awaitPosition(W1, 3);

      assertThat(held(W1)).containsExactly(101L, 102L, 103L, 104L);
      assertThat(stream(W1).isGapped()).isFalse();
    }
  }

  @Test
  void z15ListenerThatWaitsForASilentEngineEndsSoon() throws Exception {
    var silent =
        options().withFault(PublisherFaults.losing(n -> n == 0).and(PublisherFaults.silentFor(9)));
    registry = waiting(Duration.ofMinutes(10));
    try (var engine = EventPublisher.open(silent)) {
      listen(W1, engine);
      publishBlocks(engine, 2);
      until(() -> stream(W1).counts().containsKey("replays"));

      assertTimeout(Duration.ofSeconds(5), registry::close);
    }
  }

  @Test
  void fs66RestartedEngineIsHeardAfterAnotherRegistration() throws Exception {
    Endpoint live;
    Endpoint replay;
    try (var engine = EventPublisher.open(options())) {
      live = engine.liveEndpoint();
      replay = engine.replayEndpoint().orElseThrow();
      listen(W1, engine);
      publishBlocks(engine, 3);
      awaitPosition(W1, 2);
    }
    try (var restarted =
        EventPublisher.open(PublisherOptions.at(live).withReplay(replay, ReplayStyle.VLLM))) {
      assertThat(restarted.awaitSubscriptions(1, LONG)).isTrue();
      restarted.publish(Payloads.of(chain(11, 11)));
      until(() -> stream(W1).counts().containsKey("restart_suspected"));
      assertThat(held(W1)).containsExactly(101L, 102L, 103L);

      registry.deregister(W1);
      registry.register(
          ListenerSpec.of(W1, PARTITION, BLOCK_SIZE, live).withReplay(replay).withCopies());
      assertThat(restarted.awaitSubscriptions(2, LONG)).isTrue();
      restarted.publish(Payloads.of(chain(12, 12)));
      awaitPosition(W1, 1);

      assertThat(held(W1)).containsExactly(111L, 112L);
    }
  }

  @Test
  void twoEnginesFillOneIndex() throws Exception {
    try (var first = EventPublisher.open(options());
        var second = EventPublisher.open(options())) {
      listen(W1, first);
      listen(W2, second);

      publishBlocks(first, 200);
      publishBlocks(second, 300);
      awaitPosition(W1, 199);
      awaitPosition(W2, 299);

      assertThat(held(W1)).hasSize(200);
      assertThat(held(W2)).hasSize(300);
    }
  }

  @Test
  void whatIsPublishedBeforeTheRouterIsReadyWaits() throws Exception {
    try (var engine = EventPublisher.open(options())) {
      registry.register(ListenerSpec.of(W1, PARTITION, BLOCK_SIZE, engine.liveEndpoint()));
      assertThat(engine.awaitSubscriptions(1, LONG)).isTrue();
      publishBlocks(engine, 20);
      assertThat(held(W1)).isEmpty();

      registry.ready();
      awaitPosition(W1, 19);

      assertThat(stream(W1).counts()).containsOnlyKeys("applied");
    }
  }
}
