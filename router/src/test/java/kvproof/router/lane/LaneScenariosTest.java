package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.ask;
import static kvproof.router.lane.LaneEvents.malformed;
import static kvproof.router.lane.LaneEvents.overlap;
import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.remove;
import static kvproof.router.lane.LaneEvents.store;
import static kvproof.router.lane.LaneEvents.storeBelow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import kvproof.model.ApplyStatus;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.IndexDump;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lanes of the index scenarios, rows P1 to P17; over one and over four where that makes sense.
 *
 * <p>P16 is about approximate mode, which is in front of the lanes.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@EnumSource(LaneCopies.class)
class LaneScenariosTest {
  @Parameter LaneCopies copies = LaneCopies.TWO;

  private static final CacheOwner LANE_3 = new CacheOwner("94b32739a8859bab011e1efea911c9f9");
  private static final Outcome<ApplyStatus> OK = new Done<>(ApplyStatus.OK);

  private Optional<LanedRouter> started = Optional.empty();

  private LanedRouter start(int lanes) {
    LanedRouter router = new LanedRouter(lanes, LaneThreads.SYSTEM, copies);
    started = Optional.of(router);
    return router;
  }

  @AfterEach
  void endLanes() {
    started.ifPresent(LanedRouter::close);
  }

  @Test
  void p1RanksTakeTurnsInTheOrderOfTheirFirstUse() {
    LanePool pool = start(2).lanes();
    pool.enqueue(store(rank(7), 1));
    pool.enqueue(store(rank(3), 1));
    pool.enqueue(store(rank(7), 1));
    pool.enqueue(store(rank(5), 1));

    assertThat(pool.binding().laneOf(rank(7))).isZero();
    assertThat(pool.binding().laneOf(rank(3))).isEqualTo(1);
    assertThat(pool.binding().laneOf(rank(5))).isZero();
  }

  @Test
  void p2RemovalOfAWorkerNeverSeenTakesNoTurn() {
    LanePool pool = start(2).lanes();
    pool.removeWorker(1);
    pool.enqueue(new WorkerRemoved(1));

    assertThat(pool.binding().isBound(rank(1))).isFalse();
    assertThat(pool.binding().laneOf(rank(7))).isZero();
  }

  @Test
  void p3RemovalOfARankNeverSeenTakesATurn() {
    LanePool pool = start(2).lanes();

    assertThat(pool.resetAndWait(rank(1))).isEqualTo(OK);

    assertThat(pool.binding().laneOf(rank(7))).isEqualTo(1);
    assertThat(pool.binding().laneOf(rank(1))).isZero();
  }

  @Test
  void questionTakesATurnAndAFlushDoesNot() {
    LanePool pool = start(2).lanes();

    assertThat(pool.flush(rank(5))).isEqualTo(OK);
    assertThat(pool.contains(rank(1), 101)).isEqualTo(new Done<>(false));

    assertThat(pool.binding().laneOf(rank(7))).isEqualTo(1);
  }

