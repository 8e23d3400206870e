package kvproof.events.ingest.listener;

import static java.util.concurrent.TimeUnit.SECONDS;
import static kvproof.events.ingest.listener.ListenerState.ACTIVE;
import static kvproof.events.ingest.listener.ListenerState.FAILED;
import static kvproof.events.ingest.listener.ListenerState.PAUSED;
import static kvproof.events.ingest.listener.ListenerState.PENDING;
import static kvproof.events.ingest.listener.Payloads.BLOCK_SIZE;
import static kvproof.events.ingest.listener.Payloads.blockOf;
import static kvproof.events.ingest.listener.Payloads.chain;
import static kvproof.events.ingest.listener.Payloads.removal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import kvproof.events.ingest.StreamCursor;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.TokenIds;
import kvproof.events.zmq.Endpoint;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListenerRegistryTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W1_1 = new WorkerWithDpRank(1, 1);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);
  private static final PartitionName PARTITION = new PartitionName("llama", "default");
  private static final PartitionName OTHER = new PartitionName("qwen", "default");

  private final FakeTransport transport = new FakeTransport();
  private final FakeIndexes indexes = new FakeIndexes();
  private final ListenerRegistry registry =
      new ListenerRegistry(indexes, transport, new RouterEventBridge());
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void nothingIsLeft() throws Exception {
    registry.close();
    threads.shutdown();
    assertThat(threads.awaitTermination(20, SECONDS)).isTrue();
  }

  private static Endpoint endpoint(WorkerWithDpRank rank) {
    return Endpoint.parse("inproc://" + rank);
  }

  private static ListenerSpec spec(WorkerWithDpRank rank) {
    return ListenerSpec.of(rank, PARTITION, BLOCK_SIZE, endpoint(rank)).withCopies();
  }

  private static ListenerSpec withReplay(WorkerWithDpRank rank) {
    return spec(rank).withReplay(Endpoint.parse("inproc://replay"));
  }

  private void register(WorkerWithDpRank... ranks) {
    registry.ready();
    List.of(ranks).forEach(rank -> registry.register(spec(rank)));
  }

  private void send(WorkerWithDpRank rank, long sequence) {
    assertThat(transport.send(endpoint(rank), sequence, blockOf(sequence))).isEqualTo(1);
  }

  private ListenerStatus status(WorkerWithDpRank rank) {
    return registry.status(rank).orElseThrow();
  }

  private List<Long> held(WorkerWithDpRank rank) {
    return indexes.of(PARTITION).held.onDevice(rank);
  }

  @Nested
  class Streams {
    @Test
    void payloadsBecomeStepsOfTheIndex() {
      register(W1);

      send(W1, 0);
      transport.send(endpoint(W1), 1, Payloads.of(chain(2, 3), removal(101)));

      assertThat(held(W1)).containsExactly(102L, 103L);
      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(1));
      assertThat(status(W1).decoded()).containsEntry("device_event", 3L);
    }

    /** An engine whose pages are half a block, and one whose pages make up no blocks. */
    @Test
    @Tag("FS-10")
    void pagesOfAnEngineBecomeBlocksOfTheIndex() {
      registry.ready();
      registry.register(spec(W1).withPageSize(2));
      BlockStored halves =
          BlockStored.of(
              BlockHashes.of(11, 12, 13),
              OptionalLong.empty(),
              TokenIds.plain(0, 1, 2, 3, 4, 5),
              2);

      transport.send(endpoint(W1), 0, Payloads.of(halves));
      assertThat(held(W1)).containsExactly(12L);
      transport.send(endpoint(W1), 1, Payloads.of(removal(11)));
      assertThat(held(W1)).isEmpty();
      transport.send(endpoint(W1), 2, Payloads.of(halves, removal(13)));
      assertThat(held(W1)).containsExactly(12L);

      assertThatThrownBy(() -> spec(W2).withPageSize(3)).hasMessageContainingAll("3", "4");
    }

    @Test
    void z7BatchThatCannotBeDecodedIsReplayedWithTheNext() {
      registry.ready();
      registry.register(withReplay(W1));
      send(W1, 0);
      transport.keep(1, blockOf(1));
      transport.keep(2, blockOf(2));

      transport.send(endpoint(W1), 1, new byte[] {(byte) 0xc1});
      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(0));
      send(W1, 2);

      assertThat(transport.replays()).containsExactly(1L);
      assertThat(held(W1)).containsExactly(101L, 102L, 103L);
      assertThat(status(W1).stream().counts()).containsEntry("undecodable", 1L);
    }

    @Test
    void replyThatCannotBeDecodedIsPassedOver() {
      registry.ready();
      registry.register(withReplay(W1));
      send(W1, 0);
      transport.keep(1, blockOf(1));
      transport.keep(2, new byte[] {(byte) 0xc1});
      transport.keep(3, blockOf(3));

      send(W1, 4);

      assertThat(held(W1)).containsExactly(101L, 102L, 104L, 105L);
      assertThat(status(W1).stream().isGapped()).isTrue();
      assertThat(status(W1).stream().counts())
          .containsEntry("undecodable_replies", 1L)
          .containsEntry("missed", 1L);
    }

    @Test
    void z21BatchOfAnUnregisteredRankIsIgnoredAndCounted() {
      register(W1);

      transport.send(endpoint(W1), 0, Payloads.ofRank(1, chain(1, 2), removal(101)));

      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(0));
      assertThat(status(W1).decoded()).containsEntry("unknown_rank", 2L);
      assertThat(indexes.of(PARTITION).held.steps()).isEmpty();
      assertThat(registry.workers()).hasSize(1);
    }

    @Test
    void batchOfAnotherRegisteredRankIsItsOwn() {
      register(W1, W1_1);

      transport.send(endpoint(W1), 0, Payloads.ofRank(1, chain(1, 2)));

      assertThat(held(W1_1)).containsExactly(101L, 102L);
      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(0));
      assertThat(status(W1_1).stream().cursor()).isEqualTo(StreamCursor.initial());
    }

    @Test
    void z22MalformedStoreCostsNothingButItself() {
      register(W1);

      transport.send(
          endpoint(W1),
          0,
          Payloads.of(chain(1, 1), Payloads.stored(OptionalLong.of(105), 105), chain(2, 2)));

      assertThat(held(W1)).containsExactly(101L, 102L);
      assertThat(status(W1).state()).isEqualTo(ACTIVE);
      assertThat(status(W1).decoded()).containsEntry("malformed", 1L);
    }

    @Test
    void repeatTeachesTheFilterNothing() {
      registry.ready();
      registry.register(withReplay(W1));
      send(W1, 0);
      transport.keep(1, blockOf(1));

      send(W1, 3); // replays 1
      send(W1, 1); // stale
      transport.send(endpoint(W1), 4, Payloads.of(removal(102)));

      assertThat(held(W1)).containsExactly(101L, 104L);
      assertThat(status(W1).decoded()).containsEntry("device_event", 4L);
    }
  }

  @Nested
  class States {
    @Test
    void listenerIsPendingUntilTheRouterIsReady() throws Exception {
      registry.register(spec(W1));
      assertThat(status(W1).state()).isEqualTo(PENDING);
      Future<?> first = threads.submit(() -> send(W1, 0));
      Awaitility.await()
          .during(Duration.ofMillis(50))
          .atMost(Duration.ofSeconds(20))
          .until(() -> !first.isDone() && held(W1).isEmpty());

      registry.ready();
      first.get(20, SECONDS);

      assertThat(held(W1)).containsExactly(101L);
      assertThat(status(W1).state()).isEqualTo(ACTIVE);
    }

    @Test
    void messageThatWaitsForAReadyRouterEndsWithItsListener() throws Exception {
      registry.register(spec(W1));
      Future<?> waiting = threads.submit(() -> send(W1, 0));
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> transport.subscribers(endpoint(W1)) == 1);

      registry.deregister(W1);
      waiting.get(20, SECONDS);
      registry.ready();

      assertThat(indexes.log()).containsExactly("open llama", "drop llama");
    }

    @Test
    void z8PositionIsKeptOverPauseAndResume() {
      registry.ready();
      registry.register(withReplay(W1));
      send(W1, 0);
      send(W1, 1);

      registry.pause(W1);
      assertThat(status(W1).state()).isEqualTo(PAUSED);
      assertThat(transport.subscribers(endpoint(W1))).isZero();
      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(1));
      transport.keep(2, blockOf(2));
      transport.keep(3, blockOf(3));

      registry.resume(W1);
      assertThat(status(W1).state()).isEqualTo(ACTIVE);
      send(W1, 3);

      assertThat(transport.replays()).containsExactly(2L);
      assertThat(held(W1)).containsExactly(101L, 102L, 103L, 104L);
      assertThat(status(W1).stream().incarnation()).isEqualTo(1);
    }

    @Test
    void pauseFromPendingAndResumeAreAllowed() {
      registry.register(spec(W1));

      registry.pause(W1);
      registry.resume(W1);

      assertThat(status(W1).state()).isEqualTo(PENDING);
    }

    @Test
    void stateThatIsInTheWayIsNamed() {
      register(W1);

      assertThatThrownBy(() -> registry.resume(W1)).hasMessageContainingAll("1/0", "active");
      registry.pause(W1);
      assertThatThrownBy(() -> registry.pause(W1)).hasMessageContainingAll("1/0", "paused");
      assertThatThrownBy(() -> registry.pause(W2)).hasMessageContaining("2/0");
    }

    @Test
    void z17FirstOfFailedPendingActivePausedIsTheWorkers() {
      assertThat(ListenerState.ofWorker(List.of(PAUSED, ACTIVE, PENDING, FAILED)))
          .isEqualTo(FAILED);
      assertThat(ListenerState.ofWorker(List.of(ACTIVE, PAUSED, PENDING))).isEqualTo(PENDING);
      assertThat(ListenerState.ofWorker(List.of(PAUSED, ACTIVE))).isEqualTo(ACTIVE);
      assertThat(ListenerState.ofWorker(List.of(PAUSED, PAUSED))).isEqualTo(PAUSED);

      register(W1, W1_1);
      registry.pause(W1_1);
      assertThat(registry.workers().getFirst().state()).isEqualTo(ACTIVE);
      registry.pause(W1);
      assertThat(registry.workers().getFirst().state()).isEqualTo(PAUSED);
    }

    @Test
    void z18FailedListenerStartsAgainFromItsPosition() {
      registry.ready();
      registry.register(withReplay(W1));
      send(W1, 0);
      indexes.of(PARTITION).die();

      send(W1, 1);
      assertThat(status(W1).state()).isEqualTo(FAILED);
      assertThat(status(W1).failure())
          .hasValueSatisfying(reason -> assertThat(reason).contains("the lane is dead"));
      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.at(0));
      send(W1, 2); // heard by nobody

      indexes.of(PARTITION).revive();
      transport.keep(1, blockOf(1));
      transport.keep(2, blockOf(2));
      registry.resume(W1);
      send(W1, 3);

      assertThat(transport.replays()).containsExactly(1L);
      assertThat(held(W1)).containsExactly(101L, 102L, 103L, 104L);
      assertThat(status(W1).state()).isEqualTo(ACTIVE);
      assertThat(status(W1).failure()).isEmpty();
      assertThat(transport.subscribers(endpoint(W1))).isEqualTo(1);
    }
  }

  @Nested
  class Registrations {
    @Test
    @Tag("FS-75")
    void z10WhatDoesNotFitIsRefusedByName() {
      register(W1);

      assertThatThrownBy(() -> registry.register(spec(W1))).hasMessageContaining("1/0");
      assertThatThrownBy(
              () -> registry.register(ListenerSpec.of(W1_1, OTHER, BLOCK_SIZE, endpoint(W1_1))))
          .hasMessageContainingAll("worker 1", "llama", "qwen");
      assertThatThrownBy(() -> registry.register(ListenerSpec.of(W2, PARTITION, 16, endpoint(W2))))
          .hasMessageContainingAll("4", "16");

      assertThat(registry.workers()).hasSize(1);
      assertThat(indexes.log()).containsExactly("open llama");
      send(W1, 0);
      assertThat(held(W1)).containsExactly(101L);
    }

    @Test
    void z9RegisteredAgainTheStreamIsUnset() {
      register(W1);
      send(W1, 0);
      send(W1, 1);

      registry.deregister(W1);
      register(W1);

      assertThat(status(W1).stream().cursor()).isEqualTo(StreamCursor.initial());
      assertThat(held(W1)).isEmpty();
    }

    @Test
    void registeredAgainBesideAnotherRankItIsANewIncarnation() {
      register(W1, W1_1);
      send(W1, 0);

      registry.deregister(W1);
      register(W1);

      assertThat(status(W1).stream().incarnation()).isEqualTo(2);
      assertThat(held(W1)).isEmpty();
    }

    @Test
    void z11DeregisteringOneOfTwoRanksRemovesItsBlocksOnly() {
      register(W1, W1_1);
      send(W1, 0);
      send(W1_1, 0);

      registry.deregister(W1);

      assertThat(held(W1)).isEmpty();
      assertThat(held(W1_1)).containsExactly(101L);
      assertThat(transport.subscribers(endpoint(W1))).isZero();
      assertThatThrownBy(() -> registry.deregister(W1)).hasMessageContaining("1/0");
    }

    @Test
    void z12EmptyIndexIsDroppedUnlessItIsRetained() {
      register(W1, W1_1, W2);
      registry.deregisterWorker(1);
      assertThat(indexes.log()).containsExactly("open llama");

      registry.deregister(W2);
      assertThat(indexes.log()).containsExactly("open llama", "drop llama");

      registry.retain(PARTITION);
      register(W1);
      registry.deregister(W1);
      assertThat(indexes.log()).containsExactly("open llama", "drop llama", "open llama");
    }

    @Test
    void z13RegistrationDoesNotWaitForARemovalThatDoes() throws Exception {
      register(W1);
      FakeIndexes.Index index = indexes.of(PARTITION);
      CountDownLatch room = index.holdRemovals();
      Future<?> removal = threads.submit(() -> registry.deregister(W1));
      index.awaitRemoval();

      register(W2);
      send(W2, 0);

      assertThat(index.held.onDevice(W2)).containsExactly(101L);
      assertThatThrownBy(() -> registry.register(spec(W1))).hasMessageContaining("1/0");
      room.countDown();
      removal.get(20, SECONDS);
      assertThat(indexes.log()).containsExactly("open llama");
    }

    @Test
    void z14WorkerThatIsBeingRegisteredKeepsTheIndex() throws Exception {
      register(W1);
      FakeIndexes.Index index = indexes.of(PARTITION);
      CountDownLatch gate = transport.holdSubscriptions();
      Future<?> registration = threads.submit(() -> registry.register(spec(W2)));
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(transport::isHoldingSomebody);

      registry.deregister(W1);
      gate.countDown();
      registration.get(20, SECONDS);

      assertThat(indexes.log()).containsExactly("open llama");
      send(W2, 0);
      assertThat(index.held.onDevice(W2)).containsExactly(101L);
    }

    @Test
    void registrationThatFailsLeavesNothing() {
      transport.refuse();
      registry.ready();

      assertThatThrownBy(() -> registry.register(spec(W1))).hasMessageContaining("planted");

      assertThat(registry.workers()).isEmpty();
      assertThat(indexes.log()).containsExactly("open llama", "drop llama");
    }

    @Test
    void registrationThatFailsLeavesWhatADumpBrought() {
      registry.partition(PARTITION, BLOCK_SIZE).accept(kvStored());
      register(W2);
      transport.refuse();

      assertThatThrownBy(() -> registry.register(spec(W1))).hasMessageContaining("planted");

      assertThat(held(W1)).containsExactly(101L);
    }

    private KvCacheEvent kvStored() {
      return new KvCacheEvent.Stored(
          W1, StorageTier.DEVICE, OptionalLong.empty(), BlockHashes.of(1), BlockHashes.of(101));
    }

    @Test
    void z15ClosedServiceHasNoListeners() {
      register(W1, W1_1, W2);
      send(W1, 0);

      registry.close();
      registry.close();

      for (WorkerWithDpRank rank : List.of(W1, W1_1, W2)) {
        assertThat(transport.subscribers(endpoint(rank))).isZero();
      }
      assertThat(registry.workers()).isEmpty();
      assertThat(held(W1)).containsExactly(101L); // a shutdown is no removal
      assertThatThrownBy(() -> registry.register(spec(W1))).hasMessageContaining("closed");
    }

    @Test
    void z16WorkerThatIsBeingRemovedIsNotListed() throws Exception {
      register(W1, W1_1, W2);
      FakeIndexes.Index index = indexes.of(PARTITION);
      CountDownLatch room = index.holdRemovals();

      Future<?> removal = threads.submit(() -> registry.deregisterWorker(1));
      index.awaitRemoval();

      assertThat(registry.workers()).extracting(WorkerListing::workerId).containsExactly(2L);
      assertThat(registry.status(W1_1)).isEmpty();
      room.countDown();
      removal.get(20, SECONDS);
      assertThat(held(W1_1)).isEmpty();
    }

    @Test
    void fs70TwoPublishersWithOneIdentityAreAnErrorThatNamesIt() {
      register(W1);

      assertThatThrownBy(
              () ->
                  registry.register(
                      ListenerSpec.of(
                          W1, PARTITION, BLOCK_SIZE, Endpoint.parse("inproc://another"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1/0");
    }

    @Test
    void workersAreListedInOrder() {
      register(W2, W1_1, W1, new WorkerWithDpRank(-1, 0));

      assertThat(registry.workers())
          .extracting(WorkerListing::workerId)
          .containsExactly(1L, 2L, -1L); // unsigned
      assertThat(registry.workers().getFirst().listeners())
          .extracting(listener -> listener.stream().rank())
          .containsExactly(W1, W1_1);
    }
  }
}
