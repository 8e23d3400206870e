package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LocationTableTest {
  private static final OwnerSet NOBODY = new OwnerSets().empty();
  private static final int BLOCKS = 100_000;

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

  /**
   * Three in a hundred thousand buckets would be full by chance; a poor mark or bucket fills many.
   */
  @Test
  void hashesInARowSpreadOverTheTable() {
    run(BLOCKS);

    assertThat(LongStream.range(0, BLOCKS).filter(hash -> table.bucketsSearched(hash) > 2).count())
        .isLessThan(BLOCKS / 100);
  }
}
