package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/** A control channel that keeps what is sent, and refuses endpoints that a test names. */
final class RecordingChannel implements ControlChannel {
  final Set<String> unsendable = new HashSet<>();
  private final List<Sent> sent = new ArrayList<>();

  record Sent(String endpoint, byte[] bytes) {
    KvcrFrame frame() {
      return KvcrCodec.decode(bytes).orElseThrow();
    }
  }

  /** What was sent since the last call. */
  List<Sent> take() {
    List<Sent> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }

  @Override
  public String endpoint() {
    return "tcp://127.0.0.1:29102";
  }

  @Override
  public boolean send(String endpoint, byte[] frame) {
    if (unsendable.contains(endpoint)) {
      return false;
    }
    sent.add(new Sent(endpoint, frame));
    return true;
  }

  @Override
  public List<byte[]> receive() {
    return List.of();
  }

  @Override
  public void close() {}
}
