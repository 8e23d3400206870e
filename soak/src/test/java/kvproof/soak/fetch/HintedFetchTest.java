package kvproof.soak.fetch;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchFixture.chain;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.CacheOwner;
import kvproof.model.FetchOutcome;
import kvproof.model.KvHintAction;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Test;

/** Fetches from a source that does its best. */
class HintedFetchTest extends FetchHarness {
  private final SimWorker source = worker(SOURCE, content, fabric.agent("2/0"));

  @Test
  void thirtyTwoSuffixFetchesAreByteExact() {
    BlockContent large = new BlockContent(64 << 10);
    for (int prefix = 1; prefix <= 32; prefix++) {
      SimWorker part = worker(new WorkerWithDpRank(10, prefix), large, fabric.agent("p" + prefix));
      SimWorker whole = worker(new WorkerWithDpRank(11, prefix), large, fabric.agent("w" + prefix));
      StorageTier tier = prefix % 2 == 0 ? DEVICE : HOST_PINNED;
      part.apply(store(part.owner(), tier, 1, prefix));
      whole.apply(store(whole.owner(), DEVICE, 1, 20));
      whole.apply(store(whole.owner(), HOST_PINNED, 21, 33));

      FetchOutcome outcome = carryOut(part, whole, 33).outcome();

      int suffix = 33 - prefix;
      assertThat(outcome).isEqualTo(new FetchOutcome(DELIVERED, suffix, suffix, 0, 33, 33));
      assertThat(part.wrongBlocks()).isEmpty();
      assertThat(chain(prefix + 1, 33).stream().allMatch(part.host()::holds)).isTrue();
    }
  }

