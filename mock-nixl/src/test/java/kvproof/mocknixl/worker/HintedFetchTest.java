package kvproof.mocknixl.worker;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fetches between two workers without misfortunes of the transfer. */
class HintedFetchTest extends FetchFixture {
  private final Station target = station("target");
  private final Station source = station("source");

  @Test
  void suffixArrivesToTheLastByteFromBothTiersOfTheSource() {
    target.worker().device().store(blocks(1, 4));
    source.worker().host().store(blocks(5, 8));
    source.worker().device().store(blocks(9, 12));

    FetchResult result = carryOut(target, source, blocks(1, 12));

    assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(DELIVERED, 8, 8, 0, 12, 12)));
    assertThat(target.worker().host().hashes()).isEqualTo(blocks(5, 12));
  }

  @Test
  void nothingIsAskedOfAnybodyIfNothingIsMissing() {
    target.worker().device().store(blocks(1, 2));
    target.worker().host().store(blocks(3, 4));
    HintedFetch fetch = hint(target, source, blocks(1, 4));

    assertThat(fetch.ask()).isFalse();

    assertThat(fetch.isTold()).isTrue();
    assertThat(fetch.isQuiet()).isTrue();
    assertThat(fetch.operation()).isEmpty();
    fetch.computeHole();
    assertThat(fetch.result())
        .isEqualTo(FetchResult.plain(new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 4, 4)));
  }

  @Test
  void sourceWithoutTheBlocksRefusesAndCreditStaysWhereItWas() {
    target.worker().host().store(blocks(1, 3));
    source.worker().device().store(blocks(20, 25));

    FetchResult result = carryOut(target, source, blocks(1, 8));

    assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(REFUSED, 5, 0, 5, 3, 8)));
    assertThat(target.worker().host().hashes()).isEqualTo(blocks(1, 3));
  }

  @Tag("FS-31")
  @Test
  void blocksEvictedBetweenHintAndFetchAreMissingAndComputed() {
    Station large = station("large", 128, 128, UnaryOperator.identity());
    Station holder = station("holder", 128, 0, UnaryOperator.identity());
    holder.worker().device().store(blocks(1, 100));
    HintedFetch fetch = hint(large, holder, blocks(1, 100));
    blocks(83, 100).stream().forEach(holder.worker().device()::evict);

    fetch.ask();
    pollUntil(fetch::isTold);

    assertThat(large.worker().leading(blocks(1, 100))).isEqualTo(82);
    fetch.computeHole();
    assertThat(fetch.result())
        .isEqualTo(FetchResult.plain(new FetchOutcome(PARTIAL, 100, 82, 18, 82, 100)));
    pollUntil(() -> holder.node().source().openOperations() == 0);
    assertThat(holder.worker().unrest()).isEmpty();
  }

  @Tag("FS-48")
  @Test
  void reportIsTheByteLevelTruth() {
    source.worker().host().store(blocks(1, 5));
    HintedFetch fetch = hint(target, source, blocks(1, 8));
    fetch.ask();
    pollUntil(fetch::isTold);

    for (long hash : blocks(1, 8).toArray()) {
      assertThat(target.worker().holds(hash)).isEqualTo(hash <= 105);
    }
    assertThat(target.worker().wrongBlocks()).isEmpty();
    fetch.computeHole();
    assertThat(fetch.result().outcome()).isEqualTo(new FetchOutcome(PARTIAL, 8, 5, 3, 5, 8));
  }

  @Tag("FS-44")
  @Test
  void slotsOfTheSourceThatAreInUseForOtherBlocksNowBringNothing() {
    source.worker().host().store(blocks(1, 6));
    HintedFetch fetch = hint(target, source, blocks(1, 6));
    blocks(4, 6).stream().forEach(source.worker().host()::evict);
    source.worker().host().store(blocks(24, 26));

    FetchResult result = carryOut(fetch);

    assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(PARTIAL, 6, 3, 3, 3, 6)));
    assertThat(target.worker().host().hashes()).isEqualTo(blocks(1, 3));
  }

  /*
   *   hint    1 2 3 4 5 6        local blocks 1 2 3 turned out to be gone
   *   source        4 5 6
   */
  @Tag("S11")
  @Test
  void blocksBehindAHoleAreHeldAndCountOnceItIsComputed() {
    source.worker().device().store(blocks(4, 6));
    HintedFetch fetch = hint(target, source, blocks(1, 6));
    fetch.ask();
    pollUntil(fetch::isTold);

    assertThat(target.worker().leading(blocks(1, 6))).isZero();
    assertThat(target.worker().host().hashes()).isEqualTo(blocks(4, 6));

    fetch.computeHole();
    assertThat(fetch.result())
        .isEqualTo(FetchResult.plain(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6)));
    HintedFetch again = hint(target, source, blocks(1, 6));
    assertThat(again.ask()).isFalse();
  }

  @Tag("S11")
  @Test
  void onlyTheFirstHoleIsComputed() {
    source.worker().host().store(BlockHashes.of(102, 104));

    FetchResult result = carryOut(target, source, blocks(1, 5));

    assertThat(result.outcome()).isEqualTo(new FetchOutcome(PARTIAL, 5, 2, 3, 0, 2));
    assertThat(target.worker().device().hashes()).isEqualTo(BlockHashes.of(101));
  }

  @Test
  void blocksOfACacheOwnerInReachAreNotAskedForAndAreServed() {
    Station cache = station("cache", 0, 16, UnaryOperator.identity());
    stations.addFirst(stations.removeLast());
    target.worker().reach(cache.worker());
    source.worker().reach(cache.worker());
    cache.worker().host().store(blocks(1, 2));
    source.worker().device().store(blocks(3, 4));
    Station third = station("third");

    assertThat(carryOut(target, source, blocks(1, 4)).outcome())
        .isEqualTo(new FetchOutcome(DELIVERED, 2, 2, 0, 4, 4));
    assertThat(carryOut(third, source, blocks(1, 4)).outcome())
        .isEqualTo(new FetchOutcome(DELIVERED, 4, 4, 0, 4, 4));
  }

  @Test
  void blockThatTheHintNamesTwiceIsAskedForOnce() {
    source.worker().host().store(blocks(1, 2));

    FetchResult result = carryOut(target, source, BlockHashes.of(101, 102, 101));

    assertThat(result.outcome()).isEqualTo(new FetchOutcome(DELIVERED, 2, 2, 0, 3, 3));
  }

  @Tag("FS-36")
  @Test
  void fetchWithoutRoomForAllChangesNothingAndMayAskLater() {
    Station small = station("small", 8, 4, UnaryOperator.identity());
    small.worker().host().store(blocks(21, 22));
    source.worker().host().store(blocks(1, 3));
    HintedFetch fetch = hint(small, source, blocks(1, 3));

    assertThatIllegalStateException()
        .isThrownBy(fetch::ask)
        .withMessageStartingWith("2 slots of 4 are free, not 3: evict blocks");

    assertThat(small.worker().unrest()).isEmpty();
    small.worker().host().makeRoom(3);
    assertThat(carryOut(fetch).outcome()).isEqualTo(new FetchOutcome(DELIVERED, 3, 3, 0, 3, 3));
  }

  @Test
  void holeWithoutRoomIsNotComputedInPart() {
    Station small = station("small", 2, 4, UnaryOperator.identity());
    HintedFetch fetch = hint(small, source, blocks(1, 3));
    fetch.ask();
    pollUntil(fetch::isTold);

    assertThatIllegalStateException()
        .isThrownBy(fetch::computeHole)
        .withMessage("no room to compute 3 blocks: 2 slots are free");

    assertThat(small.worker().device().hashes()).isEqualTo(BlockHashes.empty());
  }

  @Test
  void workerWithoutADeviceComputesOnItsHost() {
    Station host = station("host", 0, 8, UnaryOperator.identity());

    carryOut(host, source, blocks(1, 3));

    assertThat(host.worker().host().hashes()).isEqualTo(blocks(1, 3));
  }

  @Test
  void fourMebibytesABlockInThreeParts() {
    BlockLayout layout =
        BlockLayoutTest.layout("kv:k", 3 << 19, "scales", 1 << 20, "kv:v", 3 << 19);
    Station into = station(layout, "into", 0, 8, UnaryOperator.identity());
    Station from = station(layout, "from", 4, 4, UnaryOperator.identity());
    from.worker().device().store(blocks(1, 4));
    from.worker().host().store(blocks(5, 8));

    FetchResult result = carryOut(into, from, blocks(1, 8));

    assertThat(result).isEqualTo(FetchResult.plain(new FetchOutcome(DELIVERED, 8, 8, 0, 8, 8)));
  }

  @Test
  void resultComesAfterTheHoleAndTheHoleAfterTheEnd() {
    HintedFetch fetch = hint(target, source, blocks(1, 2));

    assertThat(fetch.isTold()).isFalse();
    assertThatIllegalStateException().isThrownBy(fetch::computeHole);
    assertThatIllegalStateException().isThrownBy(fetch::result);
    carryOut(fetch);
    assertThatIllegalStateException().isThrownBy(fetch::computeHole);
    assertThatIllegalStateException().isThrownBy(fetch::ask);
  }

  @Test
  void eventsOfOtherOperationsChangeNothing() {
    source.worker().host().store(blocks(1, 2));
    HintedFetch fetch = hint(target, source, blocks(1, 2));
    fetch.ask();
    long other = fetch.operation().orElseThrow() + 1;

    fetch.take(completed(other, blocks(1, 2)));
    fetch.take(new TargetEvent.Quiet(other));
    fetch.take(new TargetEvent.Uncertain(other));

    assertThat(fetch.isTold()).isFalse();
    assertThat(carryOutRest(fetch).wasQuarantined()).isFalse();
  }

  /** A target that breaks its word is not believed. */
  @Test
  void reportOfBlocksThatNobodyAskedForIsABrokenTarget() {
    HintedFetch fetch = hint(target, source, blocks(1, 2));
    fetch.ask();
    long operation = fetch.operation().orElseThrow();

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> fetch.take(completed(operation, blocks(3, 3))))
        .withMessageStartingWith("delivered, but not asked for");
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> fetch.take(completed(operation, blocks(1, 1))))
        .withMessageStartingWith("told twice");
    fetch.take(new TargetEvent.Quiet(operation));
    pollQuietly();
  }

  @Test
  void quietBeforeTheEndIsABrokenTarget() {
    HintedFetch fetch = hint(target, source, blocks(1, 2));
    fetch.ask();
    TargetEvent.Quiet quiet = new TargetEvent.Quiet(fetch.operation().orElseThrow());

    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> fetch.take(quiet));
    carryOutRest(fetch);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> fetch.take(quiet));
  }

  /** A target that reports what was never written gains nothing. */
  @Test
  void blockThatIsReportedWithoutBytesIsWrongAndItsSlotWithheld() {
    HintedFetch fetch = hint(target, source, blocks(1, 2));
    fetch.ask();
    long operation = fetch.operation().orElseThrow();

    fetch.take(completed(operation, blocks(1, 1)));
    fetch.take(new TargetEvent.Quiet(operation));
    fetch.computeHole();

    assertThat(fetch.result().outcome()).isEqualTo(new FetchOutcome(FAILED, 2, 0, 2, 0, 2));
    assertThat(fetch.wrongBlocks())
        .containsExactly(new WrongBlock(101, new ContentFinding.NeverWritten()));
    assertThat(target.worker().withheld()).isEqualTo(1);
    assertThat(target.worker().host().freeSlots()).isEqualTo(63);
    target.worker().vouchForMemory();
    pollQuietly();
  }

  private FetchResult carryOutRest(HintedFetch fetch) {
    pollUntil(() -> fetch.isTold() && fetch.isQuiet());
    fetch.computeHole();
    return fetch.result();
  }

  /** Lets the services come to rest without telling the fetch. */
  private void pollQuietly() {
    forgetFetches();
    pollUntil(() -> target.target().openOperations() == 0);
  }

  private static TargetEvent.Completed completed(long operation, BlockHashes delivered) {
    List<BlockKey> keys = delivered.stream().mapToObj(BlockKey::ofHash).toList();
    return new TargetEvent.Completed(operation, "request", true, keys, List.of(), false, false);
  }
}
