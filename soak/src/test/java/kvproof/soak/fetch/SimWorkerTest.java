package kvproof.soak.fetch;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchFixture.chain;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimWorkerTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
  private static final CacheOwner CACHE = new CacheOwner("cache");
  private static final BlockContent CONTENT = new BlockContent(64);

  private final InProcessFabric fabric = new InProcessFabric();
  private final SimWorker worker = open(RANK);
  private final SimWorker cache = open(CACHE);

  @AfterEach
  void everyByteIsRightAndNothingIsLeft() {
    for (SimWorker each : List.of(worker, cache)) {
      assertThat(each.wrongBlocks()).isEmpty();
      assertThat(each.unrest()).isEmpty();
      each.close();
    }
    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void holdsWhatWasStoredOnDeviceAndHost() {
    worker.apply(store(RANK, DEVICE, 1, 2));
    worker.apply(store(RANK, HOST_PINNED, 3, 3));
    worker.apply(store(RANK, DISK, 4, 4));
    worker.apply(store(new WorkerWithDpRank(1, 1), DEVICE, 5, 5));

    assertThat(held(worker)).containsExactly(101L, 102L, 103L);
    assertThat(worker.leading(chain(1, 6))).isEqualTo(3);
  }

  @Test
  void removalLeavesTheOtherTier() {
    worker.apply(store(RANK, DEVICE, 1, 2));
    worker.apply(store(RANK, HOST_PINNED, 1, 2));

    worker.apply(remove(RANK, DEVICE, 1, 9));

    assertThat(held(worker)).containsExactly(101L, 102L);
    worker.apply(remove(RANK, HOST_PINNED, 1, 1));
    assertThat(held(worker)).containsExactly(102L);
    assertThat(worker.leading(chain(1, 2))).isZero();
  }

  @Test
  void clearsAndRemovalsEmptyEveryTier() {
    for (var event :
        List.of(
            Cleared.of(RANK),
            new Cleared(Optional.of(RANK), Optional.of(CACHE)),
            new RankRemoved(RANK),
            new WorkerRemoved(1))) {
      worker.apply(store(RANK, DEVICE, 1, 2));
      worker.apply(store(RANK, HOST_PINNED, 3, 4));
      worker.apply(Cleared.of(CACHE));
      worker.apply(new RankRemoved(new WorkerWithDpRank(1, 1)));
      worker.apply(new WorkerRemoved(2));
      assertThat(held(worker)).hasSize(4);

      worker.apply(event);

      assertThat(held(worker)).isEmpty();
    }
  }

  @Test
  void cacheOwnerHoldsHostBlocksAloneAndOutlivesWorkers() {
    cache.apply(store(CACHE, DEVICE, 1, 2));
    cache.apply(store(CACHE, HOST_PINNED, 3, 4));
    cache.apply(new WorkerRemoved(1));

    assertThat(held(cache)).containsExactly(103L, 104L);
    cache.apply(Cleared.of(CACHE));
    assertThat(held(cache)).isEmpty();
  }

  @Test
  void projectedBlocksAreFoundWhereTheyLie() {
    worker.reach(cache);
    cache.apply(store(CACHE, HOST_PINNED, 1, 1));

    assertThat(worker.holds(101)).isTrue();
    assertThat(worker.find(101)).isEqualTo(cache.find(101)).isPresent();
  }

  @Test
  void newHashOfAPlaceReplacesTheOldOne() {
    worker.apply(store(RANK, DEVICE, 1, 2));
    worker.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(2), BlockHashes.of(902)));

    assertThat(worker.holds(102)).isFalse();
    assertThat(worker.holds(902)).isTrue();
  }

  @Test
  void movedBlockLeavesItsFormerPlace() {
    worker.apply(store(RANK, DEVICE, 1, 3));
    // 103 moves to where 102 was; then something else is stored where 103 was.
    worker.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(2), BlockHashes.of(103)));
    worker.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(102), BlockHashes.of(3), BlockHashes.of(904)));

    assertThat(worker.holds(102)).isFalse();
    assertThat(worker.holds(103)).isTrue();
    assertThat(worker.holds(904)).isTrue();
  }

  @Test
  void malformedStoresChangeNothing() {
    worker.apply(new Stored(RANK, DEVICE, OptionalLong.of(102), BlockHashes.of(1, 2), chain(1, 2)));
    worker.apply(
        new Stored(
            RANK, DEVICE, OptionalLong.empty(), BlockHashes.of(1, 2), BlockHashes.of(101, 101)));

    assertThat(held(worker)).isEmpty();
  }

  @Test
  void freedSlotIsUsedForTheNextBlock() {
    worker.apply(store(RANK, DEVICE, 1, 1));
    var slot = worker.find(101);
    worker.apply(remove(RANK, DEVICE, 1, 1));

    worker.apply(store(RANK, DEVICE, 2, 2));

    assertThat(worker.find(102)).isEqualTo(slot);
  }

  @Test
  void reservedSlotIsMissedUntilItIsGivenBack() {
    int slot = worker.host().reserve();
    assertThat(worker.unrest()).containsExactly("1 slots not accounted for");

    worker.host().giveBack(slot);
  }

  private SimWorker open(Owner owner) {
    return new SimWorker(fabric.agent(owner.toString()), owner, "tcp://" + owner, CONTENT, 8);
  }

  private static List<Long> held(SimWorker worker) {
    return LongStream.rangeClosed(1, 1000).filter(worker::holds).boxed().toList();
  }
}
