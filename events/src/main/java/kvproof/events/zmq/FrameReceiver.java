package kvproof.events.zmq;

import java.util.ArrayList;
import java.util.List;
import org.zeromq.ZMQ;
import org.zeromq.ZMQ.CancellationToken;
import org.zeromq.ZMQ.Socket;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * Takes whole messages off one socket, on the thread that owns it; any thread may stop that.
 *
 * <p>Keeps no more frames of a message than a layout has, however many come.
 */
final class FrameReceiver implements AutoCloseable {
  /** What came of waiting. */
  sealed interface Received {
    record Message(Frames frames) implements Received {}

    /** The socket's receive timeout has passed. */
    record Nothing() implements Received {}

    /** Nothing more will be taken. */
    record Stopped() implements Received {}
  }

  private final Socket socket;
  private final CancellationToken cancellation;
  private boolean closed;
  private volatile boolean stopped;

  FrameReceiver(Socket socket) {
    this.socket = socket;
    this.cancellation = socket.createCancellationToken();
  }

  Received receive() {
    return receive(0);
  }

  /** Without waiting. */
  Received poll() {
    return receive(ZMQ.DONTWAIT);
  }

  private Received receive(int flags) {
    // A cancellation is noticed by the call that it finds waiting, not by a later one.
    while (!stopped) {
      try {
        byte[] frame = socket.recv(flags, cancellation);
        return frame == null ? new Received.Nothing() : new Received.Message(restAfter(frame));
      } catch (ZMQException failure) {
        switch (failure.getErrorCode()) {
          case ZError.ECANCELED, ZError.ETERM -> {
            return new Received.Stopped();
          }
          // The selector woke for no reason, or a listener left an interrupt behind.
          case ZError.EINTR -> {}
          default -> throw failure;
        }
      }
    }
    return new Received.Stopped();
  }

  /** A message arrives as a whole, so its other frames are there already. */
  private Frames restAfter(byte[] frame) {
    List<byte[]> first = new ArrayList<>(Frames.MOST);
    first.add(frame);
    int count = 1;
    while (socket.hasReceiveMore()) {
      byte[] next = socket.recv();
      count++;
      if (first.size() < Frames.MOST) {
        first.add(next);
      }
    }
    return new Frames(count, first);
  }

  /** Ends a wait at once, and all later ones. Does nothing after {@link #close}. */
  synchronized void stop() {
    stopped = true;
    if (!closed) {
      cancellation.cancel();
    }
  }

  /** On the thread that owns the socket. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      socket.close();
    }
  }
}
