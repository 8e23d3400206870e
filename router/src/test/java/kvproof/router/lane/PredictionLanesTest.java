package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.overlap;
import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.remove;
import static kvproof.router.lane.LaneEvents.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions in the lanes of the ranks that they are about. */
class PredictionLanesTest {
  private static final long TTL = 1_000;
  private static final WorkerWithDpRank W1 = rank(1);
  private static final WorkerWithDpRank W2 = rank(2);

  private static LanedRouter router(int lanes, Mode mode) {
    LanedRouter router = new LanedRouter(lanes);
    router.lanes().trackResidentBlocks();
    done(router, new ModeChosen(mode, TTL));
    return router;
  }

  private static void done(LanedRouter router, Prediction... predictions) {
    for (Prediction prediction : predictions) {
      assertThat(router.lanes().apply(prediction)).isEqualTo(new Done<>(ApplyStatus.OK));
    }
  }

  private static BlockHashes sequence(long... locals) {
    return BlockHashes.of(Arrays.stream(locals).map(local -> 100 + local).toArray());
  }

  private static RequestRouted routed(WorkerWithDpRank rank, long... locals) {
    return new RequestRouted(rank, BlockHashes.of(locals), sequence(locals));
  }

  private static RequestAdmitted admitted(WorkerWithDpRank rank, String attempt, long... locals) {
    return new RequestAdmitted(rank, 1, attempt, BlockHashes.of(locals), sequence(locals), 0);
  }

  private static CapacityDeclared capacity(WorkerWithDpRank rank, long blocks) {
    return new CapacityDeclared(rank, 1, OptionalLong.of(blocks));
  }

