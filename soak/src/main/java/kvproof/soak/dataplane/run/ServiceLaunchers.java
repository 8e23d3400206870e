package kvproof.soak.dataplane.run;

import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;

/** The ways to start services. */
public final class ServiceLaunchers {
  private ServiceLaunchers() {}

  /** Each process is a process of its own. */
  public static ServiceLauncher processes() {
    return ServiceProcess::start;
  }

  /**
   * Each process is a thread of this process, over the same sockets.
   *
   * @param around what stands between a process's service and its agent
   */
  public static ServiceLauncher threads(UnaryOperator<TransferAgent> around) {
    return name -> new ServiceThread(name, around);
  }
}
