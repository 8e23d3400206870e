package kvproof.mocknixl.fault;

import java.util.List;
import kvproof.mocknixl.kvcr.ControlChannel;

/** Passes every call on; a misfortune overrides the calls that it strikes. */
public class ForwardingChannel implements ControlChannel {
  private final ControlChannel channel;

  public ForwardingChannel(ControlChannel channel) {
    this.channel = channel;
  }

  @Override
  public String endpoint() {
    return channel.endpoint();
  }

  @Override
  public boolean send(String endpoint, byte[] frame) {
    return channel.send(endpoint, frame);
  }

  @Override
  public List<byte[]> receive() {
    return channel.receive();
  }

  @Override
  public void close() {
    channel.close();
  }
}
