package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.LanedRouter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppliedEventsTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);

  private static Stored stored(StorageTier tier, long... external) {
    return new Stored(
        W1, tier, OptionalLong.empty(), BlockHashes.of(external), BlockHashes.of(external));
  }

  private static final List<KvCacheEvent> EVENTS =
      List.of(
          stored(StorageTier.DEVICE, 1, 2, 3, 4, 5, 6),
          stored(StorageTier.DEVICE, 1, 2, 3),
          stored(StorageTier.DEVICE, 7, 7),
          stored(StorageTier.HOST_PINNED, 1),
          new Removed(W1, StorageTier.DEVICE, BlockHashes.of(4, 5, 6)),
          new Removed(W1, StorageTier.DEVICE, BlockHashes.of(99)),
          new Removed(W1, StorageTier.DISK, BlockHashes.of(1)),
          new Removed(new CacheOwner("K1"), StorageTier.DEVICE, BlockHashes.of(1)),
          Cleared.of(W1));

  private static final List<Map.Entry<String, Long>> EXPECTED =
      List.of(
          entry("cleared ok", 1L),
          entry("removed device block_not_found", 1L),
          entry("removed device ok", 1L),
          entry("removed device unsupported_residency_domain", 1L),
          entry("removed disk block_not_found", 1L),
          entry("stored device invalid_block", 1L),
          entry("stored device ok", 2L),
          entry("stored host_pinned ok", 1L));

  @Test
  void t4EveryEventIsCountedOnceByKindTierAndStatus() {
    ReferenceRouter router = new ReferenceRouter();
    EVENTS.forEach(router::apply);

    SortedMap<String, Long> counted = router.appliedEvents().byKindAndStatus();

    assertThat(List.copyOf(counted.entrySet())).isEqualTo(EXPECTED);
    assertThat(router.appliedEvents().total()).isEqualTo(EVENTS.size());
    assertThat(router.copy().appliedEvents().byKindAndStatus()).isEqualTo(counted);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void lanesCountTheSameThoughTheyApplyEverythingTwice(int lanes) {
    try (LanedRouter router = new LanedRouter(lanes)) {
      EVENTS.forEach(router::apply);

      assertThat(List.copyOf(router.appliedEvents().byKindAndStatus().entrySet()))
          .isEqualTo(EXPECTED);
    }
  }
}
