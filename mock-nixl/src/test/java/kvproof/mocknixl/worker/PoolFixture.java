package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.AfterEach;

/** Workers on one fabric; after each test they close and leave nothing behind. */
abstract class PoolFixture {
  static final BlockLayout PARTS = BlockLayoutTest.layout("kv:k", 64, "scales", 16, "kv:v", 64);

  final InProcessFabric fabric = new InProcessFabric();
  final List<KvWorker> opened = new ArrayList<>();

  KvWorker worker(String name, int deviceSlots, int hostSlots) {
    KvWorker worker = new KvWorker(fabric.agent(name), PARTS, deviceSlots, hostSlots);
    opened.add(worker);
    return worker;
  }

  BlockPool pool(int slots) {
    return worker("pool", 0, slots).host();
  }

  /** Blocks 101.. are numbered 1.. */
  static BlockHashes blocks(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(100 + first, 100 + last).toArray());
  }

  @AfterEach
  void everyHeldByteIsRightAndNothingIsLeft() {
    for (KvWorker worker : opened.reversed()) {
      assertThat(worker.wrongBlocks()).isEmpty();
      worker.close();
    }
    assertThat(fabric.leftovers()).isEmpty();
  }
}
