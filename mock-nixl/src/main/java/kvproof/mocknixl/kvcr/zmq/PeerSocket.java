package kvproof.mocknixl.kvcr.zmq;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQ.Socket;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * The way to one endpoint: a PUSH socket, and in front of it the frames that wait while the host of
 * the endpoint is not known. For the channel's thread.
 */
final class PeerSocket implements AutoCloseable {
  /*
   * ZeroMQ itself looks a name up when it needs the address and keeps the frames until then. JeroMQ
   * looks it up within connect(), which waits, and refuses a name that is not known. So names are
   * looked up here, and JeroMQ sees literal addresses alone.
   */
  private final ControlEndpoint endpoint;
  private final ZContext context;
  private final @Nullable HostLookup lookup;
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private @Nullable Socket socket;

  PeerSocket(ControlEndpoint endpoint, ZContext context, HostLookup.Resolver resolver) {
    this.endpoint = endpoint;
    this.context = context;
    this.lookup = endpoint.isLiteral() ? null : new HostLookup(endpoint.host(), resolver);
  }

  /** False if it cannot be queued; then the way is of no more use. */
  boolean send(byte[] frame) {
    return waiting.size() < ZmqControlChannel.HIGH_WATER_MARK && waiting.add(frame) && flush();
  }

  /** Hands over what has waited for the host to be known; false if that could not be queued. */
  boolean flush() {
    try {
      connectIfKnown();
      Socket connected = socket;
      boolean isQueued = true;
      while (connected != null && isQueued && !waiting.isEmpty()) {
        isQueued = connected.send(waiting.remove(), ZMQ.DONTWAIT);
      }
      return isQueued;
    } catch (ZMQException | IllegalArgumentException | ZError.IOException refused) {
      return false; // whatever the reason, the protocol knows only that it cannot be queued
    }
  }

  private void connectIfKnown() {
    Optional<String> host = lookup == null ? Optional.of(endpoint.host()) : lookup.address();
    if (socket == null && host.isPresent()) {
      ControlEndpoint literal = endpoint.at(host.get());
      socket = context.createSocket(SocketType.PUSH);
      SocketSettings.apply(socket, literal.isIpv6());
      socket.connect(literal.toString());
    }
  }

  /** Frames that wait are lost. */
  @Override
  public void close() {
    waiting.clear();
    if (socket != null) {
      socket.close();
    }
  }
}
