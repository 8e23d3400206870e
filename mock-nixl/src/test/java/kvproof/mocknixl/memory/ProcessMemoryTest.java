package kvproof.mocknixl.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {
  private final ProcessMemory process = new ProcessMemory();

  @Test
  void smallMemoryLiesOnTheHeapAndLargeMemoryDoesNot() {
    try (TransferMemory small = process.allocate(MemoryKind.DRAM, Storage.NATIVE_FROM_BYTES - 1);
        TransferMemory large = process.allocate(MemoryKind.DRAM, Storage.NATIVE_FROM_BYTES)) {

      assertThat(small.view(0, 1).isDirect()).isFalse();
      assertThat(large.view(0, 1).isDirect()).isTrue();
    }
    assertThat(process.leftovers()).isEmpty();
  }

  @Test
  void viewOfNativeMemoryIsOfNoUseAfterItsClose() {
    TransferMemory large = process.allocate(MemoryKind.DRAM, Storage.NATIVE_FROM_BYTES);
    ByteBuffer view = large.view(0, 8);
    large.close();

    assertThatIllegalStateException().isThrownBy(() -> view.getLong(0));
  }

  /** Three GiB, of which only the touched pages exist: a file with a hole. */
  @Test
  void memoryBeyondTwoGibibytesIsReachedToItsLastByte(@TempDir Path folder) throws IOException {
    long sizeBytes = 3L << 30;
    Arena arena = Arena.ofShared();
    try (FileChannel hole =
        FileChannel.open(
            folder.resolve("hole"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment bytes = hole.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, arena);
      MockMemory memory = process.keep(MemoryKind.DRAM, new Storage(bytes, Optional.of(arena)));
      AgentMemory agent = process.forAgent("agent");
      agent.register(List.of(memory.region()));

      agent.write(memory.region().slice(sizeBytes - 8, 8), 6, ByteBuffer.wrap(new byte[] {7, 8}));

      assertThat(memory.view(sizeBytes - 2, 2).getShort()).isEqualTo((short) 0x0807);
      assertThat(agent.holds(memory.region().whole())).isTrue();
      agent.deregisterAll();
      memory.close();
    }
  }

  @Test
  void memoryStaysUntilEveryAgentHasLetItGo() {
    TransferMemory memory = process.allocate(MemoryKind.DRAM, 64);
    AgentMemory one = process.forAgent("one");
    AgentMemory other = process.forAgent("other");
    one.register(List.of(memory.region()));
    other.register(List.of(memory.region()));
    one.deregisterAll();

    NearAndFar.refused(Category.IN_USE, memory::close);
    other.deregisterAll();
    memory.close();
    assertThat(process.leftovers()).isEmpty();
  }

  @Test
  void bytesThatAreNotRegisteredAreNeitherReadNorWritten() {
    try (TransferMemory memory = process.allocate(MemoryKind.DRAM, 8)) {
      AgentMemory agent = process.forAgent("agent");
      ByteBuffer eight = ByteBuffer.wrap(new byte[] {1, 1, 1, 1, 1, 1, 1, 1});

      assertThat(agent.write(memory.region().whole(), 0, eight)).isFalse();
      assertThat(agent.read(memory.region().whole(), 0, eight)).isFalse();
      assertThat(agent.bytes(memory.region().whole())).isEmpty();
      assertThat(memory.view(0, 8).getLong()).isZero();
    }
  }
}
