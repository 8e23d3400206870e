package kvproof.soak.sim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.ControlChannel;

/**
 * The control network of one case in virtual time: a queue for every endpoint, whoever listens.
 *
 * <p>A frame takes its time and then waits until somebody who listens at its endpoint takes it,
 * however long; all frames to one endpoint arrive in the order in which they were sent. Nothing is
 * lost here: misfortunes stand in front of the channels. For one thread.
 */
public final class SimNetwork {
  @SuppressWarnings("ArrayRecordComponent") // never compared, and nobody else has the array
  private record Frame(long dueNanos, byte[] bytes) {}

  private final SimClock clock;
  private final long frameNanos;
  private final Map<String, Deque<Frame>> queues = new TreeMap<>();
  private final Map<String, Channel> listeners = new TreeMap<>();

  /** Each frame takes {@code frameTime} from the sending to the queue's end. */
  public SimNetwork(SimClock clock, Duration frameTime) {
    this.clock = clock;
    this.frameNanos = frameTime.toNanos();
  }

  /** A new channel that listens at that endpoint, in place of whoever did. */
  public ControlChannel open(String endpoint) {
    if (endpoint.isEmpty()) {
      throw new IllegalArgumentException("nobody can listen at an empty endpoint");
    }
    Channel channel = new Channel(endpoint);
    listeners.put(endpoint, channel);
    return channel;
  }

  /** From now on {@code by} takes what comes to that endpoint, besides what it takes already. */
  public void listen(String endpoint, ControlChannel by) {
    if (!(by instanceof Channel channel) || channel.network() != this) {
      throw new IllegalArgumentException("not a channel of this network: " + by);
    }
    listeners.put(endpoint, channel);
  }

  /** Every endpoint at which that channel listens, its own included, in order. */
  public List<String> endpointsOf(ControlChannel channel) {
    return listeners.entrySet().stream()
        .filter(entry -> entry.getValue() == channel)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a frame is on its way, or waits, to somebody who listens. */
  public boolean isBusy() {
    return queues.entrySet().stream()
        .anyMatch(queue -> !queue.getValue().isEmpty() && listeners.containsKey(queue.getKey()));
  }

  private final class Channel implements ControlChannel {
    private final String endpoint;

    Channel(String endpoint) {
      this.endpoint = endpoint;
    }

    SimNetwork network() {
      return SimNetwork.this;
    }

    @Override
    public String endpoint() {
      return endpoint;
    }

    @Override
    public boolean send(String to, byte[] frame) {
      if (to.isEmpty()) {
        return false;
      }
      queues
          .computeIfAbsent(to, _ -> new ArrayDeque<>())
          .add(new Frame(clock.getAsLong() + frameNanos, frame.clone()));
      return true;
    }

    @Override
    public List<byte[]> receive() {
      List<byte[]> received = new ArrayList<>();
      listeners.forEach(
          (at, listener) -> {
            if (listener == this && queues.containsKey(at)) {
              takeDue(queues.get(at), received);
            }
          });
      return received;
    }

    private void takeDue(Deque<Frame> queue, List<byte[]> received) {
      while (!queue.isEmpty()
          && queue.getFirst().dueNanos() <= clock.getAsLong()
          && received.size() < MOST_FRAMES_PER_POLL) {
        received.add(queue.removeFirst().bytes());
      }
    }

    @Override
    public void close() {
      listeners.values().removeIf(listener -> listener == this);
    }
  }
}
