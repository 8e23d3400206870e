package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaneThreadsTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);

  private static Stored store() {
    return new Stored(
        RANK,
        StorageTier.DEVICE,
        OptionalLong.empty(),
        BlockHashes.of(1, 2),
        BlockHashes.of(101, 102));
  }

  @ParameterizedTest
  @EnumSource
  void lanesAreThreadsOfTheirKindAndDoTheSame(LaneThreads threads) {
    AtomicReference<Thread> lane = new AtomicReference<>();
    try (var router = new LanedRouter(2, threads)) {
      assertThat(router.trackResidentBlocks()).isTrue();
      assertThat(router.apply(store())).isEqualTo(ApplyStatus.OK);
      assertThat(router.enqueue(RANK, () -> lane.set(Thread.currentThread()))).isTrue();
      assertThat(router.flush()).isTrue();

      assertThat(router.residentBlocks(RANK)).hasValue(2);
      assertThat(lane.get().isVirtual()).isEqualTo(threads == LaneThreads.VIRTUAL);
      assertThat(lane.get().isDaemon()).isTrue();
      assertThat(lane.get().getName()).startsWith("kvproof-lane-");
    }
    assertThat(lane.get().isAlive()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void laneOfEitherKindDies(LaneThreads threads) {
    try (var router = new LanedRouter(1, threads)) {
      router.enqueue(
          RANK,
          () -> {
            throw new IllegalStateException("planted");
          });

      assertThat(router.flush()).isFalse();
      assertThat(router.enqueue(store())).isFalse();
    }
  }
}
