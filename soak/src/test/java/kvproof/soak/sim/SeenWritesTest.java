package kvproof.soak.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeenWritesTest {
  private final InProcessFabric fabric = new InProcessFabric();
  private final TransferAgent bare = fabric.agent("near");
  private final SeenWrites near = new SeenWrites(bare);
  private final TransferAgent far = fabric.agent("far");
  private final TransferMemory nearMemory = near.allocate(MemoryKind.DRAM, 16);
  private final TransferMemory farMemory = far.allocate(MemoryKind.DRAM, 16);
  private final List<Descriptor> into = List.of(part(farMemory, 0), part(farMemory, 8));

  @BeforeEach
  void meet() {
    near.register(List.of(nearMemory.region()));
    far.register(List.of(farMemory.region()));
    near.load(far.metadata());
  }

  @Test
  void writeIsUnderWayFromItsPostingToItsLastByte() {
    TransferRequest write = write();
    assertThat(near.underWay()).isEmpty();

    write.post(new byte[0]);
    assertThat(near.underWay()).isEqualTo(into);
    write.poll();
    assertThat(near.underWay()).isEqualTo(into);
    assertThat(write.poll()).isEqualTo(new TransferStatus.Done());
    assertThat(near.underWay()).isEmpty();
  }

  @Test
  void writeThatWasCancelledIsOver() {
    TransferRequest write = write();
    write.post();
    write.cancel();
    write.poll();

    assertThat(near.underWay()).isEmpty();
  }

  @Test
  void writeWhoseEndNobodyKnowsStaysUnderWay() {
    TransferRequest write = write();
    write.post();
    write.poll();
    fabric.crash("far");
    write.poll();

    assertThat(near.underWay()).isEqualTo(into);
  }

  @Test
  void sidesOfAnotherAgentAreRefused() {
    PreparedDescriptors foreign = bare.prepareRemote("far", into);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> near.request(TransferOperation.WRITE, from(), foreign))
        .withMessageStartingWith("not prepared here: ");
  }

  private TransferRequest write() {
    return near.request(TransferOperation.WRITE, from(), near.prepareRemote("far", into));
  }

  private PreparedDescriptors from() {
    return near.prepareLocal(List.of(part(nearMemory, 0), part(nearMemory, 8)));
  }

  private static Descriptor part(TransferMemory memory, long offset) {
    return memory.region().slice(offset, 8);
  }
}