  @Test
  void p4RanksOfOneWorkerMayBeOnDifferentLanes() {
    LanePool pool = start(2).lanes();
    pool.enqueue(store(new WorkerWithDpRank(1, 0), 1));
    pool.enqueue(store(new WorkerWithDpRank(1, 1), 1));

    assertThat(pool.binding().laneOf(new WorkerWithDpRank(1, 1)))
        .isNotEqualTo(pool.binding().laneOf(new WorkerWithDpRank(1, 0)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p5RemovedWorkerIsGoneWhenTheCallReturnsWhateverWasQueuedBefore(int lanes) {
    LanedRouter router = start(lanes);
    List<Gate> gates = holdAll(router.lanes(), lanes);
    for (int dpRank = 0; dpRank < 8; dpRank++) {
      router.lanes().enqueue(store(new WorkerWithDpRank(1, dpRank), 1, 2, 3));
    }
    router.lanes().enqueue(store(rank(2), 1, 2));
    CompletableFuture<Outcome<ApplyStatus>> removal =
        Threads.ask(() -> router.lanes().removeWorker(1));
    gates.forEach(Gate::open);

    assertThat(removal.join()).isEqualTo(OK);

    assertThat(router.heldBlocks()).noneMatch(block -> !block.owner().equals(rank(2)));
    assertThat(router.heldBlocks()).extracting(HeldBlock::owner).containsOnly(rank(2));
  }

  private static List<Gate> holdAll(LanePool pool, int lanes) {
    return IntStream.range(0, lanes).mapToObj(lane -> Gate.hold(pool, lane)).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p6EverythingHandedOverBeforeAFlushIsVisibleAfterIt(int lanes) {
    LanedRouter router = start(lanes);
    for (int worker = 0; worker < 8; worker++) {
      for (long block = 1; block <= 50; block++) {
        router
            .lanes()
            .enqueue(
                block == 1 ? store(rank(worker), 1) : storeBelow(rank(worker), 99 + block, block));
      }
    }

    assertThat(router.lanes().flush()).isEqualTo(OK);

    for (int worker = 0; worker < 8; worker++) {
      assertThat(overlap(router, rank(worker), 50)).isEqualTo(50);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p7FlushSaysNothingOfTheSuccessOfEvents(int lanes) {
    LanedRouter router = start(lanes);
    router.lanes().enqueue(malformed(rank(1)));

    assertThat(router.lanes().flush()).isEqualTo(OK);
    assertThat(router.lanes().flush(rank(1))).isEqualTo(OK);
    assertThat(router.statistics(StorageTier.DEVICE).malformed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p8MalformedStoreIsDroppedAndOneBelowAnUnknownParentIsNot(int lanes) {
    LanedRouter router = start(lanes);

    assertThat(router.lanes().applyAndWait(malformed(rank(1)))).isEqualTo(new Dropped<>());
    assertThat(router.apply(malformed(rank(1)))).isEqualTo(ApplyStatus.INVALID_BLOCK);
    assertThat(router.lanes().applyAndWait(storeBelow(rank(1), 777, 1))).isEqualTo(OK);
    assertThat(router.lanes().applyAndWait(remove(rank(1), 999)))
        .isEqualTo(new Done<>(ApplyStatus.BLOCK_NOT_FOUND));
    assertThat(router.lanes().contains(rank(1), 101)).isEqualTo(new Done<>(true));
  }

  @Test
  void p9CacheOwnerIsBoundByTheFirstEightBytesOfItsKey() {
    assertThat(new LaneBinding(4).laneOf(LANE_3)).isEqualTo(3);
    assertThat(new LaneBinding(8).laneOf(LANE_3)).isEqualTo(3);
    assertThat(new LaneBinding(1).laneOf(LANE_3)).isZero();
    assertThat(new LaneBinding(4).laneOf(new CacheOwner("ffffffffffffffff0000000000000000")))
        .isEqualTo(3);
  }

  @Test
  void nameThatIsNoKeyIsBoundByItsHash() {
    LaneBinding binding = new LaneBinding(4);

    assertThat(List.of("K1", "K2", "K3", "K4", "K5", "K6"))
        .extracting(name -> binding.laneOf(new CacheOwner(name)))
        .allMatch(lane -> lane >= 0 && lane < 4)
        .as("short names do not all share a lane")
        .anyMatch(lane -> lane != binding.laneOf(new CacheOwner("K1")));
  }

  /** Row P10: the rank is on lane 0, the cache owner on lane 3. */
  @Test
  void p10ClearOfARankAndACacheOwnerWaitsForBothLanes() {
    LanedRouter router = start(4);
    router.apply(store(rank(1), 1, 2));
    router.apply(store(LANE_3, StorageTier.HOST_PINNED, 1, 2));
    Gate gate = Gate.hold(router.lanes(), 3);

    CompletableFuture<ApplyStatus> clear =
        Threads.ask(() -> router.apply(new Cleared(Optional.of(rank(1)), Optional.of(LANE_3))));
    await().until(() -> overlap(router, rank(1), 2) == 0);
    gate.awaitBacklog(1);
    assertThat(clear).isNotDone();
    assertThat(router.heldBlocks()).hasSize(2);

    gate.open();
    assertThat(clear.join()).isEqualTo(ApplyStatus.OK);
    assertThat(router.heldBlocks()).isEmpty();
  }

  @Test
  void p10ClearOfBothIsOneEventOfTheirOnlyLane() {
    LanedRouter router = start(1);
    router.apply(store(rank(1), 1, 2));
    router.apply(store(LANE_3, StorageTier.HOST_PINNED, 1, 2));

    router.apply(new Cleared(Optional.of(rank(1)), Optional.of(LANE_3)));

    assertThat(router.heldBlocks()).isEmpty();
  }

  @Test
  void p11NoLaneIsRefused() {
    assertThatThrownBy(() -> new LanedRouter(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C10")
  void p12StatisticsSkipALaneThatDiesWithTheQuestionInItsQueue(int lanes) {
    LanedRouter router = start(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    router.apply(store(rank(2), 1, 2));
    Gate gate = Gate.hold(router.lanes(), 0);
    CompletableFuture<IndexStatistics> asked = Threads.ask(router.lanes()::statistics);
    gate.awaitBacklog(1);
    assertThat(asked).isNotDone();

    gate.openToDie();

    IndexStatistics statistics = asked.join();
    assertThat(statistics.blocks().keySet()).isEqualTo(lanes == 1 ? Set.of() : Set.of(rank(2)));
    assertThat(statistics.size()).isEqualTo(lanes == 1 ? 0 : 2);
    assertThat(router.lanes().statistics()).isEqualTo(statistics);
    assertThat(router.lanes().failure(0)).containsInstanceOf(Gate.PlantedError.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void whoeverWaitsForALaneThatDiesIsToldThatItIsDropped(int lanes) {
    LanedRouter router = start(lanes);
    LanePool pool = router.lanes();
    router.apply(store(rank(1), 1, 2, 3));
    Gate gate = Gate.hold(pool, 0);
    List<CompletableFuture<?>> waiting =
        List.of(
            Threads.ask(pool::flush),
            Threads.ask(() -> pool.flush(rank(1))),
            Threads.ask(pool::dump),
            Threads.ask(() -> pool.applyAndWait(store(rank(1), 1))),
            Threads.ask(() -> pool.resetAndWait(rank(1))),
            Threads.ask(() -> pool.removeWorker(1)),
            Threads.ask(() -> pool.contains(rank(1), 101)),
            Threads.ask(() -> pool.apply(new StreamState(rank(1), true))),
            Threads.ask(pool::trackResidentBlocks));
    gate.awaitBacklog(waiting.size());

    gate.openToDie();

    assertThat(waiting)
        .allSatisfy(outcome -> assertThat(outcome.join()).isEqualTo(new Dropped<>()));
    assertThat(List.of(pool.flush(), pool.dump(), pool.applyAndWait(store(rank(1), 1))))
        .allSatisfy(outcome -> assertThat(outcome).isEqualTo(new Dropped<>()));
    assertThat(pool.enqueue(store(rank(1), 9))).isFalse();
    assertThatThrownBy(() -> router.apply(store(rank(1), 9)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(overlap(router, rank(1), 3)).as("as last applied").isEqualTo(3);
  }

  @Test
  void p13OtherLanesGoOn() {
    LanedRouter router = start(4);
    router.apply(store(rank(1), 1, 2, 3));
    router.apply(store(rank(2), 1, 2, 3));

    Gate.kill(router.lanes(), 0);

    router.apply(storeBelow(rank(2), 103, 4));
    assertThat(router.lanes().flush(rank(2))).isEqualTo(OK);
    assertThat(overlap(router, rank(2), 4)).isEqualTo(4);
    assertThat(overlap(router, rank(1), 4)).isEqualTo(3);
    assertThat(router.answer(ask(4, rank(1), rank(9))).choices().get(rank(9)).source())
        .contains(rank(2));
  }

  /** The event is applied by half on the hidden side, and nobody ever sees that half. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p13ExceptionInTheMiddleOfAnEventLeavesTheIndexAsItWas(int lanes) {
    LanedRouter router = start(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    router.apply(store(rank(2), 1, 2, 3));
    router.apply(store(rank(2), StorageTier.DISK, 1));
    router.apply(remove(rank(1), 999));
    List<HeldBlock> before = router.heldBlocks();
    Lane lane = router.lanes().lane(router.lanes().binding().laneOf(rank(1)));
    lane.tell(
        () ->
            router
                .sides()
                .write(
                    side -> {
                      side.apply(Cleared.of(rank(1)));
                      side.apply(store(rank(2), 7, 8, 9));
                      throw new Gate.PlantedError();
                    }));
    lane.exit().join();

    if (copies == LaneCopies.ONE) { // there is no other that would still be as it was
      assertThatThrownBy(router::heldBlocks).isInstanceOf(IllegalStateException.class);
      return;
    }
    assertThat(router.heldBlocks()).isEqualTo(before);
    if (lanes > 1) {
      router.apply(storeBelow(rank(2), 103, 4));
      router.apply(storeBelow(rank(2), 104, 5));
    }
    assertThat(overlap(router, rank(2), 5)).isEqualTo(lanes > 1 ? 5 : 3);
    assertThat(overlap(router, rank(1), 5)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p14ShutdownTwiceIsHarmless(int lanes) {
    LanedRouter router = start(lanes);
    router.lanes().enqueue(store(rank(1), 1, 2));

    router.close();
    router.close();

    assertThat(overlap(router, rank(1), 2)).as("what was queued is done").isEqualTo(2);
    assertThat(router.lanes().failure(0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p15AfterAShutdownTheLanesAreOfflineAndAnswersGoOn(int lanes) {
    LanedRouter router = start(lanes);
    router.apply(store(rank(1), 1, 2));
    List<HeldBlock> before = router.heldBlocks();

    router.close();

    assertThat(router.lanes().enqueue(store(rank(1), 7))).isFalse();
    assertThat(router.lanes().enqueue(new StreamState(rank(1), true))).isFalse();
    assertThat(router.lanes().applyAndWait(store(rank(1), 7))).isEqualTo(new Offline<>());
    assertThat(router.lanes().flush()).isEqualTo(new Offline<>());
    assertThat(router.lanes().dump()).isEqualTo(new Offline<IndexDump>());
    assertThat(router.heldBlocks()).isEqualTo(before);
    assertThat(overlap(router, rank(1), 2)).isEqualTo(2);
  }

  @Test
  void p17RemovedRankComesBackToItsLane() {
    LanePool pool = start(4).lanes();
    pool.enqueue(store(rank(1), 1));
    for (int round = 0; round < 10; round++) {
      pool.enqueue(new RankRemoved(rank(1)));
      pool.enqueue(store(rank(10 + round), 1));
      pool.enqueue(store(rank(1), 1));
      assertThat(pool.binding().laneOf(rank(1))).isZero();
    }
    assertThat(pool.flush()).isEqualTo(OK);
  }

  /** Rows C7 and A14: every tier is done when the call returns. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void c7ResetRankIsGoneFromEveryTierAndItsSiblingIsNot(int lanes) {
    LanedRouter router = start(lanes);
    WorkerWithDpRank sibling = new WorkerWithDpRank(7, 1);
    for (StorageTier tier : StorageTier.values()) {
      router.lanes().enqueue(store(rank(7), tier, 1, 2));
      router.lanes().enqueue(store(sibling, tier, 1, 2));
    }

    assertThat(router.lanes().resetAndWait(rank(7))).isEqualTo(OK);
    router.lanes().flush();

    assertThat(router.heldBlocks())
        .hasSize(8)
        .allSatisfy(block -> assertThat(block.owner()).isEqualTo(sibling));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void c8OnlyWhatCameAfterTheResetRemains(int lanes) {
    LanedRouter router = start(lanes);
    router.lanes().enqueue(store(rank(1), 1, 2, 3));
    router.lanes().enqueue(new RankRemoved(rank(1)));
    router.lanes().enqueue(store(rank(1), 1));
    router.lanes().flush();

    assertThat(overlap(router, rank(1), 3)).isEqualTo(1);
  }

  /** Whatever is stored meanwhile, the end is one of the two orders, on both sides. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void fs05StoreAndRemovalOfAWorkerEndAsInOneOfTheTwoOrders(int lanes) {
    LanedRouter router = start(lanes);
    Stored stored = store(rank(1), 1, 2, 3);
    for (int round = 0; round < 200; round++) {
      CompletableFuture<ApplyStatus> storing = Threads.ask(() -> router.apply(stored));
      router.apply(new WorkerRemoved(1));
      storing.join();
      router.lanes().flush();

      for (int side = 0; side < 2; side++) {
        List<HeldBlock> held = router.heldBlocks();
        assertThat(held.size()).isIn(0, 3);
        assertThat(overlap(router, rank(1), 3)).isEqualTo(held.size());
        assertThat(router.lanes().statistics().size()).isEqualTo(held.size());
        router.apply(store(rank(2))); // the other side shows
      }
      router.apply(new WorkerRemoved(1));
      assertThat(router.heldBlocks()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void dumpReplaysIntoLanesWithEqualAnswersAndAnEqualDump(int lanes) {
    LanedRouter router = start(lanes);
    for (int worker = 0; worker < 8; worker++) {
      router.lanes().enqueue(store(rank(worker), 1, 2, 3, 4));
      router.lanes().enqueue(remove(rank(worker), 102));
      router.lanes().enqueue(store(rank(worker), StorageTier.HOST_PINNED, 1, 2));
    }
    router.lanes().enqueue(store(LANE_3, StorageTier.DISK, 1, 2));
    Outcome<IndexDump> dumped = router.lanes().dump();
    assertThat(dumped).isInstanceOf(Done.class);
    IndexDump dump = ((Done<IndexDump>) dumped).value();

    try (LanedRouter replay = new LanedRouter(5 - lanes)) {
      dump.events().forEach(replay.lanes()::enqueue);
      assertThat(replay.lanes().dump()).isEqualTo(dumped);
      assertThat(replay.heldBlocks()).isEqualTo(router.heldBlocks());
      assertThat(replay.answer(ask(4, rank(1)))).isEqualTo(router.answer(ask(4, rank(1))));
    }
  }

  /** A dump taken while lanes go on, and the whole tail after it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void dumpTakenWhileLanesGoOnConvergesWithTheTail(int lanes) {
    LanedRouter router = start(lanes);
    for (int worker = 0; worker < 4; worker++) {
      router.apply(store(rank(worker), 1, 2, 3, 4));
    }
    List<KvCacheEvent> tail = new ArrayList<>();
    for (int round = 0; round < 200; round++) {
      for (int worker = 0; worker < 4; worker++) {
        tail.add(remove(rank(worker), 101 + round % 4));
        tail.add(storeBelow(rank(worker), 104, 10 + round));
        if (round % 7 == worker) {
          tail.add(store(rank(worker), 1, 2, 3, 4));
        }
      }
    }
    CompletableFuture<Void> publishing = Threads.run(() -> tail.forEach(router.lanes()::enqueue));

    Outcome<IndexDump> dumped = router.lanes().dump();

    publishing.join();
    router.lanes().flush();
    try (LanedRouter recovered = new LanedRouter(lanes)) {
      ((Done<IndexDump>) dumped).value().events().forEach(recovered.lanes()::enqueue);
      tail.forEach(recovered.lanes()::enqueue);
      recovered.lanes().flush();
      assertThat(recovered.heldBlocks()).isEqualTo(router.heldBlocks());
    }
  }
}
