package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.W2;
import static kvproof.router.predict.Predictions.local;
import static kvproof.router.predict.Predictions.removed;
import static kvproof.router.predict.Predictions.stored;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class TtlPredictorTest {
  private final PredictionCounts counts = new PredictionCounts();

  @Test
  void x10WithoutTimeToLiveItExpiresAtInsertionTime() {
    TtlPredictor predictor = new TtlPredictor(0, counts);

    assertThat(route(predictor, 5, W1, 11, 12))
        .containsExactly(stored(W1, 11, 12), removed(W1, 11, 12));
    assertThat(predictor.timers()).isZero();
    assertThat(predictor.queued()).isZero();
    assertThat(counts.byName()).containsEntry("expired", 2L);
  }

  @Test
  void x11RanksInserted5SecondsApartGoEachAtItsOwnTime() {
    TtlPredictor predictor = new TtlPredictor(10_000, counts);
    route(predictor, 0, W1, 11);
    route(predictor, 5_000, W2, 11);

    assertThat(predictor.expire(9_999)).isEmpty();
    assertThat(predictor.expire(10_000)).containsExactly(removed(W1, 11));
    assertThat(predictor.expire(14_999)).isEmpty();
    assertThat(predictor.expire(15_000)).containsExactly(removed(W2, 11));
  }

  @Test
  void x12RankRefreshedBeforeItsFirstExpiryLosesNothingAtTheOldTime() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    route(predictor, 0, W1, 11);

    route(predictor, 950, W1, 11);

    assertThat(predictor.expire(1_999)).isEmpty();
    assertThat(predictor.expire(2_000)).containsExactly(removed(W1, 11));
  }

  @Test
  void x13ManyRefreshesKeepTheQueueSmall() {
    TtlPredictor predictor = new TtlPredictor(120_000, counts);

    for (long now = 0; now < 100_000; now += 10) {
      route(predictor, now, W1, 11, 12, 13);
      assertThat(predictor.queued()).isEqualTo(1);
    }

    assertThat(predictor.timers()).isEqualTo(3);
    assertThat(predictor.expire(1_000_000)).containsExactly(removed(W1, 11, 12, 13));
    assertThat(predictor.queued()).isZero();
  }

  @Test
  void laterDecisionMovesTheExpiryOfTheSharedPrefixToo() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    route(predictor, 0, W1, 11, 12, 13);

    route(predictor, 500, W1, 11, 12, 14);

    assertThat(predictor.expire(1_000)).containsExactly(removed(W1, 13));
    assertThat(predictor.expire(1_500)).containsExactly(removed(W1, 11, 12, 14));
  }

  @Test
  void bucketsGoInOrderOfTimeThenRank() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    WorkerWithDpRank last = new WorkerWithDpRank(-1, 0);
    route(predictor, 0, last, 11);
    route(predictor, 0, W2, 11);
    route(predictor, 0, W1, 11);
    route(predictor, 100, W1, 12);
    route(predictor, 50, W2, 13);

    assertThat(predictor.expire(5_000))
        .containsExactly(
            removed(W1, 11), removed(W2, 11), removed(last, 11), removed(W1, 12), removed(W2, 13));
  }

  @Test
  void malformedBlocksGetNoTimers() {
    TtlPredictor predictor = new TtlPredictor(0, counts);

    assertThat(route(predictor, 0, W1, 11, 11)).containsExactly(stored(W1, 11, 11));
    assertThat(predictor.timers()).isZero();
    assertThat(predictor.expire(1_000_000)).isEmpty();
  }

  @Test
  void decisionWithoutBlocksIsStoredToo() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);

    assertThat(route(predictor, 0, W1)).containsExactly(stored(W1));
    assertThat(predictor.expire(1_000_000)).isEmpty();
  }

  @Test
  void originIsWhenARankIsMetFirstAndAgainAfterItWasForgotten() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    route(predictor, 37, W1, 11);
    route(predictor, 38, W1, 12);

    assertThat(predictor.expire(1_137)).hasSize(2);

    route(predictor, 1_200, W1, 13);
    assertThat(predictor.expire(2_236)).isEmpty();
    assertThat(predictor.expire(2_237)).containsExactly(removed(W1, 13));

    predictor.forget(W1);
    route(predictor, 3_001, W1, 14);
    assertThat(predictor.expire(4_000)).isEmpty();
    assertThat(predictor.expire(4_001)).containsExactly(removed(W1, 14));
  }

  @Test
  void originStaysWhereOnlyTimersAreDropped() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    route(predictor, 0, W1, 11);
    route(predictor, 0, W2, 11);

    predictor.dropTimers(W1);
    route(predictor, 1, W1, 12);

    assertThat(predictor.queued()).isEqualTo(2);
    assertThat(predictor.expire(1_099)).containsExactly(removed(W2, 11));
    assertThat(predictor.expire(1_100)).containsExactly(removed(W1, 12));
  }

  @Test
  void workerIsForgottenWithAllItsRanksAndNoOther() {
    TtlPredictor predictor = new TtlPredictor(1_000, counts);
    route(predictor, 0, new WorkerWithDpRank(0, 0), 11);
    route(predictor, 0, W1, 12);
    route(predictor, 0, new WorkerWithDpRank(1, -1), 13);
    route(predictor, 0, W2, 14);

    predictor.forgetWorker(1);

    assertThat(predictor.expire(1_000))
        .containsExactly(removed(new WorkerWithDpRank(0, 0), 11), removed(W2, 14));
  }

  private static List<KvCacheEvent> route(
      TtlPredictor predictor, long now, WorkerWithDpRank rank, long... hashes) {
    return predictor.route(rank, local(hashes), BlockHashes.of(hashes), now);
  }
}
