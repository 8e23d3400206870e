package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

/** An index that chains come into and leave again is as small as before. */
class ChainsThatGoTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
  private static final int BLOCKS = 140;
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;

  private final TieredIndex index = new TieredIndex();

  @Test
  void fs61RemovedChainsLeaveNothingBehind() {
    store(0);
    index.apply(new Removed(RANK, StorageTier.DEVICE, hashes(0)));
    int atFirst = index.device().runs();

    for (int chain = 1; chain < FEW; chain++) {
      comeAndGo(chain, atFirst);
    }
    long bytesAfterFew = liveBytes();
    for (int chain = FEW; chain < MANY; chain++) {
      comeAndGo(chain, atFirst);
    }

    assertThat(atFirst).isZero();
    assertThat(index.heldBlocks()).isEmpty();
    assertThat(liveBytes()).isLessThan(bytesAfterFew + bytesAfterFew / 20);
  }

  /** The measure sees what stays: a hundredth of the chains is more than it lets pass. */
  @Test
  void chainsThatStayAreSeen() {
    long before = liveBytes();
    for (int chain = 0; chain < MANY / 100; chain++) {
      store(chain);
    }

    assertThat(index.device().runs()).isEqualTo(MANY / 100);
    assertThat(liveBytes()).isGreaterThan(before + before / 20);
    assertThat(index.heldBlocks()).hasSize(BLOCKS * MANY / 100);
  }

  private void comeAndGo(int chain, int atFirst) {
    store(chain);
    index.apply(new Removed(RANK, StorageTier.DEVICE, hashes(chain)));
    assertThat(index.device().runs()).isEqualTo(atFirst);
  }

  private void store(int chain) {
    index.apply(
        new Stored(RANK, StorageTier.DEVICE, OptionalLong.empty(), hashes(chain), hashes(chain)));
  }

  private static BlockHashes hashes(int chain) {
    long[] hashes = new long[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      hashes[i] = (long) chain * BLOCKS + i + 1;
    }
    return BlockHashes.of(hashes);
  }

  /** What is left after a collection. */
  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
