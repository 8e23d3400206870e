package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/** A control channel with nobody at the other end: keeps what is sent, hands out what is put in. */
final class FakeChannel implements ControlChannel {
  /** A frame that left, and where to. */
  record Sent(String endpoint, KvcrFrame frame) {}

  private final String endpoint;
  private final List<Sent> sent = new ArrayList<>();
  private final List<byte[]> arrived = new ArrayList<>();

  FakeChannel(String endpoint) {
    this.endpoint = endpoint;
  }

  void arrive(byte[] frame) {
    arrived.add(frame);
  }

  /** What was sent since the last call, read back from its bytes. */
  List<Sent> takeSent() {
    List<Sent> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }

  @Override
  public String endpoint() {
    return endpoint;
  }

  @Override
  public boolean send(String to, byte[] frame) {
    return sent.add(new Sent(to, KvcrCodec.decode(frame).orElseThrow()));
  }

  @Override
  public List<byte[]> receive() {
    List<byte[]> taken = List.copyOf(arrived);
    arrived.clear();
    return taken;
  }

  @Override
  public void close() {}
}
