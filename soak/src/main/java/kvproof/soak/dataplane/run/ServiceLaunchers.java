package kvproof.soak.dataplane.run;

import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;

/** The ways to start them. */
public final class ServiceLaunchers {
  private ServiceLaunchers() {}

  /** Each is a Java process of its own. */
  public static ServiceLauncher processes() {
    return ServiceProcess::start;
  }

  /**
   * Each is a thread of this process, over the same sockets.
   *
   * @param around what stands between a service and its agent
   */
  public static ServiceLauncher threads(UnaryOperator<TransferAgent> around) {
    return name -> new ServiceThread(name, around);
  }
}
