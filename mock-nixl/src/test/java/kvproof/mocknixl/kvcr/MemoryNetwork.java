package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/** Control channels of one process: a frame is there at once, or waits for whoever binds later. */
final class MemoryNetwork {
  private final Map<String, List<byte[]>> waiting = new HashMap<>();

  /** Every frame that was sent, in order, lost ones included. */
  final List<KvcrFrame> sent = new ArrayList<>();

  /** Frames that are lost on their way. */
  Predicate<KvcrFrame> isLost = frame -> false;

  /** The frames of that type since the beginning. */
  <T extends KvcrFrame> List<T> sent(Class<T> type) {
    return sent.stream().filter(type::isInstance).map(type::cast).toList();
  }

  ControlChannel bind(String endpoint) {
    return new ControlChannel() {
      @Override
      public String endpoint() {
        return endpoint;
      }

      @Override
      public boolean send(String to, byte[] bytes) {
        if (!to.startsWith("tcp://")) {
          return false;
        }
        KvcrFrame frame = KvcrCodec.decode(bytes).orElseThrow();
        sent.add(frame);
        if (!isLost.test(frame)) {
          waiting.computeIfAbsent(to, unbound -> new ArrayList<>()).add(bytes);
        }
        return true;
      }

      @Override
      public List<byte[]> receive() {
        List<byte[]> taken = waiting.remove(endpoint);
        return taken == null ? List.of() : taken;
      }

      @Override
      public void close() {}
    };
  }
}
