package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.ask;
import static kvproof.router.lane.LaneEvents.malformed;
import static kvproof.router.lane.LaneEvents.overlap;
import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.remove;
import static kvproof.router.lane.LaneEvents.store;
import static kvproof.router.lane.LaneEvents.storeBelow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.router.index.ResidentCountsHandle;
import kvproof.router.index.ResidentCountsView;
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
 * Resident counts over lanes, rows Q1 to Q17 of the index scenarios, and what they cost.
 *
 * <p>Q6, Q7 and Q15 are about approximate mode, which is in front of the lanes, Q10 about an index
 * that is elsewhere, and Q17 is a property of the map alone.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ParameterizedClass
@EnumSource(LaneCopies.class)
class ResidentScenariosTest {
  @Parameter LaneCopies copies = LaneCopies.TWO;

  private static final CacheOwner LANE_3 = new CacheOwner("94b32739a8859bab011e1efea911c9f9");

  private final RecordingCounts counts = new RecordingCounts();
  private Optional<LanedRouter> started = Optional.empty();

  private LanedRouter start(int lanes) {
    LanedRouter router = new LanedRouter(lanes, LaneThreads.SYSTEM, copies, counts);
    started = Optional.of(router);
    return router;
  }

  private LanedRouter startTracking(int lanes) {
    LanedRouter router = start(lanes);
    router.lanes().trackResidentBlocks();
    return router;
  }

  @AfterEach
  void endLanes() {
    started.ifPresent(LanedRouter::close);
  }

