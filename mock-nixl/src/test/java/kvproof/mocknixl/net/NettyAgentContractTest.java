package kvproof.mocknixl.net;

import java.util.List;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.AfterEach;

/** The contract over TCP: both agents in this process, each on a port of its own. */
class NettyAgentContractTest extends TransferAgentContract {
  private final NettyFabric fabric = new NettyFabric();

  @Override
  protected TransferAgent open(String name) {
    return fabric.agent(name);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @AfterEach
  void closeFabric() {
    fabric.close();
  }
}
