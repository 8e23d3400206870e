package kvproof.events.zmq;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import kvproof.events.LiveMessage;
import kvproof.events.ReplayEnd;
import kvproof.events.ReplaySink;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

/**
 * One replay: a thread of its own asks the engine and receives, the one who wants the batches takes
 * them on his. What is received and not yet taken is bounded.
 */
final class ReplayConversation {
  private static final int ROOM = 64;
  private static final long FULL_WAIT_MILLIS = 20;

  /** What the receiving thread hands over. */
  private sealed interface Arrival {
    record Batch(LiveMessage message) implements Arrival {}

    /** Nothing follows; how it ended, given how many batches there were. */
    record Ended(LongFunction<ReplayEnd> end) implements Arrival {}
  }

  private final ZContext context;
  private final Endpoint endpoint;
  private final ConnectionSettings settings;
  private final Duration timeout;
  private final long start;
  private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(ROOM);
  private final SocketThread thread;
  private volatile boolean stopped;
  private @Nullable FrameReceiver receiver;

  /** Nothing happens before {@link #take}, which closes the context in any case. */
  ReplayConversation(
      ZContext context,
      Endpoint endpoint,
      ConnectionSettings settings,
      Duration timeout,
      long start) {
    this.context = context;
    this.endpoint = endpoint;
    this.settings = settings;
    this.timeout = timeout;
    this.start = start;
    this.thread = new SocketThread("kvproof-replay " + endpoint, context, this::converse);
  }

  /** Whatever happens, the one who waits for arrivals is told. */
  private void converse() {
    try {
      askAndReceive();
    } catch (RuntimeException | Error failure) {
      String reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
      handOver(new Arrival.Ended(batches -> new ReplayEnd.Failed(batches, reason)));
      throw failure;
    }
  }

  private void askAndReceive() {
    SocketThread.requireOpen(context);
    Socket socket = context.createSocket(SocketType.DEALER);
    try (var own = new FrameReceiver(socket)) {
      adopt(own);
      settings.applyTo(socket);
      socket.setReceiveTimeOut(Math.toIntExact(timeout.toMillis()));
      Attachment.connect(socket, endpoint);
      FrameLayout.send(socket, FrameLayout.request(start));
      Arrival arrival;
      do {
        arrival = receive(own);
      } while (handOver(arrival) && arrival instanceof Arrival.Batch);
    }
  }

  private static Arrival receive(FrameReceiver own) {
    return switch (own.receive()) {
      case FrameReceiver.Received.Message(Frames frames) ->
          switch (FrameLayout.readReply(frames)) {
            case ReplayReply.Batch(LiveMessage message) -> new Arrival.Batch(message);
            case ReplayReply.End _ -> new Arrival.Ended(ReplayEnd.Complete::new);
            case ReplayReply.Malformed(var problem) ->
                new Arrival.Ended(batches -> new ReplayEnd.Malformed(batches, problem));
          };
      case FrameReceiver.Received.Nothing _ -> new Arrival.Ended(ReplayEnd.TimedOut::new);
      case FrameReceiver.Received.Stopped _ -> new Arrival.Ended(ReplayEnd.Cancelled::new);
    };
  }

  /** False if nobody takes it any more. */
  private boolean handOver(Arrival arrival) {
    try {
      while (!arrivals.offer(arrival, FULL_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stopped) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException interrupt) {
      throw new AssertionError("nobody interrupts this thread", interrupt);
    }
  }

  /** Asks, and hands batches over until the end, whichever that is; to be called once. */
  ReplayEnd take(ReplaySink sink) {
    thread.start();
    long batches = 0;
    try {
      while (true) {
        switch (arrivals.take()) {
          case Arrival.Batch(LiveMessage message) -> {
            if (stopped) {
              return new ReplayEnd.Cancelled(batches);
            }
            sink.accept(message.sequence(), message.payload());
            batches++;
          }
          case Arrival.Ended(var end) -> {
            return end.apply(batches);
          }
        }
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      return new ReplayEnd.Cancelled(batches);
    } finally {
      stop();
      thread.awaitEnd();
    }
  }

  private synchronized void adopt(FrameReceiver own) {
    receiver = own;
    if (stopped) {
      own.stop();
    }
  }

  /** Ends it as cancelled; from any thread, also before it began. */
  synchronized void stop() {
    stopped = true;
    if (receiver != null) {
      receiver.stop();
    }
  }
}
