package kvproof.mocknixl.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvproof.mocknixl.kvcr.ControlChannel;

/** Control channels of one process: a queue for each endpoint, whether anybody listens or not. */
final class TestNetwork {
  private final Map<String, Deque<byte[]>> queues = new LinkedHashMap<>();

  ControlChannel channel(String endpoint) {
    return new ControlChannel() {
      @Override
      public String endpoint() {
        return endpoint;
      }

      @Override
      public boolean send(String to, byte[] frame) {
        queue(to).add(frame.clone());
        return true;
      }

      @Override
      public List<byte[]> receive() {
        List<byte[]> frames = new ArrayList<>();
        while (!queue(endpoint).isEmpty() && frames.size() < MOST_FRAMES_PER_POLL) {
          frames.add(queue(endpoint).remove());
        }
        return frames;
      }

      @Override
      public void close() {
        queues.remove(endpoint);
      }
    };
  }

  private Deque<byte[]> queue(String endpoint) {
    return queues.computeIfAbsent(endpoint, ignored -> new ArrayDeque<>());
  }
}
