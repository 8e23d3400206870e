package kvproof.events.zmq;

import java.time.Duration;
import java.util.List;
import kvproof.events.LiveMessage;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

/**
 * The sending end of a live stream. Its thread sends and takes notice of subscriptions; any thread
 * may wait for those.
 */
final class LiveSender {
  /*
   * An XPUB socket is on the wire what a PUB socket is, and hands subscriptions to the program: a
   * frame that begins with 1. Once one has been handed over, what is sent reaches the subscriber.
   */
  private final Socket socket;
  private final FrameReceiver subscriptions;
  private final PublisherFault fault;
  private final Endpoint endpoint;
  private long heard;

  LiveSender(ZContext context, PublisherOptions options) {
    this.socket = context.createSocket(SocketType.XPUB);
    this.subscriptions = new FrameReceiver(socket);
    this.fault = options.fault();
    socket.setLinger(0);
    socket.setSndHWM(options.highWaterMark());
    // Without it a second subscription of the same topic is not handed over.
    socket.setXpubVerbose(true);
    this.endpoint = Attachment.bind(socket, options.live());
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** To nobody in particular: for a subscriber beyond its high water mark it is lost. */
  void send(LiveMessage message) {
    for (List<byte[]> frames : fault.live(message.sequence(), FrameLayout.live(message))) {
      if (!FrameLayout.send(socket, frames)) {
        throw new AssertionError("a publishing socket made its sender wait");
      }
    }
  }

  void noticeSubscriptions() {
    while (subscriptions.poll() instanceof FrameReceiver.Received.Message(Frames frames)) {
      byte[] frame = frames.first().getFirst();
      if (frame.length > 0 && frame[0] == 1) {
        countSubscription();
      }
    }
  }

  private synchronized void countSubscription() {
    heard++;
    notifyAll();
  }

  /** False if fewer subscriptions came in time. */
  synchronized boolean awaitSubscriptions(long count, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (heard < count) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        return false;
      }
      wait(leftMillis);
    }
    return true;
  }
}
