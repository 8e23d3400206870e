package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.BlockHashes;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A device tier in memory that is reached through copies alone. */
class DeviceTierTest {
  private static final BlockLayout PARTS =
      BlockLayoutTest.layout("kv:k", 64, "scales", 16, "kv:v", 64);

  private final InProcessFabric fabric = new InProcessFabric();
  private KvWorker worker;
  private BlockPool device;

  @BeforeEach
  void open() {
    worker = new KvWorker(fabric.agent("worker"), PARTS, MemoryKind.VRAM, 4, 4);
    device = worker.device();
  }

  @AfterEach
  void nothingIsLeft() {
    worker.close();
    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void onlyTheDeviceTierIsOnTheDevice() {
    assertThat(worker.device().memory().regions())
        .extracting(MemoryRegion::kind)
        .containsOnly(MemoryKind.VRAM);
    assertThat(worker.host().memory().regions())
        .extracting(MemoryRegion::kind)
        .containsOnly(MemoryKind.DRAM);
    assertThat(worker.catalogue().framework().get("kv:k").kind()).isEqualTo(MemoryKind.VRAM);
    assertThat(worker.catalogue().owned().get("kv").kind()).isEqualTo(MemoryKind.DRAM);
  }

  @Test
  void storedBlocksHaveTheirBytesOnTheDevice() {
    device.store(BlockHashes.of(101, 102));

    assertThat(worker.wrongBlocks()).isEmpty();
    assertThat(device.inspect(device.slot(101).orElseThrow(), 101).isRight()).isTrue();
    assertThat(device.inspect(device.slot(101).orElseThrow(), 102).isRight()).isFalse();
  }

  @Test
  void bytesOfAnotherBlockAreFoundAndNamed() {
    device.store(BlockHashes.of(101, 102));

    device.fill(device.slot(101).orElseThrow(), 7);

    assertThat(worker.wrongBlocks())
        .containsExactly(new WrongBlock(101, new ContentFinding.OtherBlock(7)));
  }

  @Test
  void bytesThatAreReadAreACopy() {
    device.store(101);
    int slot = device.slot(101).orElseThrow();

    List<ByteBuffer> bytes = device.bytes(slot);
    bytes.forEach(part -> part.put(0, (byte) ~part.get(0)));

    assertThat(bytes).extracting(ByteBuffer::remaining).containsExactly(64, 16, 64);
    assertThat(device.inspect(slot, 101).isRight()).isTrue();
  }

  @Test
  void bytesLeftFromBeforeDoNotPassForDelivered() {
    device.store(101);
    int slot = device.slot(101).orElseThrow();
    device.evict(101);
    List<Integer> reserved = device.reserve(4).orElseThrow();
    assertThat(reserved).contains(slot);
    assertThat(device.inspect(slot, 101).isRight()).isTrue();

    device.expect(101, slot);

    assertThat(device.inspect(slot, 101).isRight()).isFalse();
    reserved.forEach(device::giveBack);
  }

  /** An agent whose memory of a device, as every real one's, cannot be looked at in place. */
  @Test
  void theMemoryItselfHasNoView() {
    TransferAgent agent = worker.agent();

    try (var memory = agent.allocate(MemoryKind.VRAM, 64)) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> memory.view(0, 64));
    }
  }
}
