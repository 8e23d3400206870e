package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Removals of blocks that lie beside each other, in either direction, not all of them held. */
class NeighboursRemovedTest {
  private static final WorkerWithDpRank ALL = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SOME = new WorkerWithDpRank(2, 0);

  private final ReferenceRouter router = new ReferenceRouter();

  /** One rank holds blocks 1 to 6, the other one 1, 2, 4 and 5. */
  @ParameterizedTest
  @CsvSource({
    "5 4,     OK,              1 2",
    "4 5,     OK,              1 2",
    "5 4 3 2, BLOCK_NOT_FOUND, 1",
    "1 2 3 4, BLOCK_NOT_FOUND, 5",
    "4 5 6,   BLOCK_NOT_FOUND, 1 2",
    "5 4 5,   OK,              1 2",
    "3 4 3,   BLOCK_NOT_FOUND, 1 2 5",
    "2 1 5 4, OK,              ''",
  })
  void onlyWhatTheRankHoldsIsRemovedAndKnown(String removed, ApplyStatus status, String left) {
    store(ALL, 1, 2, 3, 4, 5, 6);
    store(SOME, 1, 2, 3, 4, 5);
    router.apply(new Removed(SOME, StorageTier.DEVICE, BlockHashes.of(3L)));

    assertThat(router.apply(new Removed(SOME, StorageTier.DEVICE, hashes(removed))))
        .isEqualTo(status);

    for (long block = 1; block <= 6; block++) {
      assertThat(router.contains(ALL, block)).isTrue();
      assertThat(router.contains(SOME, block))
          .as("block %d", block)
          .isEqualTo((" " + left + " ").contains(" " + block + " "));
    }
    assertThat(router.residentBlocks(SOME)).hasValue(left.isEmpty() ? 0 : left.split(" ").length);
  }

  private void store(WorkerWithDpRank rank, long... blocks) {
    BlockHashes hashes = BlockHashes.of(blocks);
    router.apply(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), hashes, hashes));
  }

  private static BlockHashes hashes(String words) {
    return BlockHashes.of(Arrays.stream(words.split(" ")).mapToLong(Long::parseLong).toArray());
  }
}
