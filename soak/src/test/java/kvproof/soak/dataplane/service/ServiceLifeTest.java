package kvproof.soak.dataplane.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServiceLifeTest {
  private final List<CountedMemory> allocated = new ArrayList<>();

  private static OpenOrder order(String endpoint) {
    return OpenOrder.undisturbed(
        "a", endpoint, BlockLayout.whole(64), 2, Duration.ofSeconds(1), Side.TARGET);
  }

  /** Remembers what it has allocated. */
  private class Counting extends ForwardingAgent {
    Counting(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
      CountedMemory memory = new CountedMemory(super.allocate(kind, sizeBytes));
      allocated.add(memory);
      return memory;
    }
  }

  /** Cannot describe itself, which is asked for when all memory is there. */
  private final class Dumb extends Counting {
    Dumb(TransferAgent agent) {
      super(agent);
    }

    @Override
    public AgentMetadata metadata() {
      throw new IllegalStateException("dumb");
    }
  }

  private static final class CountedMemory implements TransferMemory {
    private final TransferMemory memory;
    private boolean isClosed;

    CountedMemory(TransferMemory memory) {
      this.memory = memory;
    }

    @Override
    public MemoryRegion region() {
      return memory.region();
    }

    @Override
    public void write(long offsetBytes, ByteBuffer from) {
      memory.write(offsetBytes, from);
    }

    @Override
    public void read(long offsetBytes, ByteBuffer into) {
      memory.read(offsetBytes, into);
    }

    @Override
    public ByteBuffer view(long offsetBytes, int sizeBytes) {
      return memory.view(offsetBytes, sizeBytes);
    }

    @Override
    public void close() {
      isClosed = true;
      memory.close();
    }
  }

  @Test
  void aServiceThatCannotBeOpenedLeavesNoMemoryAndNoSocket() {
    String endpoint;
    try (ControlChannel channel = ZmqControlChannel.bind("tcp://127.0.0.1:0")) {
      endpoint = channel.endpoint();
    }

    assertThatIllegalStateException()
        .isThrownBy(() -> ServiceLife.open(order(endpoint), FabricChoice.mock(), Dumb::new))
        .withMessage("dumb");

    assertThat(allocated).hasSize(2).allMatch(memory -> memory.isClosed);
    ServiceLife next =
        ServiceLife.open(order(endpoint), FabricChoice.mock(), UnaryOperator.identity());
    next.abandon();
  }

  @Test
  void aServiceThatIsAbandonedLeavesNoMemory() {
    ServiceLife life =
        ServiceLife.open(order("tcp://127.0.0.1:0"), FabricChoice.mock(), Counting::new);

    life.abandon();

    assertThat(allocated).hasSize(2).allMatch(memory -> memory.isClosed);
  }
}
