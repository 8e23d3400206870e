package kvproof.events.routerevent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RouterEventBridgeTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(7, 1);
  private static final CacheOwnerId OWNER_ID = RouterEvents.OWNER;
  private static final CacheOwner OWNER = new CacheOwner("94b32739a8859bab011e1efea911c9f9");
  private static final Stored STORED =
      new Stored(
          OptionalLong.of(101),
          OptionalInt.of(9),
          List.of(StoredBlock.of(102, 12), StoredBlock.of(103, 13)));
  private static final Removed REMOVED = new Removed(BlockHashes.of(102));

  private final RouterEventBridge bridge = new RouterEventBridge();

  private static RouterEvent event(
      ResidencyDomain domain, StorageTier tier, RouterEventData data, boolean hasSource) {
    return new RouterEvent(
        RANK,
        tier,
        domain,
        5,
        data,
        hasSource ? Optional.of(OWNER_ID) : Optional.empty(),
        Optional.of("session-1"));
  }

  private static KvCacheEvent.Stored stored(Owner owner, StorageTier tier) {
    return new KvCacheEvent.Stored(
        owner, tier, OptionalLong.of(101), BlockHashes.of(12, 13), BlockHashes.of(102, 103));
  }

  private String ignored() {
    return bridge.ignored().byLabel().toString();
  }

  @Nested
  class Domains {
    @ParameterizedTest
    @EnumSource(
        value = ResidencyDomain.class,
        names = {"UNSPECIFIED", "WORKER"})
    void blocksAreTheRanksWhateverTheStateSource(ResidencyDomain domain) {
      for (StorageTier tier : StorageTier.values()) {
        assertThat(bridge.toModel(event(domain, tier, STORED, true))).contains(stored(RANK, tier));
        assertThat(bridge.toModel(event(domain, tier, REMOVED, true)))
            .contains(new KvCacheEvent.Removed(RANK, tier, BlockHashes.of(102)));
      }
    }

    @ParameterizedTest
    @EnumSource(value = StorageTier.class, names = "DEVICE", mode = Mode.EXCLUDE)
    void blocksOfACacheOwnerAreTheStateSources(StorageTier tier) {
      assertThat(bridge.toModel(event(ResidencyDomain.CACHE_OWNER, tier, STORED, true)))
          .contains(stored(OWNER, tier));
      assertThat(bridge.toModel(event(ResidencyDomain.CACHE_OWNER, tier, REMOVED, true)))
          .contains(new KvCacheEvent.Removed(OWNER, tier, BlockHashes.of(102)));
    }

    @Test
    void cacheOwnerHoldsNothingOnTheDevice() {
      for (RouterEventData data : List.of(STORED, REMOVED)) {
        assertThat(
                bridge.toModel(event(ResidencyDomain.CACHE_OWNER, StorageTier.DEVICE, data, true)))
            .isEmpty();
      }
      assertThat(ignored()).isEqualTo("{unsupported_residency_domain=2}");
    }

    @Test
    void clearReachesWhatItsDomainNames() {
      StorageTier placeholder = StorageTier.DEVICE;

      assertThat(
              bridge.toModel(event(ResidencyDomain.UNSPECIFIED, placeholder, new Cleared(), false)))
          .contains(KvCacheEvent.Cleared.of(RANK));
      assertThat(
              bridge.toModel(event(ResidencyDomain.UNSPECIFIED, placeholder, new Cleared(), true)))
          .contains(new KvCacheEvent.Cleared(Optional.of(RANK), Optional.of(OWNER)));
      assertThat(bridge.toModel(event(ResidencyDomain.WORKER, placeholder, new Cleared(), true)))
          .contains(KvCacheEvent.Cleared.of(RANK));
      assertThat(
              bridge.toModel(event(ResidencyDomain.CACHE_OWNER, placeholder, new Cleared(), true)))
          .contains(KvCacheEvent.Cleared.of(OWNER));
    }

    @Test
    void unsupportedDomainIsCountedAndChangesNothing() {
      for (RouterEventData data : List.of(STORED, REMOVED, new Cleared())) {
        assertThat(bridge.toModel(event(ResidencyDomain.UNSUPPORTED, StorageTier.DISK, data, true)))
            .isEmpty();
      }
      assertThat(ignored()).isEqualTo("{unsupported_residency_domain=3}");
    }

    @Test
    void cacheOwnerWithoutStateSourceIsCountedAndChangesNothing() {
      for (RouterEventData data : List.of(STORED, REMOVED, new Cleared())) {
        assertThat(
                bridge.toModel(event(ResidencyDomain.CACHE_OWNER, StorageTier.DISK, data, false)))
            .isEmpty();
      }
      assertThat(ignored()).isEqualTo("{missing_state_source=3}");
    }
  }

  @Nested
  class Dumps {
    @Test
    void dumpedStoresAreNumberedOnTheirRealTiers() {
      List<RouterEvent> dump =
          bridge.dump(List.of(stored(RANK, StorageTier.DEVICE), stored(RANK, StorageTier.DISK)));

      assertThat(dump).extracting(RouterEvent::eventId).containsExactly(0L, 1L);
      assertThat(dump)
          .extracting(RouterEvent::tier)
          .containsExactly(StorageTier.DEVICE, StorageTier.DISK);
      assertThat(dump).extracting(RouterEvent::domain).containsOnly(ResidencyDomain.WORKER);
      assertThat(dump).extracting(RouterEvent::rank).containsOnly(RANK);
    }

    @Test
    void cacheOwnerIsDumpedUnderNoRankWithItsIdentity() {
      bridge.toModel(event(ResidencyDomain.CACHE_OWNER, StorageTier.DISK, REMOVED, true));

      assertThat(bridge.dump(List.of(stored(OWNER, StorageTier.EXTERNAL))))
          .containsExactly(
              new RouterEvent(
                  new WorkerWithDpRank(0, 0),
                  StorageTier.EXTERNAL,
                  ResidencyDomain.CACHE_OWNER,
                  0,
                  new Stored(STORED.parentHash(), OptionalInt.empty(), STORED.blocks()),
                  Optional.of(OWNER_ID),
                  Optional.empty()));
    }

    @Test
    void cacheOwnerWithoutIdentityCannotBeDumped() {
      assertThatThrownBy(() -> bridge.dump(List.of(stored(OWNER, StorageTier.DISK))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no identity is known of the cache owner " + OWNER);

      bridge.remember(OWNER_ID);
      assertThat(bridge.dump(List.of(stored(OWNER, StorageTier.DISK)))).hasSize(1);
    }

    @Test
    void dumpReadBackIsWhatWasDumped() throws Exception {
      bridge.remember(OWNER_ID);
      List<KvCacheEvent.Stored> stores =
          List.of(stored(RANK, StorageTier.DEVICE), stored(OWNER, StorageTier.HOST_PINNED));

      for (int i = 0; i < stores.size(); i++) {
        String json = RouterEventCodec.toJson(bridge.dump(stores).get(i));
        assertThat(new RouterEventBridge().toModel(RouterEventCodec.ofJson(json)))
            .contains(stores.get(i));
      }
    }

    @Test
    void heldBlocksAreDumpedOneByOne() {
      List<RouterEvent> dump =
          bridge.dumpBlocks(
              List.of(
                  new HeldBlock(StorageTier.DEVICE, RANK, OptionalLong.empty(), 11, 101),
                  new HeldBlock(StorageTier.DISK, RANK, OptionalLong.of(101), 12, 102)));

      assertThat(dump)
          .extracting(RouterEvent::data)
          .containsExactly(
              new Stored(
                  OptionalLong.empty(), OptionalInt.empty(), List.of(StoredBlock.of(101, 11))),
              new Stored(
                  OptionalLong.of(101), OptionalInt.empty(), List.of(StoredBlock.of(102, 12))));
    }
  }
}
