package kvproof.soak.dataplane.run;

import java.util.Optional;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.zmq.ZmqControlChannel;

/** Whoever has proof that an incarnation is dead, and tells targets so. */
final class Guard implements AutoCloseable {
  private static final String NAME = "guard";

  private final ControlChannel channel = ZmqControlChannel.bind("tcp://127.0.0.1:0");

  /**
   * Tells a target that whoever it had asked is dead.
   *
   * @param asked the endpoint that its hint named, as it stood there
   */
  void vouch(String targetEndpoint, String asked, long operation, String deadIncarnation) {
    var frame =
        new KvcrFrame.WriteProbeAck(
            Envelope.of(NAME, NAME, asked, targetEndpoint),
            operation,
            false,
            Optional.of(deadIncarnation));
    if (!channel.send(targetEndpoint, KvcrCodec.encode(frame))) {
      throw new ServiceFailure("nothing can be sent to the target at " + targetEndpoint);
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
