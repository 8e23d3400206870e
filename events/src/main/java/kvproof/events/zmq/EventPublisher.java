package kvproof.events.zmq;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayBuffer;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZContext;

/**
 * Publishes batches as an engine does: numbered from 0, to whoever listens at the time, and on
 * request again from a bounded buffer.
 *
 * <p>One thread sends and answers. All methods may be called from any thread; what one thread
 * publishes leaves in its order, and can be replayed from the moment it was published.
 */
public final class EventPublisher implements AutoCloseable {
  /** How long a request or a subscription may wait for an idle publisher. */
  private static final long IDLE_WAIT_MILLIS = 10;

  private final byte[] topic;
  private final ReplayBuffer buffer;
  private final LiveSender sender;
  private final @Nullable ReplayResponder responder;
  private final BlockingQueue<LiveMessage> queue = new LinkedBlockingQueue<>();
  private final SocketThread thread;
  private volatile boolean closing;

  private EventPublisher(ZContext context, PublisherOptions options) {
    this.topic = options.topic().getBytes(StandardCharsets.UTF_8);
    this.buffer = new ReplayBuffer(options.keptBatches());
    this.sender = new LiveSender(context, options);
    this.responder =
        options
            .replay()
            .map(endpoint -> new ReplayResponder(context, endpoint, options, buffer))
            .orElse(null);
    this.thread =
        new SocketThread("kvproof-publisher " + sender.endpoint(), context, this::sendAndAnswer);
  }

  /** Binds both endpoints; throws {@link EndpointException} where that cannot be. */
  public static EventPublisher open(PublisherOptions options) {
    return started(new ZContext(), options);
  }

  /** Within a context that others share, as {@code inproc} needs it; close it last. */
  public static EventPublisher openIn(ZContext context, PublisherOptions options) {
    return started(context.shadow(), options);
  }

  private static EventPublisher started(ZContext context, PublisherOptions options) {
    EventPublisher publisher =
        SocketThread.opened(context, () -> new EventPublisher(context, options));
    publisher.thread.start();
    return publisher;
  }

  private void sendAndAnswer() {
    try {
      while (!closing || !queue.isEmpty()) {
        LiveMessage message = queue.poll(IDLE_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        sender.noticeSubscriptions();
        if (message != null) {
          sender.send(message);
        }
        if (responder != null) {
          responder.answerRequest();
        }
      }
    } catch (InterruptedException interrupt) {
      throw new AssertionError("nobody interrupts this thread", interrupt);
    }
  }

  /** Where the live stream is bound; a port 0 has become the one that was free. */
  public Endpoint liveEndpoint() {
    return sender.endpoint();
  }

  public Optional<Endpoint> replayEndpoint() {
    return Optional.ofNullable(responder).map(ReplayResponder::endpoint);
  }

  /**
   * Publishes a copy of the payload and returns its sequence number. Does not wait for anybody: who
   * is not subscribed does not get it. An empty payload is refused, since it means the end of a
   * replay; throws {@code IllegalStateException} after closing.
   */
  public synchronized long publish(byte[] payload) {
    if (payload.length == 0) {
      throw new IllegalArgumentException("a payload of 0 bytes means the end of a replay");
    }
    if (closing || !thread.isAlive()) {
      throw new IllegalStateException(
          "the publisher at " + liveEndpoint() + " is closed", thread.failure().orElse(null));
    }
    byte[] copy = payload.clone();
    long sequence = buffer.add(copy);
    queue.add(new LiveMessage(topic, sequence, copy));
    return sequence;
  }

  /** The number of the next batch, which is how many were published. */
  public long nextSequence() {
    return buffer.nextSequence();
  }

  /**
   * Waits until so many subscriptions have come since this was opened, and says whether they have.
   * What is published afterwards reaches them. A subscriber that connects again counts again.
   */
  public boolean awaitSubscriptions(long count, Duration timeout) throws InterruptedException {
    return sender.awaitSubscriptions(count, timeout);
  }

  /** Replay requests that were in no known layout; they are not answered. */
  public long malformedRequests() {
    return responder == null ? 0 : responder.malformedRequests();
  }

  /**
   * Hands what was published to the sockets and closes them: what a subscriber has not taken by
   * then may be lost. Waits for two seconds at most.
   */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
    }
    thread.awaitEnd();
  }
}
