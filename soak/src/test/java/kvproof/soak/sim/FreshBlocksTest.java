package kvproof.soak.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.transfer.Descriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FreshBlocksTest {
  private final InProcessFabric fabric = new InProcessFabric();
  private final KvWorker worker = new KvWorker(fabric.agent("t"), BlockLayout.whole(64), 0, 4);
  private final BlockPool host = worker.host();
  private final FreshBlocks fresh = new FreshBlocks(worker);

  @Test
  void everyFreeSlotIsUsedAndGivenBack() {
    host.reserve(1);
    host.store(7);
    fresh.fill();
    assertThat(host.freeSlots()).isZero();
    assertThat(host.hashes().size()).isEqualTo(3);

    fresh.clear();
    assertThat(host.freeSlots()).isEqualTo(2);
    assertThat(host.holds(7)).isTrue();
  }

  @Test
  void slotThatIsFreedLaterIsUsedThen() {
    int slot = host.reserve(1).orElseThrow().getFirst();
    fresh.fill();
    host.giveBack(slot);
    fresh.fill();

    assertThat(host.freeSlots()).isZero();
    fresh.clear();
    assertThat(host.freeSlots()).isEqualTo(4);
  }

  @Test
  void blockThatALateWriteHasSpoiltIsFoundOut() {
    fresh.fill();
    host.bytes(2).getFirst().put(63, (byte) 1);

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(fresh::clear)
        .withMessageStartingWith("a late write has spoilt block 777777777777000");
  }

  @Test
  void blockThatIsGoneIsFoundOut() {
    fresh.fill();
    host.evict(OtherBlocks.fresh(0));

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(fresh::clear)
        .withMessage("lost: block 7777777777770000");
  }

  @Test
  @Tag("FS-47")
  void blockWhereAWriteIsUnderWayIsFoundOut() {
    int reserved = host.reserve(1).orElseThrow().getFirst();
    List<Descriptor> underWay = List.of(host.parts(reserved).getFirst().bytes());
    fresh.fill();
    assertThatNoException().isThrownBy(() -> fresh.requireApartFrom(underWay));

    host.giveBack(reserved);
    fresh.fill();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> fresh.requireApartFrom(underWay))
        .withMessageEndingWith("is held where a write is still under way");
  }
}
