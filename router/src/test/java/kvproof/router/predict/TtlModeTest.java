package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.W2;
import static kvproof.router.predict.Predictions.at;
import static kvproof.router.predict.Predictions.local;
import static kvproof.router.predict.Predictions.lru;
import static kvproof.router.predict.Predictions.removed;
import static kvproof.router.predict.Predictions.routed;
import static kvproof.router.predict.Predictions.stored;
import static kvproof.router.predict.Predictions.ttl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.SequenceHashes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routing decisions with a time to live, up to what the index says. */
class TtlModeTest {
  private static final WorkerWithDpRank SIBLING = new WorkerWithDpRank(1, 1);

  /** The table of TTLs: when the blocks of a decision are gone. */
  @ParameterizedTest
  @CsvSource({"1000, 0, 1000", "1000, 1, 1100", "1000, 100, 1100", "1000, 950, 2000"})
  void blocksAreGoneAtTheEndOfTheirBucket(long ttl, long decided, long gone) {
    PredictedRouter index = new PredictedRouter(ttl(ttl), routed(W1, 1), at(decided));
    index.take(routed(W1, 1, 2));

    index.take(at(gone - 1));
    assertThat(index.score(W1, 1, 2)).isEqualTo(2);

    index.take(at(gone));
    assertThat(index.score(W1, 1, 2)).isZero();
  }