  private static OptionalLong after(LanedRouter router, KvCacheEvent event) {
    router.apply(event);
    return router.residentBlocks(rank(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C01")
  @Tag("C02")
  @Tag("C03")
  @Tag("C07")
  void q1StoreDuplicateRemovalAndClear(int lanes) {
    LanedRouter router = startTracking(lanes);

    assertThat(after(router, store(rank(1), 1, 2, 3))).hasValue(3);
    assertThat(after(router, store(rank(1), 1, 2, 3))).hasValue(3);
    assertThat(after(router, remove(rank(1), 103))).hasValue(2);
    assertThat(after(router, Cleared.of(rank(1)))).hasValue(0);
  }

  /** The worked table of the producer, step by step. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C04")
  @Tag("C07")
  void workedTable(int lanes) {
    LanedRouter router = startTracking(lanes);

    assertThat(after(router, store(rank(1), 1, 2, 3))).hasValue(3);
    assertThat(after(router, store(rank(1), 1, 2, 3))).hasValue(3);
    assertThat(after(router, remove(rank(1), 103))).hasValue(2);
    assertThat(after(router, remove(rank(1), 101))).hasValue(1);
    assertThat(after(router, Cleared.of(rank(1)))).hasValue(0);
    assertThat(after(router, storeBelow(rank(1), 777, 1))).hasValue(1);
    assertThat(after(router, malformed(rank(1)))).hasValue(1);
    assertThat(after(router, remove(rank(1), 101))).hasValue(0);
    assertThat(after(router, new RankRemoved(rank(1)))).isEmpty();
    assertThat(after(router, remove(rank(1), 101))).isEmpty();
    assertThat(router.residentBlocks(rank(9))).isEmpty();
    router.apply(store(rank(4)));
    assertThat(router.residentBlocks(rank(4))).as("a store without blocks").hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C05")
  void q2TrackingBeginsWithWhatIsHeld(int lanes) {
    LanedRouter router = start(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    router.apply(store(rank(2), 1, 2));
    router.apply(Cleared.of(rank(2)));
    router.apply(malformed(rank(3)));
    router.apply(new RankRemoved(rank(4)));

    router.lanes().trackResidentBlocks();

    assertThat(router.residentBlocks(rank(1))).hasValue(3);
    assertThat(router.residentBlocks(rank(2))).as("cleared before").hasValue(0);
    assertThat(router.residentBlocks(rank(3))).isEmpty();
    assertThat(router.residentBlocks(rank(4))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void trackingBeginsBehindTheEventsThatAreQueuedAndRepeatingItDoesNothing(int lanes) {
    LanedRouter router = start(lanes);
    router.lanes().enqueue(store(rank(1), 1, 2, 3));

    router.lanes().trackResidentBlocks();

    assertThat(router.residentBlocks(rank(1))).hasValue(3);
    assertThat(counts.drain()).hasSize(1);
    router.lanes().trackResidentBlocks();
    assertThat(counts.drain()).isEmpty();
  }

  /** Rows Q3 and Q4, and field scenario 57. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q3AndQ4UnseenAndRemovedRanksHaveNoneAndComeBackWithTheirNextStore(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1));
    router.apply(remove(rank(1), 101));

    assertThat(router.residentBlocks(rank(1))).hasValue(0);
    assertThat(router.residentBlocks(rank(2))).isEmpty();
    assertThat(router.lanes().statistics().blocks()).isEmpty();
    router.apply(new WorkerRemoved(1));
    assertThat(router.residentBlocks(rank(1))).isEmpty();
    assertThat(after(router, store(rank(1), 1, 2))).hasValue(2);
  }

  @Test
  @Tag("C06")
  void q5HandlesOfOneIndexReadTheSameCounters() {
    LanedRouter router = startTracking(4);
    ResidentCountsHandle first = router.lanes().residentCounts();
    ResidentCountsHandle second = router.lanes().residentCounts();

    router.apply(store(rank(1), 1, 2));

    assertThat(first.blocks(rank(1))).hasValue(2).isEqualTo(second.blocks(rank(1)));
    assertThat(first.view()).isSameAs(second.view());
  }

  @Test
  @Tag("C09")
  void q8RanksOfADeadLaneHaveNoneForGood() {
    LanedRouter router = startTracking(4);
    router.apply(store(rank(1), 1, 2));
    router.apply(store(rank(2), 1));

    Gate.kill(router.lanes(), 0);

    assertThat(router.residentBlocks(rank(1))).isEmpty();
    assertThat(router.residentBlocks(rank(2))).hasValue(1);
    router.lanes().enqueue(store(rank(1), 1));
    router.lanes().trackResidentBlocks();
    router.lanes().flush();
    assertThat(router.residentBlocks(rank(1))).isEmpty();
    assertThat(overlap(router, rank(1), 2)).isEqualTo(2);
    assertThat(after(router, store(rank(2), 1, 2))).isEmpty();
    assertThat(router.residentBlocks(rank(2))).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q8RanksOfLanesThatWereShutDownHaveNone(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2));

    router.close();

    assertThat(router.residentBlocks(rank(1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q9WithoutTrackingThereIsNoneAnywhere(int lanes) {
    LanedRouter router = start(lanes);
    router.apply(store(rank(1), 1, 2));

    assertThat(router.residentBlocks(rank(1))).isEmpty();
    assertThat(router.lanes().residentCounts().view().ranks()).isEmpty();
    assertThat(counts.drain()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q11MalformedFirstStoreGivesNoneAndADetachedOneItsBlocks(int lanes) {
    LanedRouter router = startTracking(lanes);

    assertThat(after(router, malformed(rank(1)))).isEmpty();
    assertThat(after(router, storeBelow(rank(1), 777, 1, 2))).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C19")
  void firstEventThatIsDetachedCountsAndOneThatIsMalformedGivesNone(int lanes) {
    LanedRouter router = startTracking(lanes);

    router.apply(storeBelow(rank(4), 777, 1, 2));
    router.apply(malformed(rank(5)));

    assertThat(router.residentBlocks(rank(4))).hasValue(2);
    assertThat(overlap(router, rank(4), 2)).isZero();
    assertThat(router.residentBlocks(rank(5))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q12RemovalOrClearOfAnUnseenRankGivesNone(int lanes) {
    LanedRouter router = startTracking(lanes);

    assertThat(after(router, remove(rank(1), 101))).isEmpty();
    assertThat(after(router, Cleared.of(rank(1)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q13DescendantsOfARemovedBlockStillCount(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2, 3, 4));

    assertThat(after(router, remove(rank(1), 102))).hasValue(3);
    assertThat(overlap(router, rank(1), 4)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Tag("C18")
  void firstBlockThatComesBackBringsTheOverlapBack(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2, 3));

    assertThat(after(router, remove(rank(1), 101))).hasValue(2);
    assertThat(overlap(router, rank(1), 3)).isZero();
    assertThat(after(router, store(rank(1), 1))).hasValue(3);
    assertThat(overlap(router, rank(1), 3)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q14EventsOfOtherTiersChangeNothing(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(2), StorageTier.DISK, 1, 2));
    assertThat(router.residentBlocks(rank(2))).as("seen on the device only").isEmpty();
    router.apply(store(rank(1), 1));

    assertThat(after(router, store(rank(1), StorageTier.HOST_PINNED, 1, 2))).hasValue(1);
    assertThat(after(router, store(LANE_3, StorageTier.HOST_PINNED, 1, 2))).hasValue(1);
  }

  /** Blocks are stored one by one and cleared all at once, so only these numbers occur. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q16EveryValueReadIsOneThatTheRankHad(int lanes) {
    LanedRouter router = startTracking(lanes);
    ResidentCountsHandle handle = router.lanes().residentCounts();
    CompletableFuture<Void> writer =
        Threads.run(
            () -> {
              for (int round = 0; round < 300; round++) {
                router.lanes().enqueue(store(rank(1), 1, 2));
                router.lanes().enqueue(storeBelow(rank(1), 102, 3, 4, 5));
                router.lanes().enqueue(Cleared.of(rank(1)));
              }
              router.lanes().flush();
            });

    while (!writer.isDone()) {
      OptionalLong read = handle.blocks(rank(1));
      assertThat(read.orElse(0)).isIn(0L, 2L, 5L);
    }
    writer.join();
    assertThat(handle.blocks(rank(1))).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void oneWriteForAnEvent(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    assertThat(counts.drain()).containsExactly("kvproof-lane-0 1/0 3");

    for (KvCacheEvent event :
        List.of(
            store(rank(1), 1, 2, 3),
            storeBelow(rank(1), 103, 4, 5, 6, 7),
            remove(rank(1), 101, 102, 103, 999),
            store(rank(1), StorageTier.DISK, 1, 2),
            malformed(rank(1)),
            Cleared.of(rank(1)))) {
      router.apply(event);
      assertThat(counts.drain()).as(event.toString()).hasSize(1);
    }
  }

  /** The rank is on lane 0 and the cache owner on lane 3. */
  @Test
  void clearThatReachesASecondLaneWritesNoCounterThere() {
    LanedRouter router = startTracking(4);
    router.apply(store(rank(1), 1, 2));
    router.apply(store(LANE_3, StorageTier.DISK, 1));
    counts.drain();

    router.apply(new Cleared(Optional.of(rank(1)), Optional.of(LANE_3)));

    assertThat(counts.drain()).containsExactly("kvproof-lane-0 1/0 0");
    router.apply(new Cleared(Optional.of(rank(2)), Optional.of(LANE_3)));
    assertThat(counts.drain()).isEmpty();
    assertThat(router.residentBlocks(rank(2))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void wrongValueIsRightAfterTheNextEventOfTheRank(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    counts.set(rank(1), 999);
    assertThat(after(router, store(rank(2), 1))).hasValue(999);

    assertThat(after(router, remove(rank(1), 103))).hasValue(2);
    counts.set(rank(1), 999);
    assertThat(after(router, malformed(rank(1)))).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void mapIsTheSameObjectOverEventsOfKnownRanks(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2, 3));
    router.apply(store(rank(2), 1));
    ResidentCountsView view = router.lanes().residentCounts().view();

    router.apply(store(rank(1), 1, 2, 3, 4));
    router.apply(remove(rank(2), 101));
    router.apply(Cleared.of(rank(1)));
    router.apply(remove(rank(3), 101));
    router.apply(new WorkerRemoved(7));

    assertThat(router.lanes().residentCounts().view()).isSameAs(view);
    router.apply(new RankRemoved(rank(1)));
    assertThat(router.lanes().residentCounts().view()).isNotSameAs(view);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void countAndOverlapAreBothOldAndThenBothNew(int lanes) {
    LanedRouter router = startTracking(lanes);
    router.apply(store(rank(1), 1, 2));
    Gate gate = Gate.hold(router.lanes(), 0);
    router.lanes().enqueue(storeBelow(rank(1), 102, 3, 4));

    assertThat(overlap(router, rank(1), 4)).isEqualTo(2);
    assertThat(router.residentBlocks(rank(1))).hasValue(2);

    gate.open();
    router.lanes().flush();
    assertThat(overlap(router, rank(1), 4)).isEqualTo(4);
    assertThat(router.residentBlocks(rank(1))).hasValue(4);
  }

  /** The map is taken once, the counters in it are live. */
  @Test
  void twoReadsOfOneSelectionMayDiffer() {
    LanedRouter router = startTracking(4);
    router.apply(store(rank(1), 1, 2));
    ResidentCountsView ofSelection = router.lanes().residentCounts().view();

    OptionalLong first = ofSelection.blocks(rank(1));
    router.apply(storeBelow(rank(1), 102, 3));
    OptionalLong second = ofSelection.blocks(rank(1));

    assertThat(first).hasValue(2);
    assertThat(second).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void fs65RemovedWorkerIsNowhere(int lanes) {
    LanedRouter router = startTracking(lanes);
    for (int worker = 1; worker <= 2; worker++) {
      router.apply(store(rank(worker), 1, 2, 3, 4));
      router.apply(store(rank(worker), StorageTier.HOST_PINNED, 1, 2, 3, 4));
    }

    router.apply(new WorkerRemoved(1));

    var answer = router.answer(ask(4, rank(9)));
    assertThat(answer.device()).containsOnlyKeys(rank(2));
    assertThat(answer.lower().get(StorageTier.HOST_PINNED).hits()).containsOnlyKeys(rank(2));
    assertThat(answer.choices().get(rank(9)).source()).contains(rank(2));
    assertThat(router.heldBlocks()).extracting(HeldBlock::owner).containsOnly(rank(2));
    assertThat(router.residentBlocks(rank(1))).isEmpty();
    assertThat(router.residentBlocks(rank(2))).hasValue(4);
  }

  @Test
  void tenThousandRanksAreTracked() {
    LanedRouter router = startTracking(4);
    IntStream.range(0, 10_000).forEach(worker -> router.lanes().enqueue(store(rank(worker), 1, 2)));
    router.lanes().flush();

    assertThat(router.lanes().residentCounts().view().ranks()).hasSize(10_000);
    assertThat(router.residentBlocks(rank(9_999))).hasValue(2);
    assertThat(router.lanes().statistics().size()).isEqualTo(20_000);
  }
}
