package kvproof.soak.dataplane.run;

import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.service.FabricChoice;

/** The ways to start them. */
public final class ServiceLaunchers {
  private ServiceLaunchers() {}

  /** Each is a Java process of its own, over this fabric. */
  public static ServiceLauncher processes(FabricChoice fabric) {
    return over(fabric, name -> ServiceProcess.start(name, fabric));
  }

  /**
   * Each is a thread of this process, over the same sockets.
   *
   * @param around what stands between a service and its agent
   */
  public static ServiceLauncher threads(UnaryOperator<TransferAgent> around) {
    return threads(FabricChoice.mock(), around);
  }

  /** As {@link #threads(UnaryOperator)}, over this fabric. */
  public static ServiceLauncher threads(FabricChoice fabric, UnaryOperator<TransferAgent> around) {
    return over(fabric, name -> new ServiceThread(name, fabric, around));
  }

  private static ServiceLauncher over(FabricChoice fabric, ServiceLauncher launcher) {
    return new ServiceLauncher() {
      @Override
      public ServiceLink launch(String name) {
        return launcher.launch(name);
      }

      @Override
      public boolean knowsUnsentWrites() {
        return fabric.isMock();
      }
    };
  }
}
