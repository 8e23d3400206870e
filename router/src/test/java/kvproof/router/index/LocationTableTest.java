package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.HashCommon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LocationTableTest {
  private static final OwnerSet NOBODY = new OwnerSets().empty();
  private static final int BLOCKS = 100_000;
  private static final int CROWD = 600;

  private final RunTable runs = new RunTable();
  private final LocationTable table = new LocationTable(runs);

  private Run run(int blocks) {
    Run run = new Run(true, 0, blocks);
    runs.add(run);
    for (int block = 0; block < blocks; block++) {
      table.reserve(1);
      run.append(block, block, NOBODY);
      table.add(block, LocationTable.pack(run.slot, block));
    }
    return run;
  }

  @Test
  void manyHashesAreFoundThroughEveryGrowthAndShrinking() {
    Run run = run(BLOCKS);
    table.approach(run.external, 0, BLOCKS);

    for (int left = BLOCKS; left > 0; left /= 10) {
      for (int block = left; block < run.length; block++) {
        table.remove(block, LocationTable.pack(run.slot, block));
      }
      run.truncate(left);
      table.tidy();
      for (int block = 0; block < BLOCKS; block++) {
        long expected = block < left ? LocationTable.pack(run.slot, block) : LocationTable.NONE;
        assertThat(table.first(block)).isEqualTo(expected);
      }
    }
  }

  /** A poor choice of the bucket fills some of them, a poor mark is met everywhere. */
  @Test
  void hashesInARowSpreadOverTheTable() {
    run(BLOCKS);

    assertThat(LongStream.range(0, BLOCKS).filter(hash -> table.bucketsSearched(hash) > 2).count())
        .isLessThan(BLOCKS / 100);
    assertThat(LongStream.range(0, BLOCKS).map(table::locationsRead).sum())
        .isBetween((long) BLOCKS, BLOCKS + BLOCKS / 20L);
  }

  /** More of one bucket than a byte counts: they are found, and stay to be found when many go. */
  @Test
  void hundredsOfHashesThatBelongIntoOneBucketAreFound() {
    Run run = new Run(true, 0, CROWD);
    runs.add(run);
    long[] hashes =
        LongStream.range(0, CROWD).map(block -> HashCommon.invMix(block << 40 | 3)).toArray();
    for (int block = 0; block < CROWD; block++) {
      table.reserve(1);
      run.append(block, hashes[block], NOBODY);
      table.add(hashes[block], LocationTable.pack(run.slot, block));
    }
    for (int left = CROWD; left > 0; left -= 50) {
      for (int block = 0; block < CROWD; block++) {
        assertThat(table.first(hashes[block]))
            .isEqualTo(block < left ? LocationTable.pack(run.slot, block) : LocationTable.NONE);
      }
      for (int block = left - 50; block < left; block++) {
        table.remove(hashes[block], LocationTable.pack(run.slot, block));
      }
    }
  }

  /** Some share the check too. */
  @Test
  void hashesThatShareAMarkAreToldApartAndMoved() {
    long[] hashes = new long[4];
    for (int block = 0; block < hashes.length; block++) {
      long mark = 0x77L << 56;
      long check = (block & 1L) << 48;
      hashes[block] = HashCommon.invMix(mark | check | (long) block << 30 | 1);
    }
    Run run = new Run(true, 0, hashes.length);
    runs.add(run);
    for (int block = 0; block < hashes.length; block++) {
      table.reserve(1);
      run.append(block, hashes[block], NOBODY);
      table.add(hashes[block], LocationTable.pack(run.slot, block));
    }
    Run other = new Run(true, 1, 1);
    runs.add(other);
    other.append(9, hashes[3], NOBODY);
    table.reserve(1);
    table.add(hashes[3], LocationTable.pack(other.slot, 0));

    for (int block = 0; block < hashes.length; block++) {
      assertThat(table.first(hashes[block])).isEqualTo(LocationTable.pack(run.slot, block));
    }
    table.remove(hashes[3], LocationTable.pack(run.slot, 3));
    assertThat(table.first(hashes[3])).isEqualTo(LocationTable.pack(other.slot, 0));
    table.remove(hashes[1], LocationTable.pack(run.slot, 1));
    assertThat(table.first(hashes[1])).isEqualTo(LocationTable.NONE);
    assertThat(table.first(hashes[3])).isEqualTo(LocationTable.pack(other.slot, 0));
  }

  /** A thread that looks while another one changes the table disturbs nobody. */
  @Test
  void glanceWhileTheTableGrowsChangesNothing() throws InterruptedException {
    var hashes = LongStream.range(0, 1_000).toArray();
    var isDone = new AtomicBoolean();
    var hasBegun = new CountDownLatch(1);
    var glancing =
        CompletableFuture.supplyAsync(
            () -> {
              long sum = 0;
              while (!isDone.get()) {
                sum += table.glance(hashes);
                hasBegun.countDown();
              }
              return sum;
            });

    Run run;
    try {
      hasBegun.await();
      run = run(BLOCKS);
    } finally {
      isDone.set(true);
    }

    assertThat(glancing).succeedsWithin(Duration.ofSeconds(20));
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(table.first(block)).isEqualTo(LocationTable.pack(run.slot, block));
    }
  }

  /**
   * Small tables come and go; each is built from all slots of runs that were ever used together.
   */
  @Test
  void manyRunsOfThePastMakeNoSmallTableDear() {
    List<Run> many = new ArrayList<>();
    for (int block = 0; block < 1_000; block++) {
      many.add(oneBlock(block));
    }
    for (Run run : many.subList(1, many.size())) {
      remove(run);
    }
    table.tidy();
    long before = table.rebuilds();
    for (int round = 0; round < 100; round++) {
      List<Run> few = new ArrayList<>();
      for (int block = 1; block <= 20; block++) {
        few.add(oneBlock(1_000 + block));
      }
      few.forEach(this::remove);
      table.tidy();
    }
    assertThat(table.rebuilds() - before).isLessThan(3);

    remove(many.getFirst());
    assertThat(runs.usedSlots()).isZero();
  }

  private Run oneBlock(long hash) {
    Run run = new Run(true, 0, 1);
    runs.add(run);
    table.reserve(1);
    run.append(hash, hash, NOBODY);
    table.add(hash, LocationTable.pack(run.slot, 0));
    return run;
  }

  private void remove(Run run) {
    table.remove(run.external[0], LocationTable.pack(run.slot, 0));
    runs.remove(run);
  }
}
