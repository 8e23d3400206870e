package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Runs in which an owner has no block any more are forgotten, and no others. */
class RunsThatOwnersLeftTest {
  private static final int RANKS = 3;
  private static final int CHAINS = 400;
  private static final int BLOCKS = 3;
  private static final int CHANGES = 20_000;

  private record Block(WorkerWithDpRank rank, long hash) {}

  private final TieredIndex index = new TieredIndex();
  private final Set<Block> held = new HashSet<>();

  private static WorkerWithDpRank rank(int number) {
    return new WorkerWithDpRank(number, 0);
  }

  /** The first so many blocks of a chain. */
  private static BlockHashes hashes(int chain, int from, int to) {
    long[] hashes = new long[to - from];
    for (int i = from; i < to; i++) {
      hashes[i - from] = 10L * chain + i + 1;
    }
    return BlockHashes.of(hashes);
  }

  private void store(WorkerWithDpRank rank, int chain) {
    BlockHashes hashes = hashes(chain, 0, BLOCKS);
    index.apply(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), hashes, hashes));
    hashes.stream().forEach(hash -> held.add(new Block(rank, hash)));
  }

  private void remove(WorkerWithDpRank rank, int chain, int from) {
    BlockHashes hashes = hashes(chain, from, BLOCKS);
    index.apply(new Removed(rank, StorageTier.DEVICE, hashes));
    hashes.stream().forEach(hash -> held.remove(new Block(rank, hash)));
  }

  private void clear(WorkerWithDpRank rank) {
    index.apply(Cleared.of(rank));
    held.removeIf(block -> block.rank().equals(rank));
  }

  /** Ranks hold few of many chains at a time, so that runs are left all the while. */
  @Test
  void whatIsHeldStaysHeldAndAClearFindsAllOfIt() {
    var random = new SeededRandom(11);
    for (int change = 1; change <= CHANGES; change++) {
      WorkerWithDpRank rank = rank(random.below(RANKS));
      store(rank, random.below(CHAINS));
      for (int i = 0; i < 40; i++) {
        remove(rank, random.below(CHAINS), random.below(BLOCKS));
      }
      if (random.below(1_000) == 0) {
        clear(rank);
      }
      if (change % 2_000 == 0) {
        assertThat(index.heldBlocks().stream().map(RunsThatOwnersLeftTest::block))
            .containsExactlyInAnyOrderElementsOf(held);
      }
    }
    for (int number = 0; number < RANKS; number++) {
      clear(rank(number));
    }
    assertThat(index.heldBlocks()).isEmpty();
    assertThat(index.device().runs()).isZero();
  }

  private static Block block(HeldBlock block) {
    return new Block((WorkerWithDpRank) block.owner(), block.externalHash());
  }

  /** It passed through every run, and holds one: the clear looks at few. */
  @Test
  void fs63ClearAfterManyRunsWereLeftIsAsCheapAsWhatIsHeld() {
    WorkerWithDpRank other = rank(1);
    WorkerWithDpRank passer = rank(2);
    for (int chain = 0; chain < CHAINS; chain++) {
      store(other, chain);
      store(passer, chain);
      remove(passer, chain, 0);
    }
    store(passer, 0);

    long before = index.segmentsVisited();
    clear(passer);

    assertThat(index.segmentsVisited() - before).isBetween(1L, 64L + 2 * BLOCKS);
    assertThat(index.device().held(index.owners().find(other))).isEqualTo(CHAINS * BLOCKS);
  }
}
