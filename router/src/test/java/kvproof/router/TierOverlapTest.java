package kvproof.router;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank is credited with, tier by tier. Block n has local hash n, external hash 100 + n. */
class TierOverlapTest {
  private static final WorkerWithDpRank W7 = new WorkerWithDpRank(7, 0);
  private static final WorkerWithDpRank W8 = new WorkerWithDpRank(8, 0);
  private static final CacheOwner OWNER = new CacheOwner("O");

  private final ReferenceRouter router = new ReferenceRouter();

  private static BlockHashes from(long first, long last) {
    return BlockHashes.of(LongStream.rangeClosed(first, last).toArray());
  }

  /** Blocks first to last, behind the block before the first. */
  private void store(Owner owner, StorageTier tier, long first, long last) {
    OptionalLong parent = first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first);
    router.apply(new Stored(owner, tier, parent, from(first, last), from(100 + first, 100 + last)));
  }

  private int overlap(WorkerWithDpRank rank, StorageTier tier, int promptBlocks) {
    Answer answer = router.answer(new Request("q", from(1, promptBlocks), List.of(W7, W8)));
    if (tier == DEVICE) {
      DeviceMatch match = answer.device().get(rank);
      return match == null ? 0 : match.blocks();
    }
    TierAnswer lower = answer.lower().get(tier);
    return lower == null ? 0 : lower.hits().getOrDefault(rank, 0);
  }

  @Test
  @Tag("D12")
  void hostBlocksContinueTheRanksOwnLastHashOnly() {
    store(W7, DEVICE, 1, 2);
    store(W7, HOST_PINNED, 3, 4);
    store(W8, DEVICE, 1, 2);
    router.apply(new Stored(W8, HOST_PINNED, OptionalLong.of(999), from(3, 4), from(103, 104)));

    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(2);
    assertThat(overlap(W8, DEVICE, 6)).isEqualTo(2);
    assertThat(overlap(W8, HOST_PINNED, 6)).isZero();
  }

  @Test
  @Tag("D13")
  void unknownLastHashAndExhaustedPromptAddNothing() {
    store(W7, DEVICE, 1, 2);
    store(W7, HOST_PINNED, 5, 6);
    store(W8, DEVICE, 1, 2);
    store(W8, HOST_PINNED, 3, 4);

    assertThat(overlap(W7, HOST_PINNED, 6)).isZero();
    assertThat(overlap(W8, HOST_PINNED, 2)).isZero();
    assertThat(overlap(W8, HOST_PINNED, 3)).isEqualTo(1);
  }

  @Test
  @Tag("D14")
  void childContinuesAMatchWhoseParentLeftTheTier() {
    store(W7, DEVICE, 1, 2);
    store(W7, HOST_PINNED, 1, 4);

    router.apply(new Removed(W7, HOST_PINNED, BlockHashes.of(102)));

    assertThat(overlap(W7, DEVICE, 6)).isEqualTo(2);
    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(2);
    router.apply(new Removed(W7, DEVICE, BlockHashes.of(102)));
    assertThat(overlap(W7, HOST_PINNED, 6)).isZero();
  }

  @Test
  @Tag("D15")
  void clearingTheWorkerLeavesWhatItsOwnerHolds() {
    router.replace(ResidencySnapshot.builder().project(OWNER, W7).build());
    store(W7, HOST_PINNED, 1, 3);
    store(OWNER, HOST_PINNED, 1, 2);
    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(3);

    router.apply(Cleared.of(W7));

    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(2);
  }

  @Test
  @Tag("D15")
  void clearingTheOwnerLeavesWhatTheWorkerHolds() {
    router.replace(ResidencySnapshot.builder().project(OWNER, W7).build());
    store(W7, HOST_PINNED, 1, 2);
    store(OWNER, HOST_PINNED, 1, 3);
    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(3);

    router.apply(Cleared.of(OWNER));

    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(2);
  }

  @Test
  @Tag("D16")
  void overlapMovesWithTheProjection() {
    store(OWNER, HOST_PINNED, 1, 3);
    assertThat(overlap(W7, HOST_PINNED, 6)).isZero();

    router.replace(ResidencySnapshot.builder().project(OWNER, W7).build());
    assertThat(overlap(W7, HOST_PINNED, 6)).isEqualTo(3);
    assertThat(overlap(W8, HOST_PINNED, 6)).isZero();

    router.replace(ResidencySnapshot.builder().project(OWNER, W8).build());
    assertThat(overlap(W7, HOST_PINNED, 6)).isZero();
    assertThat(overlap(W8, HOST_PINNED, 6)).isEqualTo(3);
  }

  @Test
  @Tag("D16")
  void clearTakesTheBlocksOnceWhereverTheyAreProjected() {
    store(OWNER, HOST_PINNED, 1, 3);
    store(W8, HOST_PINNED, 1, 1);
    router.replace(ResidencySnapshot.builder().project(OWNER, W7).build());
    router.replace(ResidencySnapshot.builder().project(OWNER, W8).build());

    router.apply(Cleared.of(OWNER));

    assertThat(overlap(W8, HOST_PINNED, 6)).isEqualTo(1);
    router.replace(ResidencySnapshot.builder().project(OWNER, W7).build());
    assertThat(overlap(W7, HOST_PINNED, 6)).isZero();
    assertThat(router.heldBlocks()).extracting("owner").containsExactly(W8);
  }

  @Test
  @Tag("D17")
  void blockThatComesBackBringsEverythingBehindIt() {
    store(W7, DEVICE, 1, 10);
    router.apply(new Removed(W7, DEVICE, BlockHashes.of(105)));
    assertThat(overlap(W7, DEVICE, 10)).isEqualTo(4);

    store(W7, DEVICE, 5, 5);

    assertThat(overlap(W7, DEVICE, 10)).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(StorageTier.class)
  @Tag("D18")
  void ranksMayKnowTheSameBlocksUnderOtherHashes(StorageTier tier) {
    store(W7, tier, 1, 3);
    router.apply(new Stored(W8, tier, OptionalLong.empty(), from(1, 3), from(201, 203)));

    assertThat(overlap(W7, tier, 6)).isEqualTo(3);
    assertThat(overlap(W8, tier, 6)).isEqualTo(3);
  }
}
