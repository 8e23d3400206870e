package kvproof.mocknixl.net;

import java.io.IOException;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.model.transfer.TransferFabric;
import kvproof.testkit.transfer.OwnedBytes;
import kvproof.testkit.transfer.TwoProcessesContract;

/** The contract between processes over TCP. */
class TwoProcessesTest extends TwoProcessesContract {
  /** The owner's process. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      OwnedBytes.serve(new NettyFabric("127.0.0.1", new ProcessMemory()));
    }
  }

  @Override
  protected TransferFabric openFabric() {
    return new NettyFabric();
  }

  @Override
  protected Class<?> ownerMain() {
    return Owner.class;
  }
}
