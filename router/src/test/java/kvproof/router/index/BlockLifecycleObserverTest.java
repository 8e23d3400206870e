package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When an observer is told that a hash came or went; rows I6 to I8 of the index scenarios. */
class BlockLifecycleObserverTest {
  private final TieredIndex index = new TieredIndex();
  private final List<String> told = new ArrayList<>();

  BlockLifecycleObserverTest() {
    index
        .device()
        .observe(
            new BlockLifecycleObserver() {
              @Override
              public void created(long externalHash) {
                told.add("+" + externalHash);
              }

              @Override
              public void removed(long externalHash) {
                told.add("-" + externalHash);
              }
            });
  }

  private static WorkerWithDpRank rank(String text) {
    return WorkerWithDpRank.parse(text);
  }

  private static Stored store(String rank, OptionalLong parent, long... hashes) {
    long[] locals = LongStream.of(hashes).map(hash -> hash % 100).toArray();
    return new Stored(
        rank(rank), StorageTier.DEVICE, parent, BlockHashes.of(locals), BlockHashes.of(hashes));
  }

  private static Stored store(String rank, long... hashes) {
    return store(rank, OptionalLong.empty(), hashes);
  }

  private static Removed remove(String rank, long hash) {
    return new Removed(rank(rank), StorageTier.DEVICE, BlockHashes.of(hash));
  }

  private List<String> toldOf(KvCacheEvent... events) {
    told.clear();
    for (KvCacheEvent event : events) {
      index.apply(event);
    }
    return List.copyOf(told);
  }

  @Test
  @Tag("FS-25")
  void isToldOfTheFirstOwnerAndTheLast() {
    assertThat(toldOf(store("1/0", 110))).containsExactly("+110");
    assertThat(toldOf(store("1/0", 110), store("1/1", 110), store("2/0", 110))).isEmpty();
    assertThat(toldOf(new RankRemoved(rank("1/0")), Cleared.of(rank("1/1")))).isEmpty();
    assertThat(toldOf(new WorkerRemoved(2))).containsExactly("-110");
    assertThat(toldOf(remove("2/0", 110))).isEmpty();
    assertThat(toldOf(store("2/0", 110), remove("2/0", 110))).containsExactly("+110", "-110");
  }

  @Test
  void hashesThatAnotherWorkerHoldsStay() {
    assertThat(toldOf(store("1/0", 110, 120, 130), store("2/0", 110, 120, 140)))
        .containsExactly("+110", "+120", "+130", "+140");
    assertThat(toldOf(new WorkerRemoved(1))).containsExactly("-130");
    assertThat(toldOf(new WorkerRemoved(2))).containsExactlyInAnyOrder("-110", "-120", "-140");
  }

  @Test
  void manyOwnersOfOneBlockAreOneLife() {
    List<String> all = new ArrayList<>();
    for (int worker = 0; worker < 64; worker++) {
      all.addAll(toldOf(store(worker + "/0", 110)));
    }
    for (int worker = 0; worker < 64; worker++) {
      all.addAll(toldOf(new RankRemoved(rank(worker + "/0"))));
    }

    assertThat(all).containsExactly("+110", "-110");
  }

  @Test
  void aMalformedStoreIsSilentAndADetachedOneIsNot() {
    assertThat(toldOf(store("1/0", OptionalLong.of(110), 120, 110))).isEmpty();
    assertThat(toldOf(store("1/0", OptionalLong.of(999), 120, 130)))
        .containsExactly("+120", "+130");
  }

  @Test
  void aReHashIsOneLifeForAnotherAndAMoveIsNone() {
    index.apply(store("1/0", 101, 102));

    assertThat(toldOf(store("1/0", 201))).containsExactly("+201", "-101");
    assertThat(toldOf(store("1/0", OptionalLong.of(777), 102))).isEmpty();
  }
}
