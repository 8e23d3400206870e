package kvproof.soak.dataplane.run;

import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;
import kvproof.soak.sim.ProofOfDeath;

/** Whoever has proof that an incarnation is dead, and tells targets so. */
final class Guard implements AutoCloseable {
  private final ControlChannel channel = ZmqControlChannel.bind("tcp://127.0.0.1:0");

  /**
   * Tells a target that whoever it had asked is dead.
   *
   * @param asked the endpoint that its hint named, as it stood there
   */
  void vouch(String targetEndpoint, String asked, long operation, String deadIncarnation) {
    byte[] frame = ProofOfDeath.frame(targetEndpoint, asked, operation, deadIncarnation);
    if (!channel.send(targetEndpoint, frame)) {
      throw new ServiceFailure("nothing can be sent to the target at " + targetEndpoint);
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
