package kvproof.events.zmq;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.events.FrameProblem;
import kvproof.events.LiveListener;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

/**
 * Hears one publisher and hands every good message to a listener, on a thread of its own.
 *
 * <p>Nothing that arrives ends the stream: malformed messages are counted and skipped, a listener
 * that throws is counted, a publisher that goes away is waited for. Messages sent before the
 * connection stood are not heard. All methods may be called from any thread.
 */
public final class EventSubscriber implements AutoCloseable {
  private final LiveListener listener;
  private final FrameReceiver receiver;
  private final SocketThread thread;
  private final AtomicLong messages = new AtomicLong();
  private final AtomicLong wrongFrameCounts = new AtomicLong();
  private final AtomicLong wrongSequenceLengths = new AtomicLong();
  private final AtomicLong listenerFailures = new AtomicLong();
  private volatile @Nullable Throwable lastListenerFailure;

  private EventSubscriber(
      ZContext context, Endpoint endpoint, ConnectionSettings settings, LiveListener listener) {
    this.listener = listener;
    Socket socket = context.createSocket(SocketType.SUB);
    settings.applyTo(socket);
    socket.subscribe(new byte[0]);
    Attachment.connect(socket, endpoint);
    this.receiver = new FrameReceiver(socket);
    this.thread = new SocketThread("kvproof-subscriber " + endpoint, context, this::receiveAll);
  }

  /** Connects, now or as soon as somebody is bound to the endpoint. */
  public static EventSubscriber open(Endpoint endpoint, LiveListener listener) {
    return open(endpoint, ConnectionSettings.defaults(), listener);
  }

  public static EventSubscriber open(
      Endpoint endpoint, ConnectionSettings settings, LiveListener listener) {
    return started(new ZContext(), endpoint, settings, listener);
  }

  /** Within a context that others share, as {@code inproc} needs it; close it last. */
  public static EventSubscriber openIn(
      ZContext context, Endpoint endpoint, ConnectionSettings settings, LiveListener listener) {
    return started(context.shadow(), endpoint, settings, listener);
  }

  private static EventSubscriber started(
      ZContext context, Endpoint endpoint, ConnectionSettings settings, LiveListener listener) {
    EventSubscriber subscriber =
        SocketThread.opened(
            context, () -> new EventSubscriber(context, endpoint, settings, listener));
    subscriber.thread.start();
    return subscriber;
  }

  private void receiveAll() {
    try (receiver) {
      while (true) {
        switch (receiver.receive()) {
          case FrameReceiver.Received.Message(Frames frames) -> handOver(frames);
          case FrameReceiver.Received.Stopped _ -> {
            return;
          }
          case FrameReceiver.Received.Nothing _ -> {}
        }
      }
    }
  }

  private void handOver(Frames frames) {
    switch (FrameLayout.readLive(frames)) {
      case FrameLayout.Live.Good(var message) -> {
        messages.incrementAndGet();
        guarded(() -> listener.onMessage(message));
      }
      case FrameLayout.Live.Bad(var problem) -> {
        counter(problem).incrementAndGet();
        guarded(() -> listener.onMalformed(problem));
      }
    }
  }

  private AtomicLong counter(FrameProblem problem) {
    return switch (problem) {
      case FrameProblem.FrameCount _ -> wrongFrameCounts;
      case FrameProblem.SequenceLength _ -> wrongSequenceLengths;
    };
  }

  /** Errors too: an assertion in a listener must not end the stream unseen. */
  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error failure) {
      lastListenerFailure = failure;
      listenerFailures.incrementAndGet();
    }
  }

  public SubscriberCounts counts() {
    return new SubscriberCounts(
        messages.get(), wrongFrameCounts.get(), wrongSequenceLengths.get(), listenerFailures.get());
  }

  /** What the listener threw last. */
  public Optional<Throwable> lastListenerFailure() {
    return Optional.ofNullable(lastListenerFailure);
  }

  /** What ended the stream although nobody closed it: an error of the socket itself. */
  public Optional<Throwable> failure() {
    return thread.failure();
  }

  /**
   * After this the listener is not called again, unless it is still in a call: that is waited for
   * two seconds at most, and the socket is closed when it returns.
   */
  @Override
  public void close() {
    receiver.stop();
    thread.awaitEnd();
  }
}
