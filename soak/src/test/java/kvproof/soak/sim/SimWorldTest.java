package kvproof.soak.sim;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What nodes make of events and of the end of a life; block n has external hash 100 + n. */
class SimWorldTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank OTHER = new WorkerWithDpRank(2, 0);
  private static final CacheOwner CACHE = new CacheOwner("cache");

  private final SortedMap<CacheOwner, WorkerWithDpRank> projections =
      new TreeMap<>(Map.of(CACHE, RANK));
  private final SimWorld world =
      new SimWorld(
          List.of(RANK, OTHER, CACHE), projections, BlockLayout.whole(64), 16, SimParts.sound());
  private final SimNode node = world.node(RANK);

  @AfterEach
  void everyByteIsRightAndNothingIsLeft() {
    assertThat(WorldAtRest.wrongBlocks(world)).isEmpty();
    assertThat(WorldAtRest.close(world)).isEmpty();
  }

  private static BlockHashes chain(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(first + 100, last + 100).toArray());
  }

  private static Stored store(Owner owner, StorageTier tier, int first, int last) {
    return new Stored(
        owner,
        tier,
        first == 1 ? OptionalLong.empty() : OptionalLong.of(first + 99),
        BlockHashes.of(LongStream.rangeClosed(first, last).toArray()),
        chain(first, last));
  }

  private static List<Long> held(SimNode node) {
    return LongStream.rangeClosed(1, 1000).filter(node.worker()::holds).boxed().toList();
  }

  @Test
  void holdsWhatWasStoredOnDeviceAndHost() {
    world.apply(store(RANK, DEVICE, 1, 2));
    world.apply(store(RANK, HOST_PINNED, 3, 3));
    world.apply(store(RANK, DISK, 4, 4));
    world.apply(store(OTHER, DEVICE, 5, 5));

    assertThat(held(node)).containsExactly(101L, 102L, 103L);
  }

  @Test
  void removalLeavesTheOtherTier() {
    world.apply(store(RANK, DEVICE, 1, 2));
    world.apply(store(RANK, HOST_PINNED, 1, 2));

    world.apply(new Removed(RANK, DEVICE, chain(1, 9)));

    assertThat(held(node)).containsExactly(101L, 102L);
    world.apply(new Removed(RANK, HOST_PINNED, chain(1, 1)));
    assertThat(held(node)).containsExactly(102L);
  }

  @Test
  void clearsAndRemovalsEmptyEveryTier() {
    for (var event :
        List.of(
            Cleared.of(RANK),
            new Cleared(Optional.of(RANK), Optional.of(CACHE)),
            new RankRemoved(RANK),
            new WorkerRemoved(1))) {
      world.apply(store(RANK, DEVICE, 1, 2));
      world.apply(store(RANK, HOST_PINNED, 3, 4));
      world.apply(Cleared.of(CACHE));
      world.apply(new RankRemoved(OTHER));
      world.apply(new WorkerRemoved(2));
      assertThat(held(node)).hasSize(4);

      world.apply(event);

      assertThat(held(node)).isEmpty();
    }
  }

  @Test
  void cacheOwnerHoldsHostBlocksAloneAndIsReadByItsRank() {
    world.apply(store(CACHE, DEVICE, 1, 2));
    world.apply(store(CACHE, HOST_PINNED, 3, 4));
    world.apply(new WorkerRemoved(1));

    assertThat(held(world.node(CACHE))).containsExactly(103L, 104L);
    assertThat(held(node)).containsExactly(103L, 104L);
    assertThat(held(world.node(OTHER))).isEmpty();
  }

  @Test
  void newHashOfAPlaceReplacesTheOldOne() {
    world.apply(store(RANK, DEVICE, 1, 2));
    world.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(2), BlockHashes.of(902)));

    assertThat(held(node)).containsExactly(101L, 902L);
  }

  @Test
  void movedBlockLeavesItsFormerPlace() {
    world.apply(store(RANK, DEVICE, 1, 3));
    // 103 moves to where 102 was; then something else is stored where 103 was.
    world.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(2), BlockHashes.of(103)));
    world.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(102), BlockHashes.of(3), BlockHashes.of(904)));

    assertThat(held(node)).containsExactly(101L, 103L, 904L);
  }

  @Test
  void malformedStoresChangeNothing() {
    world.apply(new Stored(RANK, DEVICE, OptionalLong.of(102), BlockHashes.of(1, 2), chain(1, 2)));
    world.apply(
        new Stored(
            RANK, DEVICE, OptionalLong.empty(), BlockHashes.of(1, 2), BlockHashes.of(101, 101)));

    assertThat(held(node)).isEmpty();
  }

  @Test
  void nextLifeHasTheSameBlocksAndPlacesUnderAnotherName() {
    world.apply(store(RANK, DEVICE, 1, 2));
    world.apply(store(RANK, HOST_PINNED, 3, 3));
    world.apply(store(CACHE, HOST_PINNED, 7, 7));
    var former = node.process().self();
    List<String> endpoints = world.network().endpointsOf(node.process().wire());

    node.crash();
    world.restart(node, endpoints);

    assertThat(held(node)).containsExactly(101L, 102L, 103L, 107L);
    assertThat(node.worker().device().holds(102)).isTrue();
    assertThat(node.process().self().agent()).isNotEqualTo(former.agent());
    assertThat(node.process().self().incarnation()).isNotEqualTo(former.incarnation());
    assertThat(node.process().self().endpoint()).isEqualTo(former.endpoint());
    world.apply(
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(2), BlockHashes.of(902)));
    assertThat(held(node)).doesNotContain(102L).contains(902L);
  }

  @Test
  void rankReadsItsCacheOwnersNextLife() {
    world.apply(store(CACHE, HOST_PINNED, 7, 8));
    SimNode cache = world.node(CACHE);

    cache.crash();
    assertThat(held(node)).isEmpty();
    world.restart(cache, List.of());

    assertThat(held(node)).containsExactly(107L, 108L);
    world.apply(new Removed(CACHE, HOST_PINNED, chain(8, 8)));
    assertThat(held(node)).containsExactly(107L);
  }

  @Test
  void whoCrashesForGoodComesBackEmpty() {
    world.apply(store(RANK, DEVICE, 1, 2));

    node.crashForGood();
    world.restart(node, List.of());

    assertThat(held(node)).isEmpty();
  }

  @Test
  void replacedBlockLeavesItsTiersToTheFreshOne() {
    world.apply(store(RANK, HOST_PINNED, 1, 2));

    node.replace(101, 500);

    assertThat(held(node)).containsExactly(102L, 500L);
    assertThat(node.worker().device().holds(500)).isFalse();
  }

  @Test
  void whoTakesNoPartIsNotFound() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> world.node(new WorkerWithDpRank(9, 9)))
        .withMessageContaining("9/9");
  }
}
