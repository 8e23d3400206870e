package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InventoriesTest {
  private static final String BASE = "store 1/0 device root 1:101 2:102 3:103 4:104\n";

  /** What 1/0 holds on the device after one more step; parent/local:external in hash order. */
  @ParameterizedTest
  @CsvSource({
    "store 1/0 device 104 5:105,     root/1:101 101/2:102 102/3:103 103/4:104 104/5:105",
    "store 1/0 device 102 3:103,     root/1:101 101/2:102 102/3:103 103/4:104",
    "store 1/0 device 101 2:202,     root/1:101 102/3:103 103/4:104 101/2:202",
    "store 1/0 device root 7:102,    root/1:101 root/7:102 102/3:103 103/4:104",
    "store 1/0 device root 1:104,    101/2:102 102/3:103 root/1:104",
    "store 1/0 device 104 5:104,     root/1:101 101/2:102 102/3:103 103/4:104",
    "store 1/0 device 104 5:105 6:105, root/1:101 101/2:102 102/3:103 103/4:104",
    "remove 1/0 device 102 999 104,  root/1:101 102/3:103",
    "remove 1/0 host_pinned 102,     root/1:101 101/2:102 102/3:103 103/4:104",
    "clear 1/1,                      root/1:101 101/2:102 102/3:103 103/4:104",
    "clear K1,                       root/1:101 101/2:102 102/3:103 103/4:104",
    "clear 1/0,                      ''",
    "remove-rank 1/0,                ''",
    "remove-worker 1,                ''",
    "remove-worker 2,                root/1:101 101/2:102 102/3:103 103/4:104",
  })
  void stepLeaves(String step, String expected) {
    assertThat(device(BASE + step)).isEqualTo(expected);
  }

  @Test
  void workerRemovalLeavesCacheOwnersAlone() {
    Inventories inventories = after("store K1 disk root 1:101\nremove-worker 1\nclear 1/0");

    assertThat(inventories.owners()).hasSize(1);
  }

  @Test
  void cacheOwnerHoldsNothingOnTheDevice() {
    assertThat(after("store K1 device root 1:101").owners()).isEmpty();
  }

  private static String device(String lines) {
    return after(lines).blocks(new WorkerWithDpRank(1, 0), StorageTier.DEVICE).stream()
        .sorted(HeldBlock.DUMP_ORDER)
        .map(InventoriesTest::print)
        .collect(Collectors.joining(" "));
  }

  private static String print(HeldBlock block) {
    String parent =
        block.parent().isPresent() ? HashText.print(block.parent().getAsLong()) : "root";
    return parent + "/" + block.localHash() + ":" + block.externalHash();
  }

  private static Inventories after(String lines) {
    Inventories inventories = new Inventories();
    TestCases.events(lines).forEach(inventories::apply);
    return inventories;
  }
}
