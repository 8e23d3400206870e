package kvproof.oracles;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FetchOutcomeOracleTest {
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  private static final CacheOwner CACHE = new CacheOwner("cache");
  private static final BlockHashes HINT = chain(1, 6);

  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();

  @Nested
  class FromPlainSets {

    @Test
    void suffixIsDelivered() {
      assertThat(expected(Set.of(1L, 2L, 3L), Set.of(4L, 5L, 6L)))
          .isEqualTo(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6));
    }

    @Test
    void staleLocalPrefixLeavesCreditAtNothingUntilItIsComputed() {
      assertThat(expected(Set.of(), Set.of(4L, 5L, 6L)))
          .isEqualTo(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6));
    }

    @Test
    void firstBlocksDeliveredCountAtOnce() {
      assertThat(expected(Set.of(1L), Set.of(2L, 3L)))
          .isEqualTo(new FetchOutcome(PARTIAL, 5, 2, 3, 3, 6));
    }

    @Test
    void onlyTheFirstHoleIsComputed() {
      assertThat(expected(Set.of(), Set.of(2L, 5L)))
          .isEqualTo(new FetchOutcome(PARTIAL, 6, 2, 4, 0, 2));
    }

    @Test
    void blocksHeldBehindTheGapAreNotAskedForAndCountOnceItIsFilled() {
      assertThat(expected(Set.of(1L, 2L, 5L, 6L), Set.of(3L, 4L)))
          .isEqualTo(new FetchOutcome(DELIVERED, 2, 2, 0, 6, 6));
    }

    @Test
    void blocksBeyondTheHintAreNotResumed() {
      assertThat(expected(Set.of(1L, 7L, 8L), Set.of(2L, 3L, 4L, 5L, 6L)))
          .isEqualTo(new FetchOutcome(DELIVERED, 5, 5, 0, 6, 6));
    }

    @Test
    void wholeHintHeldAsksNobody() {
      assertThat(expected(Set.of(1L, 2L, 3L, 4L, 5L, 6L, 7L), Set.of(1L)))
          .isEqualTo(new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 6, 6));
    }

    @Test
    void sourceWithoutAnyOfThemRefuses() {
      assertThat(expected(Set.of(1L), Set.of(1L, 7L)))
          .isEqualTo(new FetchOutcome(REFUSED, 5, 0, 5, 1, 6));
    }

    @Test
    void repeatedHashIsAskedForOnce() {
      assertThat(outcome(Set.of(), Set.of(1L, 2L), BlockHashes.of(1, 2, 1, 3)))
          .isEqualTo(new FetchOutcome(PARTIAL, 3, 2, 1, 3, 4));
    }

    private static FetchOutcome expected(Set<Long> target, Set<Long> source) {
      return outcome(target, source, HINT);
    }
  }

  /** What a wrong target or source would report, each against what the oracle says. */
  @Nested
  class Rejects {
    private final FetchOutcome stalePrefix = outcome(Set.of(), Set.of(4L, 5L, 6L), HINT);
    private final FetchOutcome detached = outcome(Set.of(1L, 4L), Set.of(2L, 4L), HINT);

    @Test
    void creditBehindAHole() {
      assertThat(new FetchOutcome(PARTIAL, 6, 3, 3, 3, 6)).isNotEqualTo(stalePrefix);
      assertThat(new FetchOutcome(PARTIAL, 6, 3, 3, 6, 6)).isNotEqualTo(stalePrefix);
    }

    @Test
    void prefixBelievedToBeThere() {
      assertThat(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6)).isNotEqualTo(stalePrefix);
    }

    @Test
    void blocksThrownAwayBecauseOfTheHole() {
      assertThat(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 3)).isNotEqualTo(stalePrefix);
    }

    @Test
    void askingForWhatIsHeld() {
      assertThat(detached).isEqualTo(new FetchOutcome(PARTIAL, 4, 1, 3, 2, 4));
      assertThat(new FetchOutcome(PARTIAL, 5, 2, 3, 2, 4)).isNotEqualTo(detached);
    }

    @Test
    void creditForTheWholeHintThoughBlocksAreMissing() {
      assertThat(new FetchOutcome(PARTIAL, 4, 1, 3, 2, 6)).isNotEqualTo(detached);
    }
  }

  @Nested
  class FromHistories {

    @Test
    void deviceAndHostBlocksOfBothSidesCount() {
      store(TARGET, DEVICE, 1, 1);
      store(TARGET, HOST_PINNED, 2, 2);
      store(SOURCE, DEVICE, 3, 4);
      store(SOURCE, HOST_PINNED, 5, 6);

      assertThat(fetch()).isEqualTo(new FetchOutcome(DELIVERED, 4, 4, 0, 6, 6));
    }

    @Test
    void diskBlocksAreNotDelivered() {
      store(SOURCE, DISK, 1, 6);

      assertThat(fetch()).isEqualTo(new FetchOutcome(REFUSED, 6, 0, 6, 0, 6));
    }

    @Test
    void whatIsFetchedIsNotFetchedTwice() {
      store(SOURCE, HOST_PINNED, 4, 5);
      assertThat(fetch()).isEqualTo(new FetchOutcome(PARTIAL, 6, 2, 4, 0, 5));

      assertThat(fetch()).isEqualTo(new FetchOutcome(REFUSED, 1, 0, 1, 5, 6));
      assertThat(fetch()).isEqualTo(new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 6, 6));
    }

    @Test
    void evictedBlocksAreGoneOnBothSides() {
      store(TARGET, DEVICE, 1, 3);
      store(SOURCE, HOST_PINNED, 4, 6);
      oracle.take(new Removed(TARGET, DEVICE, BlockHashes.of(1)));
      oracle.take(new Removed(SOURCE, HOST_PINNED, BlockHashes.of(5, 77)));

      assertThat(fetch()).isEqualTo(new FetchOutcome(PARTIAL, 4, 2, 2, 0, 4));
    }

    @Test
    void removalOnOneTierLeavesTheOther() {
      store(SOURCE, DEVICE, 1, 2);
      store(SOURCE, HOST_PINNED, 1, 2);
      oracle.take(new Removed(SOURCE, DEVICE, BlockHashes.of(1, 2)));

      assertThat(oracle.within(SOURCE)).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void clearEndsWhatItNamesAndNoMore() {
      WorkerWithDpRank otherRank = new WorkerWithDpRank(2, 1);
      store(SOURCE, DEVICE, 1, 2);
      store(SOURCE, HOST_PINNED, 3, 3);
      store(otherRank, DEVICE, 1, 1);
      store(CACHE, HOST_PINNED, 1, 1);

      oracle.take(Cleared.of(SOURCE));

      assertThat(oracle.within(SOURCE)).isEmpty();
      assertThat(oracle.within(otherRank)).containsExactly(1L);
      oracle.take(Cleared.of(CACHE));
      assertThat(oracle.within(CACHE)).isEmpty();
    }

    @Test
    void rankAndWorkerRemovalSpareOthersAndCacheOwners() {
      WorkerWithDpRank otherRank = new WorkerWithDpRank(2, 1);
      store(TARGET, DEVICE, 1, 1);
      store(SOURCE, DEVICE, 1, 1);
      store(otherRank, DEVICE, 1, 1);
      store(CACHE, HOST_PINNED, 1, 1);

      oracle.take(new RankRemoved(SOURCE));
      assertThat(oracle.within(SOURCE)).isEmpty();
      assertThat(oracle.within(otherRank)).containsExactly(1L);

      oracle.take(new WorkerRemoved(2));
      assertThat(oracle.within(otherRank)).isEmpty();
      assertThat(oracle.within(TARGET)).containsExactly(1L);
      assertThat(oracle.within(CACHE)).containsExactly(1L);
    }

    @Test
    void projectedCacheOwnerIsWithinReachOfItsRank() {
      store(CACHE, HOST_PINNED, 1, 4);
      store(SOURCE, DEVICE, 5, 5);
      oracle.take(projected(SOURCE));
      assertThat(fetch()).isEqualTo(new FetchOutcome(PARTIAL, 6, 5, 1, 5, 6));

      oracle.take(projected(TARGET));
      assertThat(oracle.within(SOURCE)).containsExactly(5L);
    }

    @Test
    void newHashOfAPlaceReplacesTheOldOne() {
      store(SOURCE, DEVICE, 1, 2);
      oracle.take(
          new Stored(SOURCE, DEVICE, OptionalLong.of(1), BlockHashes.of(1002), BlockHashes.of(9)));

      assertThat(oracle.within(SOURCE)).containsExactlyInAnyOrder(1L, 9L);
    }

    @Test
    void malformedStoresAndDeviceBlocksOfACacheOwnerChangeNothing() {
      oracle.take(
          new Stored(SOURCE, DEVICE, OptionalLong.of(2), BlockHashes.of(8, 9), chain(1, 2)));
      oracle.take(
          new Stored(
              SOURCE, DEVICE, OptionalLong.empty(), BlockHashes.of(8, 9), BlockHashes.of(1, 1)));
      store(CACHE, DEVICE, 1, 2);

      assertThat(oracle.within(SOURCE)).isEmpty();
      assertThat(oracle.within(CACHE)).isEmpty();
    }

    @Test
    void nobodyListeningIsWaitedForInVain() {
      store(SOURCE, DEVICE, 1, 6);

      assertThat(oracle.fetch(TARGET, Optional.empty(), HINT, Optional.empty()))
          .extracting(expectation -> expectation.result().toString())
          .isEqualTo(
              "failed: asked 6, delivered 0, missing 6, credit 0, then 6"
                  + ", hint failed, timed out, quarantined, not quiet");
    }

    private FetchOutcome fetch() {
      FetchExpectation expected = oracle.fetch(TARGET, Optional.of(SOURCE), HINT, Optional.empty());
      assertThat(expected.strikes()).isFalse();
      assertThat(expected.result()).isEqualTo(FetchResult.plain(expected.result().outcome()));
      return expected.result().outcome();
    }

    private void store(Owner owner, StorageTier tier, int first, int last) {
      oracle.take(stored(owner, tier, first, last));
    }

    private static ResidencySnapshot projected(WorkerWithDpRank rank) {
      TreeMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
      projections.put(CACHE, rank);
      return new ResidencySnapshot(projections, new TreeMap<>());
    }
  }

  /** The outcome for a target that holds these blocks and a source that holds those. */
  private static FetchOutcome outcome(Set<Long> target, Set<Long> source, BlockHashes hint) {
    FetchOutcomeOracle oracle = new FetchOutcomeOracle();
    target.forEach(hash -> oracle.take(stored(TARGET, DEVICE, hash, hash)));
    source.forEach(hash -> oracle.take(stored(SOURCE, HOST_PINNED, hash, hash)));
    return oracle.fetch(TARGET, Optional.of(SOURCE), hint, Optional.empty()).result().outcome();
  }

  private static Stored stored(Owner owner, StorageTier tier, long first, long last) {
    OptionalLong parent = first == 1 ? OptionalLong.empty() : OptionalLong.of(first - 1);
    BlockHashes locals = BlockHashes.of(chain(first, last).stream().map(h -> h + 1000).toArray());
    return new Stored(owner, tier, parent, locals, chain(first, last));
  }

  private static BlockHashes chain(long first, long last) {
    return BlockHashes.of(LongStream.rangeClosed(first, last).toArray());
  }
}