  @Test
  void sourceThatHoldsOnlyTheContinuationDeliversIt() {
    target.apply(store(TARGET, DEVICE, 1, 3));
    source.apply(store(SOURCE, HOST_PINNED, 4, 6));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6));
  }

  @Test
  void staleLocalPrefixMakesItPartialAndWorthNothingUntilTheHoleIsComputed() {
    target.apply(store(TARGET, DEVICE, 1, 3));
    source.apply(store(SOURCE, HOST_PINNED, 4, 6));
    target.apply(remove(TARGET, DEVICE, 1, 3));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6));
  }

  @Test
  void blocksBehindTheHoleAreNotFetchedTwice() {
    source.apply(store(SOURCE, HOST_PINNED, 4, 6));
    fetch(6);

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 6, 6));
    assertThat(chain(4, 6).stream().allMatch(target.host()::holds)).isTrue();
  }

  @Test
  void blockEvictedBetweenHintAndFetchIsMissing() {
    target.apply(store(TARGET, DEVICE, 1, 2));
    source.apply(store(SOURCE, HOST_PINNED, 1, 6));
    source.apply(remove(SOURCE, HOST_PINNED, 5, 5));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(PARTIAL, 4, 3, 1, 4, 6));
  }

  @Test
  void everythingEvictedIsRefused() {
    target.apply(store(TARGET, DEVICE, 1, 2));
    source.apply(store(SOURCE, HOST_PINNED, 1, 6));
    source.apply(remove(SOURCE, HOST_PINNED, 3, 6));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(REFUSED, 4, 0, 4, 2, 6));
  }

  @Test
  void evictedAndStoredAgainElsewhereIsDelivered() {
    target.apply(store(TARGET, DEVICE, 1, 2));
    source.apply(store(SOURCE, HOST_PINNED, 3, 4));
    source.apply(remove(SOURCE, HOST_PINNED, 3, 3));
    source.apply(store(SOURCE, HOST_PINNED, 9, 9)); // takes the slot
    source.apply(store(SOURCE, HOST_PINNED, 3, 3));

    assertThat(fetch(4)).isEqualTo(new FetchOutcome(DELIVERED, 2, 2, 0, 4, 4));
  }

  @Test
  void detachedLocalBlocksBeyondTheHintAreNotResumed() {
    target.apply(store(TARGET, DEVICE, 1, 3));
    target.apply(store(TARGET, HOST_PINNED, 7, 9));
    source.apply(store(SOURCE, HOST_PINNED, 4, 6));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6));
  }

  @Test
  void detachedLocalBlocksInsideTheHintAreNotAskedFor() {
    target.apply(store(TARGET, DEVICE, 1, 3));
    target.apply(store(TARGET, HOST_PINNED, 5, 5));
    source.apply(store(SOURCE, HOST_PINNED, 4, 6));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(DELIVERED, 2, 2, 0, 6, 6));
  }

  @Test
  void targetThatHoldsItAllAsksNobody() {
    target.apply(store(TARGET, DEVICE, 1, 6));

    assertThat(fetch(6)).isEqualTo(new FetchOutcome(NOTHING_NEEDED, 0, 0, 0, 6, 6));
  }

  @Test
  void wrongSourceRefusesThoughItHoldsTheBlocks() {
    SimWorker bystander = worker(BYSTANDER, content, fabric.agent("3/0"));
    source.apply(store(SOURCE, HOST_PINNED, 1, 6));
    bystander.apply(store(BYSTANDER, HOST_PINNED, 1, 6));
    KvHintAction.Fetch hint = hint(6);

    FetchOutcome outcome = HintedFetch.carryOut(target, bystander, hint).outcome();

    assertThat(outcome).isEqualTo(new FetchOutcome(REFUSED, 6, 0, 6, 0, 6));
    assertThat(chain(1, 6).stream().noneMatch(target.host()::holds)).isTrue();
  }

  @Test
  void blocksOfAProjectedCacheOwnerAreDelivered() {
    var name = new CacheOwner("cache");
    SimWorker cache = new SimWorker(fabric.agent("cache"), name, "tcp://cache", content, SLOTS);
    source.reach(cache);
    cache.apply(store(name, HOST_PINNED, 1, 4));

    assertThat(fetch(4)).isEqualTo(new FetchOutcome(DELIVERED, 4, 4, 0, 4, 4));
    workers.add(cache);
  }

  /** The slot was free again while it was being read: nobody had pinned it. */
  @Test
  void slotThatIsReusedUnderTheWriteDeliversAnotherBlock() {
    source.apply(store(SOURCE, HOST_PINNED, 1, 2));
    FetchTarget fetch = new FetchTarget(target, hint(2));
    FetchRequest request = fetch.ask().orElseThrow();
    FetchWrite write = writing(new FetchSource(source).answer(request));
    source.apply(remove(SOURCE, HOST_PINNED, 2, 2));
    source.apply(store(SOURCE, HOST_PINNED, 7, 7));
    while (write.poll() instanceof TransferStatus.Pending) {}
    write.close();

    fetch.receive(target.agent().takeNotifications());

    assertThat(fetch.delivered()).isEqualTo(1);
    assertThat(fetch.credit()).isEqualTo(1);
    assertThat(fetch.wrongBlocks())
        .containsExactly(new WrongBlock(102, new ContentFinding.OtherBlock(107)));
  }

  @Test
  void impossibleReportIsWorthNothing() {
    source.apply(store(SOURCE, HOST_PINNED, 1, 2));
    source.agent().load(target.agent().metadata());
    for (List<Integer> indices : List.of(List.of(0, 0), List.of(2), List.of(-1))) {
      FetchTarget fetch = new FetchTarget(target, hint(2));
      fetch.ask();
      source.agent().notifyPeer("1/0", new WriteDone(indices).toBytes());

      fetch.receive(target.agent().takeNotifications());

      assertThat(fetch.delivered()).isZero();
    }
    source.agent().forget("1/0");
  }

  private FetchOutcome fetch(int blocks) {
    return carryOut(target, source, blocks).outcome();
  }

  private static KvHintAction.Fetch hint(int blocks) {
    return new KvHintAction.Fetch("a1", chain(1, blocks), "tcp://" + SOURCE);
  }

  private static FetchWrite writing(FetchReply reply) {
    return switch (reply) {
      case FetchReply.Writing(var write) -> write;
      case FetchReply.Refused(var reason) -> throw new AssertionError(reason);
    };
  }
}
