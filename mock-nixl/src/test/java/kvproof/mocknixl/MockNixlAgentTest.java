package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.Interference;
import kvproof.testkit.transfer.NearAndFar;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract on the stand-in, and what it promises beyond the contract. */
class MockNixlAgentTest {
  private final InProcessFabric fabric = new InProcessFabric();

  @Nested
  class Contract extends TransferAgentContract {
    @Override
    protected TransferAgent open(String name) {
      return fabric.agent(name);
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }

    @Override
    protected Interference interference() {
      return new AtPollsOnly();
    }
  }

  /** The same between devices' memory, which nothing views. */
  @Nested
  class ContractOnDevices extends Contract {
    @Override
    protected MemoryKind kind() {
      return MemoryKind.VRAM;
    }
  }

  @Nested
  class BeyondTheContract extends NearAndFar {
    @Override
    protected TransferAgent open(String name) {
      return fabric.agent(name);
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }

    @Test
    void eachPollMovesOneDescriptor() {
      TransferRequest request =
          near.request(
              TransferOperation.WRITE,
              near.prepareLocal(slices(nearMemory, 2, 0, 2, 4)),
              near.prepareRemote("far", slices(farMemory, 2, 0, 2, 4)));
      request.post();
      assertThat(text(farMemory, 0, 6)).isEqualTo("ffffff");

      request.poll();
      assertThat(text(farMemory, 0, 6)).isEqualTo("nnffff");
      request.poll();
      assertThat(text(farMemory, 0, 6)).isEqualTo("nnnnff");
      assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 6)).isEqualTo("nnnnnn");
    }

    @Test
    void memoryThatThePeerTookBackIsNotWritten() {
      TransferRequest request = eightBytes(TransferOperation.WRITE);
      request.post(bytes("never"));
      far.deregister(List.of(farMemory.region()));

      assertThat(request.poll())
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class,
              failed -> assertThat(failed.category()).isEqualTo(Category.DISCONNECTED));
      assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("f".repeat(SIZE_BYTES));
      assertThat(far.takeNotifications()).isEmpty();
    }

    @Test
    void peerThatDiesBeforeAByteHasMovedLeavesAQuietFailure() {
      TransferRequest request = eightBytes(TransferOperation.WRITE);
      request.post(bytes("never"));
      fabric.crash("far");

      assertThat(request.poll())
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isTrue());
      request.close();
      near.deregister(List.of(nearMemory.region()));
    }

    /** As between processes: what was sent may still be written, for all that can be known. */
    @Test
    void peerThatDiesInMidTransferLeavesItUncertainAndItsMemoryInUse() {
      TransferRequest request =
          near.request(
              TransferOperation.WRITE,
              near.prepareLocal(slices(nearMemory, 2, 0, 2, 4)),
              near.prepareRemote("far", slices(farMemory, 2, 0, 2, 4)));
      request.post();
      request.poll();
      fabric.crash("far");

      assertThat(request.poll())
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isFalse());
      refused(Category.IN_USE, request::post);
      refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));
    }

    @Test
    void restartedPeerIsNotWrittenThroughOldMetadata() {
      TransferRequest request = eightBytes(TransferOperation.WRITE);
      far.close();
      TransferAgent restarted = agent("far");
      restarted.register(List.of(farMemory.region()));
      request.post();

      assertThat(request.poll()).isInstanceOf(TransferStatus.Failed.class);
      assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("f".repeat(SIZE_BYTES));
      refused(Category.DISCONNECTED, () -> near.notifyPeer("far", bytes("hello")));
    }
  }

  @Test
  void addressesAreTheSameInEveryRunAndNeverUsedTwice() {
    long first = firstAddress(new InProcessFabric());
    assertThat(firstAddress(new InProcessFabric())).isEqualTo(first);

    InProcessFabric one = new InProcessFabric();
    assertThat(firstAddress(one)).isEqualTo(first);
    assertThat(firstAddress(one)).isNotEqualTo(first);
  }

  private static long firstAddress(InProcessFabric fabric) {
    try (TransferAgent agent = fabric.agent("a");
        TransferMemory memory = agent.allocate(MemoryKind.DRAM, 10)) {
      return memory.region().address();
    }
  }

  @Test
  void leftoversNameAgentsAndMemory() {
    TransferAgent agent = fabric.agent("a");
    TransferMemory memory = agent.allocate(MemoryKind.DRAM, 10);
    agent.register(List.of(memory.region()));

    assertThat(fabric.leftovers())
        .containsExactly(
            "agent a: 1 regions, 0 requests, 0 notifications",
            "memory DRAM:0 0x0000000010000000+10");
  }
}
