package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.ask;
import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.store;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.Outcome.Done;
import kvproof.router.lane.Outcome.Dropped;
import kvproof.router.lane.Outcome.Offline;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanedPredictingIndexTest {
  private static final PredictionConfig WITH_SIDE = PredictionConfig.withSideIndex(500);
  private static final WorkerWithDpRank W1 = rank(1);
  private static final WorkerWithDpRank W2 = rank(2);

  private static RequestRouted routed(WorkerWithDpRank rank, long... locals) {
    return new RequestRouted(
        rank,
        BlockHashes.of(locals),
        BlockHashes.of(Arrays.stream(locals).map(local -> 100 + local).toArray()));
  }

  private static int score(LanedPredictingIndex index, WorkerWithDpRank rank, int blocks) {
    assertThat(index.flush()).isEqualTo(new Done<>(ApplyStatus.OK));
    DeviceMatch match = index.answer(ask(blocks)).device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void a14ResetAndWaitIsDoneOnAllTiersAndInTheSideIndex(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      for (WorkerWithDpRank rank : new WorkerWithDpRank[] {W1, W2}) {
        for (StorageTier tier : StorageTier.values()) {
          index.enqueue(store(rank, tier, 1, 2));
        }
        index.enqueue(routed(rank, 1, 2, 3));
      }

      assertThat(index.resetAndWait(W1)).isEqualTo(new Done<>(ApplyStatus.OK));

      // Nobody waits for the lane of the other rank, which may be another one.
      Answer answer = index.answer(ask(3));
      assertThat(answer.device()).doesNotContainKey(W1);
      assertThat(answer.lower().values()).allMatch(tier -> !tier.hits().containsKey(W1));
      index.flush();
      assertThat(index.primary().heldBlocks())
          .hasSize(8)
          .allMatch(block -> block.owner().equals(W2));
      assertThat(index.side().orElseThrow().heldBlocks())
          .hasSize(3)
          .allMatch(block -> block.owner().equals(W2));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void a20SideIndexSwitchesSourcesOff(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.enqueue(store(W1, 1, 2));
      index.flush();
      assertThat(index.primary().answer(ask(2, W2)).choices().get(W2).source()).hasValue(W1);

      Answer answer = index.answer(ask(2, W2));

      assertThat(answer.candidates()).isEmpty();
      assertThat(answer.intervals()).isEmpty();
      assertThat(answer.choices()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void a22LargerOfBothScoresCounts(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.enqueue(store(W1, 1, 2, 3, 4, 5));
      index.enqueue(routed(W1, 1, 2, 3));
      index.enqueue(store(W2, 1, 2, 3));
      index.enqueue(routed(W2, 1, 2, 3, 4, 5));

      assertThat(score(index, W1, 5)).isEqualTo(5);
      assertThat(score(index, W2, 5)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void fs07PredictionsYieldToEvents(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.enqueue(routed(W1, 1, 2, 3, 4, 5, 6));
      index.enqueue(new TimePassed(1));
      index.enqueue(routed(W1, 1, 2, 3, 4, 5, 6));
      index.enqueue(store(W1, 1, 2, 3, 4));

      index.enqueue(new TimePassed(599));
      assertThat(score(index, W1, 6)).isEqualTo(6);
      index.enqueue(new TimePassed(600));
      assertThat(score(index, W1, 6)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void q14SideIndexChangesNoResidentCount(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.primary().lanes().trackResidentBlocks();
      index.enqueue(store(W1, 1));
      index.enqueue(routed(W1, 1, 2, 3));
      index.enqueue(routed(W2, 1));
      index.flush();

      assertThat(index.primary().residentBlocks(W1)).hasValue(1);
      assertThat(index.primary().residentBlocks(W2)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void approximatePrimaryPredictsAndOffersNoSources(int lanes) {
    PredictionConfig config = PredictionConfig.predicting(CachePolicy.TTL, 1_000);
    try (LanedPredictingIndex index = new LanedPredictingIndex(config, lanes)) {
      index.enqueue(routed(W1, 1, 2));

      assertThat(score(index, W1, 2)).isEqualTo(2);
      assertThat(index.answer(ask(2, W2)).choices()).isEmpty();
      assertThat(index.side()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void eventDrivenPrimaryAnswersAsItIs(int lanes) {
    PredictionConfig config = PredictionConfig.ofEngineEvents();
    try (LanedPredictingIndex index = new LanedPredictingIndex(config, lanes)) {
      index.enqueue(store(W1, 1, 2));
      index.enqueue(routed(W2, 1, 2));

      assertThat(score(index, W1, 2)).isEqualTo(2);
      assertThat(index.answer(ask(2, W2))).isEqualTo(index.primary().answer(ask(2, W2)));
      assertThat(index.answer(ask(2, W2)).choices()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void removedRanksAndWorkersLeaveTheSideToo(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.enqueue(routed(W1, 1));
      index.enqueue(routed(W2, 1));

      index.enqueue(new RankRemoved(W1));
      assertThat(score(index, W1, 1)).isZero();
      assertThat(score(index, W2, 1)).isEqualTo(1);

      assertThat(index.removeWorker(2)).isEqualTo(new Done<>(ApplyStatus.OK));
      assertThat(score(index, W2, 1)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void x5DecisionAfterShutdownIsOffline(int lanes) {
    LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes);
    index.close();

    assertThat(index.enqueue(routed(W1, 1))).isFalse();
    assertThat(index.flush()).isEqualTo(new Offline<>());
    assertThat(index.answer(ask(1)).device()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void deadLaneOfTheSideIsNoticed(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      index.enqueue(store(W1, 1));
      index.enqueue(routed(W1, 1, 2));
      index.flush();
      LanePool side = index.side().orElseThrow().lanes();

      Gate.kill(side, side.binding().laneOf(W1));

      assertThat(index.enqueue(routed(W1, 1, 2, 3))).isFalse();
      assertThat(index.flush()).isEqualTo(new Dropped<>());
      assertThat(index.answer(ask(3)).device().get(W1).blocks()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void modeIsTheConfigurationsToChoose(int lanes) {
    try (LanedPredictingIndex index = new LanedPredictingIndex(WITH_SIDE, lanes)) {
      assertThatThrownBy(() -> index.enqueue(new ModeChosen(Mode.LRU, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("configured already");
    }
  }
}
