package kvproof.soak.dataplane.run;

import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;

/** The ways to start nodes. */
public final class NodeLaunchers {
  private NodeLaunchers() {}

  /** Each node is a process of its own. */
  public static NodeLauncher processes() {
    return NodeProcess::start;
  }

  /**
   * Each node is a thread of this process, over the same sockets.
   *
   * @param around what stands between a node's service and its agent
   */
  public static NodeLauncher threads(UnaryOperator<TransferAgent> around) {
    return name -> new NodeThread(name, around);
  }
}