  private static TimePassed at(long nowMillis) {
    return new TimePassed(nowMillis);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void decisionStandsUntilItsTimeIsOver(int lanes) {
    try (LanedRouter router = router(lanes, Mode.TTL)) {
      done(router, routed(W1, 1, 2), routed(W2, 1), at(999));
      assertThat(overlap(router, W1, 3)).isEqualTo(2);
      assertThat(router.residentBlocks(W2)).hasValue(1);

      done(router, at(1_000));

      assertThat(overlap(router, W1, 3)).isZero();
      assertThat(router.residentBlocks(W1)).hasValue(0);
      assertThat(router.residentBlocks(W2)).hasValue(0);
      assertThat(router.lanes().predictionCounts()).containsEntry("expired", 3L).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void predictionsAreInOrderWithTheEventsOfTheirRank(int lanes) {
    try (LanedRouter router = router(lanes, Mode.TTL)) {
      LanePool pool = router.lanes();
      Gate gate = Gate.hold(pool, pool.binding().laneOf(W1));

      // Any other order ends with block 1 gone, or with block 2 there.
      assertThat(pool.enqueue(routed(W1, 1, 2))).isTrue();
      assertThat(pool.enqueue(remove(W1, 101, 102))).isTrue();
      assertThat(pool.enqueue(routed(W1, 1))).isTrue();
      assertThat(pool.enqueue(new RankReset(W1))).isTrue();
      assertThat(pool.enqueue(store(W1, 1))).isTrue();
      gate.awaitBacklog(5);
      assertThat(overlap(router, W1, 2)).as("before the lane comes to it").isZero();
      gate.open();
      pool.flush(W1);

      assertThat(overlap(router, W1, 2)).isEqualTo(1);
      assertThat(router.residentBlocks(W1)).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void x5DecisionAfterShutdownIsOfflineAndNothingIsRecorded(int lanes) {
    LanedRouter router = router(lanes, Mode.TTL);
    done(router, routed(W1, 1));
    router.close();

    assertThat(router.lanes().apply(routed(W2, 1))).isEqualTo(new Offline<>());
    assertThat(router.lanes().enqueue(routed(W1, 1, 2))).isFalse();
    assertThat(router.lanes().apply(at(TTL))).isEqualTo(new Offline<>());

    assertThat(overlap(router, W1, 2)).isEqualTo(1);
    assertThat(overlap(router, W2, 2)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void x6RemovedRankAndWorkerGoWithTheirBlocksAndTimers(int lanes) {
    WorkerWithDpRank sibling = new WorkerWithDpRank(1, 1);
    try (LanedRouter router = router(lanes, Mode.TTL)) {
      done(router, routed(W1, 1), routed(sibling, 1), routed(W2, 1), at(10));

      router.apply(new RankRemoved(W1));
      done(router, routed(W1, 1));
      assertThat(overlap(router, sibling, 1)).isEqualTo(1);
      done(router, at(1_009));
      assertThat(overlap(router, W1, 1)).as("timers of before are gone").isEqualTo(1);
      assertThat(router.residentBlocks(W2)).hasValue(0);

      done(router, routed(sibling, 1), routed(W2, 1));
      router.apply(new WorkerRemoved(1));
      assertThat(router.residentBlocks(W1)).isEmpty();
      assertThat(router.residentBlocks(sibling)).isEmpty();
      assertThat(overlap(router, W2, 1)).isEqualTo(1);
      done(router, routed(sibling, 1), at(2_008));
      assertThat(overlap(router, sibling, 1)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void capacityIsModelledInTheLaneOfTheRank(int lanes) {
    try (LanedRouter router = router(lanes, Mode.LRU)) {
      done(router, capacity(W1, 2), capacity(W2, 9), admitted(W1, "a", 1, 2));
      done(router, new RequestFinished(W1, 1, "a"), admitted(W1, "b", 7), admitted(W2, "a", 1, 2));

      assertThat(router.residentBlocks(W1)).hasValue(2);
      assertThat(overlap(router, W1, 2)).isEqualTo(1);
      assertThat(overlap(router, W2, 2)).isEqualTo(2);
      assertThat(router.lanes().predictionCounts()).containsEntry("evicted", 1L).hasSize(1);
    }
  }

  /** There is no way to send them to another tier. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void p16CommandsOfALeaseReachNoLowerTier(int lanes) {
    try (LanedRouter router = router(lanes, Mode.LRU)) {
      router.apply(store(W1, StorageTier.HOST_PINNED, 1, 2, 3));
      done(router, capacity(W1, 1), admitted(W1, "a", 1, 2));
      done(
          router,
          new OutputMaterialized(
              W1, 1, "a", OptionalLong.of(102), 2, BlockHashes.of(3), sequence(3), 0));
      done(router, new RequestFinished(W1, 1, "a"));

      assertThat(router.lanes().predictionCounts()).containsEntry("evicted", 2L);
      assertThat(
              router.heldBlocks().stream()
                  .filter(block -> block.tier() == StorageTier.HOST_PINNED)
                  .count())
          .isEqualTo(3);
      assertThat(router.heldBlocks()).hasSize(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q15RemovedRankHasNoCountRatherThan0(int lanes) {
    try (LanedRouter router = router(lanes, Mode.LRU)) {
      done(router, capacity(W1, 2), admitted(W1, "a", 1));

      router.lanes().resetAndWait(W1);
      assertThat(router.residentBlocks(W1)).isEmpty();

      done(router, admitted(W1, "b", 1));
      assertThat(router.lanes().predictionCounts()).containsEntry("ignored", 1L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void incarnationChangeIsACountOf0(int lanes) {
    try (LanedRouter router = router(lanes, Mode.LRU)) {
      done(router, capacity(W1, 2), admitted(W1, "a", 1));

      done(router, new CapacityDeclared(W1, 2, OptionalLong.of(2)));

      assertThat(router.residentBlocks(W1)).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void deadLaneDropsItsPredictionsAndOthersGoOn(int lanes) {
    try (LanedRouter router = router(lanes, Mode.TTL)) {
      done(router, routed(W1, 1), routed(W2, 1));

      Gate.kill(router.lanes(), router.lanes().binding().laneOf(W1));

      assertThat(router.lanes().apply(routed(W1, 1, 2))).isEqualTo(new Dropped<>());
      assertThat(router.lanes().apply(at(TTL))).isEqualTo(new Dropped<>());
      assertThat(overlap(router, W1, 2)).as("as last applied").isEqualTo(1);
      assertThat(router.residentBlocks(W1)).isEmpty();
      assertThat(router.residentBlocks(W2)).hasValue(0);
      assertThat(router.lanes().predictionCounts()).containsEntry("expired", 1L);
    }
  }
}
