package kvproof.testkit;

import static kvproof.model.FetchPhase.ACCEPTED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

/**
 * The chain is 101 to 104; the target lacks 102 to 104, and the source has had them on the host.
 */
class FaultStageTest {
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  private static final CacheOwner CACHE = new CacheOwner("K1");
  private static final PromptChain CHAIN =
      new PromptChain(BlockHashes.of(1, 2, 3, 4), BlockHashes.of(101, 102, 103, 104));

  @Test
  void whatMustBePinnedIsOnTheDeviceAlone() {
    for (int seed = 0; seed < 20; seed++) {
      Inventories after = after(new FetchFault(Kind.PINS_UNANSWERED, ACCEPTED), SOURCE, seed);

      assertThat(holds(after, SOURCE, DEVICE, 104)).isTrue();
      assertThat(holds(after, SOURCE, HOST_PINNED, 104)).isFalse();
    }
  }

  @Test
  void oneIsClaimedBeforeAnotherIsPinned() {
    for (int seed = 0; seed < 20; seed++) {
      Inventories after = after(new FetchFault(Kind.EVICTED_WHILE_PINNED, ACCEPTED), SOURCE, seed);

      assertThat(holds(after, SOURCE, HOST_PINNED, 102)).isTrue();
      assertThat(holds(after, SOURCE, HOST_PINNED, 104)).isFalse();
      assertThat(holds(after, SOURCE, DEVICE, 104)).isTrue();
    }
  }

  @Test
  void cacheOwnerHasToLookForWhatItHasNot() {
    Inventories after = after(new FetchFault(Kind.CANCELLED, ACCEPTED), CACHE, 0);

    assertThat(holds(after, CACHE, HOST_PINNED, 103)).isTrue();
    assertThat(holds(after, CACHE, HOST_PINNED, 104)).isFalse();
  }

  @Test
  void faultsOfOtherPhasesNeedNothing() {
    for (FetchFault fault : FetchFault.all()) {
      boolean isStaged = !FaultStage.set(fault, reach(SOURCE), new SeededRandom(3)).isEmpty();

      assertThat(isStaged).as("%s", fault).isEqualTo(fault.phase() == ACCEPTED);
    }
  }

  @Test
  void targetForgetsWhatWasFetchedAndNoMore() {
    Inventories held = new Inventories();
    held.apply(CHAIN.stored(TARGET, DEVICE, 0, 2));
    held.apply(CHAIN.stored(TARGET, HOST_PINNED, 2, 4));

    FaultStage.forgotten(reach(SOURCE)).forEach(held::apply);

    assertThat(held.blocks(TARGET, HOST_PINNED)).isEmpty();
    assertThat(held.blocks(TARGET, DEVICE)).hasSize(1);
    assertThat(holds(held, TARGET, DEVICE, 101)).isTrue();
  }

  private static Inventories after(FetchFault fault, Owner source, long seed) {
    Inventories held = new Inventories();
    held.apply(CHAIN.stored(source, HOST_PINNED, 1, 4));
    List<KvCacheEvent> events = FaultStage.set(fault, reach(source), new SeededRandom(seed));
    events.forEach(held::apply);
    return held;
  }

  private static boolean holds(Inventories held, Owner owner, StorageTier tier, long hash) {
    return held.holds(owner, tier, hash);
  }

  private static Reach reach(Owner source) {
    return new Reach(
        new Request("q1", CHAIN.localHashes(), List.of(TARGET)), TARGET, CHAIN, 1, source, 4);
  }
}
