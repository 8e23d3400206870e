package kvproof.mocknixl.net;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.Interference;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.AfterEach;

/** The contract over TCP: both agents in this process, each on a port of its own. */
class NettyAgentContractTest extends TransferAgentContract {
  private final NettyFabric fabric = new NettyFabric();
  private final Map<String, NettyAgent> agents = new TreeMap<>();

  @Override
  protected TransferAgent open(String name) {
    NettyAgent agent = fabric.agent(name);
    agents.put(name, agent);
    return agent;
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @Override
  protected Interference interference() {
    return new HeldConnections(fabric, agents);
  }

  @AfterEach
  void closeFabric() {
    fabric.close();
  }
}
