package kvproof.gpu;

import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract on the real library: both agents in this process, host memory alone. */
@OnNixl
class NixlAgentContractTest extends TransferAgentContract {
  private NixlFabric fabric;

  @BeforeEach
  void openFabric() {
    fabric = new NixlFabric(NixlUnderTest.library());
  }

  @Override
  protected TransferAgent open(String name) {
    return fabric.agent(name);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @Override
  protected boolean has(MemoryKind kind) {
    return kind == MemoryKind.DRAM;
  }

  @AfterEach
  void closeFabric() {
    fabric.close();
  }
}
