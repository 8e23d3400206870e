package kvproof.soak.dataplane.run;

import java.time.Duration;
import kvproof.mocknixl.throughput.FarEnd;
import kvproof.mocknixl.throughput.Throughput;

/**
 * Measures writes from this process into another one, which stays for several measurements. For one
 * thread; closing it ends the other process.
 */
public final class SpeedRun implements AutoCloseable {
  private final ServiceClient other;

  /** Starts the other process; {@link ServiceFailure} if that cannot be done. */
  public SpeedRun(ServiceLauncher launcher) {
    String name = "for throughput";
    this.other = new ServiceClient(name, launcher.launch(name));
  }

  /**
   * Requests of so many blocks of so many bytes, beside a plain connection between the same two
   * processes; every block's bytes are looked at, outside what is measured.
   *
   * @param patience about how long to go on
   */
  public Throughput measure(int blocks, int blockBytes, Duration patience) {
    FarEnd.Address far = other.openFarEnd(blocks, blockBytes);
    try {
      return Throughput.between(far, other::takeRightBlocks, blocks, blockBytes, patience);
    } finally {
      other.closeFarEnd();
    }
  }

  @Override
  public void close() {
    other.close();
  }
}
