package kvproof.gpu;

import java.util.List;
import kvproof.gpu.cuda.CudaDriver;
import kvproof.gpu.cuda.RealDevice;
import kvproof.gpu.memory.DeviceMemorySource;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract on the real library between memory of a GPU; skipped, and says so, without one.
 *
 * <p>The driver's stand-in is of no use here: UCX asks the driver what an address is, and the
 * library refuses to register host memory as a device's.
 */
@OnNixl
class NixlDeviceContractTest extends TransferAgentContract {
  private static CudaDriver driver;

  private NixlFabric fabric;

  @BeforeAll
  static void findTheDevice() {
    driver = RealDevice.driverOrSkip();
  }

  @BeforeEach
  void openFabric() {
    fabric =
        new NixlFabric(
            NixlUnderTest.library(), new ProcessMemory(new DeviceMemorySource(() -> driver, 0)));
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
  protected MemoryKind kind() {
    return MemoryKind.VRAM;
  }

  @AfterEach
  void closeFabric() {
    fabric.close();
  }
}