  @Test
  void withoutTimeToLiveBlocksAreGoneInTheSameStep() {
    PredictedRouter index = new PredictedRouter(ttl(0), at(5));

    assertThat(index.take(routed(W1, 1, 2))).containsExactly(stored(W1, 1, 2), removed(W1, 1, 2));
    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void x1DecisionOfOneBlockScores1() {
    PredictedRouter index = new PredictedRouter(ttl(120_000), routed(W1, 1));

    assertThat(index.score(W1, 1, 2)).isEqualTo(1);
  }

  @Test
  void x2TtlOf25MsIsGoneAfter150Ms() {
    PredictedRouter index = new PredictedRouter(ttl(25), routed(W1, 1), at(150));

    assertThat(index.score(W1, 1)).isZero();
    assertThat(index.count("expired")).isEqualTo(1);
  }

  @Test
  void x3EngineEventsInTheSameIndexStay() {
    PredictedRouter index = new PredictedRouter(ttl(25), stored(W1, 1, 2), routed(W1, 3));

    index.take(at(1_000_000));

    assertThat(index.score(W1, 1, 2)).isEqualTo(2);
    assertThat(index.score(W1, 3)).isZero();
  }

  @Test
  void x4ListsOfDifferentLengthAreRefused() {
    PredictedRouter index = new PredictedRouter(ttl(1_000));

    List<?> steps = index.take(new RequestRouted(W1, local(1, 2), BlockHashes.of(1)));

    assertThat(steps).isEmpty();
    assertThat(index.count("refused_lengths")).isEqualTo(1);
    assertThat(index.resident(W1)).isEmpty();
  }

  @Test
  void refusedDecisionIsNoOrigin() {
    PredictedRouter index = new PredictedRouter(ttl(1_000));
    index.take(new RequestRouted(W1, local(1, 2), BlockHashes.of(1)), at(37));

    index.take(routed(W1, 1), at(1_036));
    assertThat(index.score(W1, 1)).isEqualTo(1);

    index.take(at(1_037));
    assertThat(index.score(W1, 1)).isZero();
  }

  /** Blocks of two ranks of worker 1 and one of worker 2, due at 1000; it is 10 ms later. */
  private static PredictedRouter threeRanks() {
    return new PredictedRouter(
        ttl(1_000), routed(W1, 1, 2), routed(SIBLING, 1, 2), routed(W2, 1, 2), at(10));
  }

  @Test
  void x6RemovedRankGoesWithItsBlocksAndTimersAndOthersStay() {
    PredictedRouter index = threeRanks();

    index.take(new RankRemoved(W1));
    assertThat(index.resident(W1)).isEmpty();
    assertThat(index.resident(SIBLING)).hasValue(2);

    // With an origin of its own again: a timer or origin of before would show at 1000 or 1100.
    index.take(routed(W1, 2));
    assertThat(index.take(at(1_009))).containsExactly(removed(SIBLING, 1, 2), removed(W2, 1, 2));
    assertThat(index.take(at(1_010))).containsExactly(removed(W1, 2));
  }

  @Test
  void x6RemovedWorkerGoesWithItsBlocksAndTimersAndOthersStay() {
    PredictedRouter index = threeRanks();

    index.take(new WorkerRemoved(1));
    assertThat(index.resident(W1)).isEmpty();
    assertThat(index.resident(SIBLING)).isEmpty();
    assertThat(index.resident(W2)).hasValue(2);

    index.take(routed(W1, 2), routed(SIBLING, 2));
    assertThat(index.take(at(1_009))).containsExactly(removed(W2, 1, 2));
    assertThat(index.take(at(1_010))).containsExactly(removed(W1, 2), removed(SIBLING, 2));
  }

  @Test
  void x14DecisionOf2BlocksWithPrecomputedHashesScores2() {
    BlockHashes local = BlockHashes.of(11, 12);
    PredictedRouter index = new PredictedRouter(ttl(120_000));

    index.take(new RequestRouted(W1, local, SequenceHashes.of(local)));

    var match = index.router.answer(new Request("r", local, List.of())).device().get(W1);
    assertThat(match.blocks()).isEqualTo(2);
    assertThat(match.lastExternalHash()).isEqualTo(0x91ad9ef362f0ffaeL);
  }

  @Test
  @Tag("C08")
  void q6ResidentBlocksOfADecisionOf2BlocksAre2AndThen0() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1, 2));
    assertThat(index.resident(W1)).hasValue(2);

    index.take(at(1_000));
    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void fs06RejectionNeitherProlongsAPredictionNorMakesItPermanent() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), at(3));
    PredictedRouter inventory = new PredictedRouter();

    index.take(routed(W1, 1, 2, 3, 4)); // rejected at admission: the engine never stores anything

    index.take(at(1_002));
    int overCredit = index.score(W1, 1, 2, 3, 4) - inventory.score(W1, 1, 2, 3, 4);
    assertThat(overCredit).isEqualTo(4);
    index.take(at(1_003));
    assertThat(index.score(W1, 1, 2, 3, 4)).isZero();
  }

  @Test
  void a23RoutingDecisionOfAnEventDrivenIndexIsNotRecorded() {
    PredictedRouter index = new PredictedRouter();

    assertThat(index.take(routed(W1, 1, 2))).isEmpty();

    assertThat(index.resident(W1)).isEmpty();
    assertThat(index.predictor.counts()).isEmpty();
  }

  @Test
  void earlierTimeChangesNothing() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), at(500), routed(W1, 1));

    assertThat(index.take(at(500))).isEmpty();
    assertThat(index.take(at(0))).isEmpty();

    index.take(routed(W1, 2));
    assertThat(index.take(at(1_499))).isEmpty();
    assertThat(index.take(at(1_500))).containsExactly(removed(W1, 1, 2));
  }

  @Test
  void nothingRefreshesButADecision() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1, 2), at(900));

    index.take(stored(W1, 1, 2), Cleared.of(W2), removed(W1, 2), stored(W1, 1, 2));

    assertThat(index.take(at(1_000))).containsExactly(removed(W1, 1, 2));
  }

  @Test
  void hashIsRemovedByItsEarliestTimerWhateverOthersItHas() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1, 2), at(500));
    index.take(routed(W1, 2));

    index.take(at(1_000));

    assertThat(index.held(W1)).isEmpty();
    assertThat(index.take(at(1_500))).containsExactly(removed(W1, 2));
    assertThat(index.count("expired")).isEqualTo(3);
  }

  @Test
  void clearDropsNoTimers() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1), at(500));

    index.take(Cleared.of(W1), stored(W1, 1));

    assertThat(index.take(at(1_000))).containsExactly(removed(W1, 1));
  }

  @Test
  void resetDropsTimersAndOriginAndClears() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1), at(37));

    assertThat(index.take(new RankReset(W1))).containsExactly(Cleared.of(W1));
    assertThat(index.resident(W1)).hasValue(0);

    index.take(routed(W1, 2));
    assertThat(index.take(at(1_036))).isEmpty();
    assertThat(index.take(at(1_037))).containsExactly(removed(W1, 2));
  }

  @Test
  void resetIsOfNoUseWhereNothingIsPredicted() {
    PredictedRouter index = new PredictedRouter(stored(W1, 1));

    assertThat(index.take(new RankReset(W1))).isEmpty();

    assertThat(index.count("refused_mode")).isEqualTo(1);
    assertThat(index.resident(W1)).hasValue(1);
  }

  @Test
  void modeForgetsTimersAndOriginsAndKeepsBlocksAndTime() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), at(37), routed(W1, 1), at(50));

    assertThat(index.take(ttl(2_000))).isEmpty();
    index.take(routed(W1, 2), at(2_049));
    assertThat(index.held(W1)).containsExactly(1L, 2L);

    assertThat(index.take(at(2_050))).containsExactly(removed(W1, 2));
    assertThat(index.held(W1)).containsExactly(1L);
  }

  @Test
  void noneForgetsTimersToo() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1, 1));

    index.take(new ModeChosen(Mode.NONE, 0), at(1_000_000));

    assertThat(index.resident(W1)).hasValue(1);
    assertThat(index.predictor.timers()).isZero();
  }

  @Test
  void malformedDecisionIsTheIndexsToCount() {
    PredictedRouter index = new PredictedRouter(ttl(1_000));

    assertThat(index.take(routed(W1, 1, 1))).containsExactly(stored(W1, 1, 1));

    assertThat(index.router.statistics(StorageTier.DEVICE).malformed()).isEqualTo(1);
    assertThat(index.resident(W1)).isEmpty();
    assertThat(index.predictor.timers()).isZero();
  }

  @Test
  void decisionWithoutBlocksMakesTheRankSeen() {
    PredictedRouter index = new PredictedRouter(ttl(1_000), routed(W1));

    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void commandsOfALeaseAreOfNoUseWithTtl() {
    PredictedRouter index = new PredictedRouter(ttl(1_000));

    index.take(
        Predictions.capacity(W1, 1, 5),
        Predictions.admitted(W1, 1, "a", 0, 1),
        Predictions.output(W1, 1, "a", 1, 1, 2),
        Predictions.finished(W1, 1, "a"));

    assertThat(index.count("refused_mode")).isEqualTo(4);
    assertThat(index.resident(W1)).isEmpty();
  }

  @Test
  void arrivalOfAnEventStreamIsNobodysPrediction() {
    Predictor predictor = new Predictor();

    assertThatThrownBy(() -> predictor.take(new EngineRestarted(W1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EngineRestarted")
        .hasMessageContaining("1/0");
  }

  @Test
  void x32PlainDecisionIsRefusedInLruMode() {
    PredictedRouter index = new PredictedRouter(lru(1_000));

    index.take(routed(W1, 1), Predictions.noCapacity(W1, 1), routed(W1, 1));

    assertThat(index.count("refused_lru")).isEqualTo(2);
    assertThat(index.resident(W1)).isEmpty();
  }
}
