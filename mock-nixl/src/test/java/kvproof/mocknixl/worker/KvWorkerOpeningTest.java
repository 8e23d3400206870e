package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.fault.ForwardingAgent;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A worker that fails to open, at each of its steps: two pools for either tier, then registering.
 */
class KvWorkerOpeningTest {
  private static final int STEPS = 5;
  private static final BlockLayout PARTS = PoolFixture.PARTS;

  /** Refuses the one step of that number, counted from 1. */
  private static final class Refusing extends ForwardingAgent {
    private final int refused;
    private final Supplier<? extends RuntimeException> how;
    private int steps;

    Refusing(TransferAgent agent, int refused, Supplier<? extends RuntimeException> how) {
      super(agent);
      this.refused = refused;
      this.how = how;
    }

    private void step() {
      if (++steps == refused) {
        throw how.get();
      }
    }

    @Override
    public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
      step();
      return super.allocate(kind, sizeBytes);
    }

    @Override
    public void register(List<MemoryRegion> regions) {
      step();
      super.register(regions);
    }
  }

  private final InProcessFabric fabric = new InProcessFabric();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, STEPS})
  void workerThatFailsToOpenLeavesNoMemoryAndTheAgentToItsCaller(int step) {
    TransferAgent agent = fabric.agent("worker");
    var refusing =
        new Refusing(agent, step, () -> new TransferException(Category.OUT_OF_MEMORY, "step"));

    assertThatThrownBy(() -> new KvWorker(refusing, PARTS, 2, 3))
        .isInstanceOf(TransferException.class);

    assertThat(agent.registeredRegions()).isEmpty();
    agent.close();
    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void openingTakesNoMoreStepsThanAreTested() {
    var agent = new Refusing(fabric.agent("worker"), 0, IllegalStateException::new);

    new KvWorker(agent, PARTS, 2, 3).close();

    assertThat(agent.steps).isEqualTo(STEPS);
    assertThat(fabric.leftovers()).isEmpty();
  }
}
