package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.W2;
import static kvproof.router.predict.Predictions.admitted;
import static kvproof.router.predict.Predictions.at;
import static kvproof.router.predict.Predictions.capacity;
import static kvproof.router.predict.Predictions.finished;
import static kvproof.router.predict.Predictions.lru;
import static kvproof.router.predict.Predictions.noCapacity;
import static kvproof.router.predict.Predictions.output;
import static kvproof.router.predict.Predictions.removed;
import static kvproof.router.predict.Predictions.routed;
import static kvproof.router.predict.Predictions.stored;
import static kvproof.router.predict.Predictions.storedUnder;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

/** The life of requests on ranks whose capacity is modelled, up to what the index says. */
class LruModeTest {
  private static final long TTL = 1_000;

  private final PredictedRouter index = new PredictedRouter(lru(TTL));

  @Test
  void example7AdmissionBeforeAnyCapacityIsIgnored() {
    assertThat(index.take(admitted(W1, 1, "a", 0, 1))).isEmpty();

    assertThat(index.count("ignored")).isEqualTo(1);
    assertThat(index.resident(W1)).isEmpty();
  }

  @Test
  void example8OtherIncarnationClearsAndOldCommandsAreIgnored() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1, 2));

    assertThat(index.take(capacity(W1, 2, 3))).containsExactly(Cleared.of(W1));

    assertThat(index.take(output(W1, 1, "a", 2, 2, 3))).isEmpty();
    assertThat(index.take(finished(W1, 1, "a"))).isEmpty();
    assertThat(index.count("ignored")).isEqualTo(2);
    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void example9FallbackOfAnIncarnationStays() {
    index.take(noCapacity(W1, 1));
    assertThat(index.take(admitted(W1, 1, "a", 4, 1, 2))).containsExactly(stored(W1, 1, 2));

    index.take(capacity(W1, 1, 5));
    index.take(admitted(W1, 1, "b", 0, 3));

    assertThat(index.predictor.model(W1)).isEmpty();
    assertThat(index.take(at(TTL))).containsExactly(removed(W1, 1, 3, 2));
  }

  @Test
  void x25WithoutCapacityItIsTtlUntilResetOrANewIncarnation() {
    index.take(noCapacity(W1, 1), capacity(W1, 1, 5), admitted(W1, 1, "a", 0, 1));
    assertThat(index.take(at(TTL))).containsExactly(removed(W1, 1));

    index.take(new RankReset(W1), capacity(W1, 1, 5), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(at(10 * TTL))).isEmpty();
    assertThat(index.resident(W1)).hasValue(1);
  }

  @Test
  void zeroIsNoCapacity() {
    index.take(capacity(W1, 1, 0), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(at(TTL))).containsExactly(removed(W1, 1));
  }

  @Test
  void x26LateAdmissionOfTheOldIncarnationIsIgnoredAfterAReset() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(new RankReset(W1))).containsExactly(Cleared.of(W1));
    assertThat(index.take(admitted(W1, 1, "b", 0, 2))).isEmpty();
    index.take(capacity(W1, 2, 3));
    assertThat(index.take(admitted(W1, 1, "c", 0, 2))).isEmpty();

    assertThat(index.count("ignored")).isEqualTo(2);
    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void x29OldOutputAndReleaseDoNotTouchANewLeaseOfTheSameAttempt() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));
    index.take(new RankReset(W1), capacity(W1, 2, 1), admitted(W1, 2, "a", 0, 7, 8));

    assertThat(index.take(output(W1, 1, "a", 1, 1, 2))).isEmpty();
    assertThat(index.take(finished(W1, 1, "a"))).isEmpty();

    assertThat(index.held(W1)).containsExactly(7L, 8L);
    assertThat(index.predictor.model(W1).orElseThrow().leases()).isEqualTo(1);
    assertThat(index.take(finished(W1, 2, "a"))).containsExactly(removed(W1, 8));
  }

  @Test
  void x30PromptAndOutputAreBothFoundAfterTheEnd() {
    index.take(capacity(W1, 1, 5), admitted(W1, 1, "a", 1, 1));

    assertThat(index.take(output(W1, 1, "a", 1, 1, 2)))
        .containsExactly(storedUnder(W1, OptionalLong.of(1), 2));
    index.take(finished(W1, 1, "a"));

    assertThat(index.score(W1, 1, 2)).isEqualTo(2);
  }

  @Test
  void x31LeaseThatIsDroppedWithoutAFinishIsReleased() {
    index.take(capacity(W1, 1, 1));

    try (RequestLease lease = RequestLease.open(admitted(W1, 1, "a", 0, 1, 2), index::take)) {
      lease.materialize(OptionalLong.of(2), 2, Predictions.local(3), BlockHashes.of(3), 0);
      assertThat(index.held(W1)).containsExactly(1L, 2L, 3L);
    }

    assertThat(index.held(W1)).containsExactly(1L);
    assertThat(index.predictor.model(W1).orElseThrow().leases()).isZero();
  }

  @Test
  void x33NewIncarnationClearsWhileLeasesExist() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 2, 1));

    assertThat(index.take(capacity(W1, 2, 3))).containsExactly(Cleared.of(W1));

    assertThat(index.predictor.model(W1).orElseThrow().residentBlocks()).isZero();
  }

  @Test
  void x33NewIncarnationDropsTheTimersOfAFallback() {
    index.take(noCapacity(W1, 1), admitted(W1, 1, "a", 0, 1), at(1));

    assertThat(index.take(noCapacity(W1, 2))).containsExactly(Cleared.of(W1));
    assertThat(index.predictor.timers()).isZero();

    // The origin is still 0.
    index.take(admitted(W1, 2, "a", 0, 1));
    assertThat(index.take(at(TTL + 99))).isEmpty();
    assertThat(index.take(at(TTL + 100))).containsExactly(removed(W1, 1));
  }

  @Test
  void q7TwoCopiesOfOneBlockAreOneResidentBlock() {
    index.take(
        capacity(W1, 1, 9),
        admitted(W1, 1, "a", 0, 1),
        admitted(W1, 1, "b", 3, 9),
        finished(W1, 1, "b"));
    index.take(admitted(W1, 1, "c", 0));
    index.take(
        new OutputMaterialized(
            W1, 1, "c", OptionalLong.empty(), 0, Predictions.local(1), BlockHashes.of(1), 0));

    assertThat(index.predictor.model(W1).orElseThrow().residentBlocks()).isEqualTo(3);
    assertThat(index.held(W1)).containsExactly(1L, 9L);
    assertThat(index.resident(W1)).hasValue(2);
  }

  @Test
  void q15RemovedRankHasNoCountRatherThan0() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(new RankRemoved(W1))).containsExactly(new RankRemoved(W1));

    assertThat(index.resident(W1)).isEmpty();
    assertThat(index.take(admitted(W1, 1, "b", 0, 1))).isEmpty();
    assertThat(index.count("ignored")).isEqualTo(1);
  }

  @Test
  void incarnationChangeLeavesACountOf0() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1), capacity(W1, 2, 3));

    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void firstCapacityClearsNothing() {
    index.take(stored(W1, 1));

    assertThat(index.take(capacity(W1, 1, 3))).isEmpty();
    assertThat(index.take(noCapacity(W2, 1))).isEmpty();

    assertThat(index.resident(W1)).hasValue(1);
  }

  @Test
  void lostCapacityClearsAndFallsBack() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(noCapacity(W1, 1))).containsExactly(Cleared.of(W1));
    assertThat(index.take(noCapacity(W1, 1))).isEmpty();

    assertThat(index.take(finished(W1, 1, "a"))).isEmpty();
    assertThat(index.count("ignored")).isEqualTo(1);
    assertThat(index.take(admitted(W1, 1, "a", 0, 2))).containsExactly(stored(W1, 2));
    assertThat(index.take(at(TTL))).containsExactly(removed(W1, 2));
  }

  @Test
  void originIsTheFirstCapacity() {
    index.take(at(37), noCapacity(W1, 1), at(38), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(at(1_136))).isEmpty();
    assertThat(index.take(at(1_137))).containsExactly(removed(W1, 1));
  }

  @Test
  void lowerCapacityEvicts() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1, 2, 3), finished(W1, 1, "a"));

    assertThat(index.take(capacity(W1, 1, 2))).containsExactly(removed(W1, 3));
    assertThat(index.take(capacity(W1, 1, 3))).isEmpty();
    assertThat(index.count("evicted")).isEqualTo(1);
  }

  @Test
  void admissionStoresThenRemovesInOrderOfEviction() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1, 2, 3), finished(W1, 1, "a"));

    assertThat(index.take(admitted(W1, 1, "b", 0, 7, 8)))
        .containsExactly(stored(W1, 7, 8), removed(W1, 3, 2));
    assertThat(index.count("evicted")).isEqualTo(2);
  }

  @Test
  void admissionWithoutBlocksIsStoredToo() {
    index.take(capacity(W1, 1, 3));

    assertThat(index.take(admitted(W1, 1, "a", 2))).containsExactly(stored(W1));
    assertThat(index.resident(W1)).hasValue(0);
  }

  @Test
  void outputWithoutFullBlocksIsNoEventAndCountsItsPrivateOnes() {
    index.take(
        capacity(W1, 1, 2),
        admitted(W1, 1, "a", 0, 1),
        finished(W1, 1, "a"),
        admitted(W1, 1, "b", 0));

    assertThat(
            index.take(
                new OutputMaterialized(
                    W1,
                    1,
                    "b",
                    OptionalLong.empty(),
                    0,
                    BlockHashes.empty(),
                    BlockHashes.empty(),
                    2)))
        .containsExactly(removed(W1, 1));
  }

  @Test
  void sameAttemptTwiceIsRefusedBeforeAndAfterItsEnd() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(admitted(W1, 1, "a", 0, 2))).isEmpty();
    index.take(finished(W1, 1, "a"));
    assertThat(index.take(admitted(W1, 1, "a", 0, 2))).isEmpty();

    assertThat(index.count("refused_attempt")).isEqualTo(2);
    assertThat(index.held(W1)).containsExactly(1L);
  }

  @Test
  void outputAfterTheEndIsIgnoredAndASecondEndIsNothing() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1), finished(W1, 1, "a"));

    assertThat(index.take(finished(W1, 1, "a"))).isEmpty();
    assertThat(index.predictor.counts()).isEmpty();
    assertThat(index.take(output(W1, 1, "a", 1, 1, 2))).isEmpty();
    assertThat(index.count("ignored")).isEqualTo(1);
  }

  @Test
  void unknownAttemptIsIgnored() {
    index.take(capacity(W1, 1, 3));

    index.take(output(W1, 1, "a", 1, 1, 2), finished(W1, 1, "a"), finished(W2, 1, "a"));

    assertThat(index.count("ignored")).isEqualTo(3);
  }

  @Test
  void modelGoesOnWhereTheIndexRefusesAMalformedStore() {
    index.take(capacity(W1, 1, 2));

    index.take(admitted(W1, 1, "a", 0, 5, 5));

    assertThat(index.router.statistics(StorageTier.DEVICE).malformed()).isEqualTo(1);
    assertThat(index.predictor.model(W1).orElseThrow().residentBlocks()).isEqualTo(2);
    assertThat(index.resident(W1)).isEmpty();
  }

  @Test
  void outputUnderAnUnknownParentIsHeldDetached() {
    index.take(capacity(W1, 1, 5), admitted(W1, 1, "a", 0, 1));

    index.take(output(W1, 1, "a", 77, 1, 2));

    assertThat(index.resident(W1)).hasValue(2);
    assertThat(index.score(W1, 1, 2)).isEqualTo(1);
  }

  @Test
  void ranksOfOneWorkerAreModelledApart() {
    WorkerWithDpRank sibling = new WorkerWithDpRank(1, 1);
    index.take(capacity(W1, 1, 1), capacity(sibling, 9, 1));
    index.take(admitted(W1, 1, "a", 0, 1), admitted(sibling, 9, "a", 0, 1));

    assertThat(index.take(new RankReset(W1))).containsExactly(Cleared.of(W1));
    assertThat(index.resident(sibling)).hasValue(1);

    assertThat(index.take(new WorkerRemoved(1))).containsExactly(new WorkerRemoved(1));
    assertThat(index.predictor.model(sibling)).isEmpty();
    assertThat(index.take(admitted(sibling, 9, "b", 0, 1))).isEmpty();
  }

  @Test
  void clearOfTheEngineLeavesTheModelAlone() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1), Cleared.of(W1));

    assertThat(index.predictor.model(W1).orElseThrow().residentBlocks()).isEqualTo(1);
  }

  @Test
  void modeForgetsLeasesCapacitiesAndIncarnations() {
    index.take(capacity(W1, 1, 3), admitted(W1, 1, "a", 0, 1));

    assertThat(index.take(lru(TTL))).isEmpty();

    assertThat(index.take(admitted(W1, 1, "b", 0, 2))).isEmpty();
    assertThat(index.take(capacity(W1, 2, 3))).as("a first capacity again").isEmpty();
    assertThat(index.take(admitted(W1, 2, "a", 0, 2))).containsExactly(stored(W1, 2));
    assertThat(index.held(W1)).containsExactly(1L, 2L);
  }

  @Test
  void routedListsOfDifferentLengthAreRefusedAsSuch() {
    index.take(new RequestRouted(W1, Predictions.local(1, 2), BlockHashes.of(1)));
    index.take(routed(W1, 1));

    assertThat(index.count("refused_lengths")).isEqualTo(1);
    assertThat(index.count("refused_lru")).isEqualTo(1);
  }

  @Test
  void everythingIsOnTheDevice() {
    index.take(capacity(W1, 1, 1), admitted(W1, 1, "a", 0, 1, 2), output(W1, 1, "a", 2, 2, 3));
    index.take(finished(W1, 1, "a"), new RankReset(W1));

    assertThat(index.answer(1, 2, 3).lower()).isEmpty();
    assertThat(List.copyOf(index.predictor.counts().keySet())).containsExactly("evicted");
  }
}
