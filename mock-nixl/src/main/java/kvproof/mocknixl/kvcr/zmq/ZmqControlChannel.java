package kvproof.mocknixl.kvcr.zmq;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.kvcr.ControlChannel;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQ.Socket;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * KVCR's control channel on ZeroMQ: a PULL socket that is bound, and a PUSH socket for each
 * endpoint, connected on first use and kept.
 *
 * <p>A frame for an endpoint where nobody listens, or whose name is not known, waits there and
 * arrives whenever that changes, however late; {@value #HIGH_WATER_MARK} frames may wait. For the
 * thread that bound it, which must not be interrupted: JeroMQ's sockets do not survive that.
 * Incoming parts of a multi-part message are frames of their own.
 */
public final class ZmqControlChannel implements ControlChannel {
  /** ZeroMQ's default, and KVCR's. */
  public static final int HIGH_WATER_MARK = 1_000;

  private final ZContext context;
  private final Socket incoming;
  private final String endpoint;
  private final HostLookup.Resolver resolver;
  private final Map<String, PeerSocket> peers = new LinkedHashMap<>();
  private boolean closed;

  private ZmqControlChannel(
      ZContext context, Socket incoming, String endpoint, HostLookup.Resolver resolver) {
    this.context = context;
    this.incoming = incoming;
    this.endpoint = endpoint;
    this.resolver = resolver;
  }

  /**
   * Binds {@code tcp://host:port}, port 0 for any that is free, and advertises that.
   *
   * @throws ChannelException if that cannot be bound
   */
  public static ZmqControlChannel bind(String bindEndpoint) {
    return bind(bindEndpoint, Optional.empty(), HostLookup::systemAddress);
  }

  /** Binds one endpoint and tells others another, such as a name instead of an address. */
  public static ZmqControlChannel bind(String bindEndpoint, String advertised) {
    return bind(bindEndpoint, Optional.of(advertised), HostLookup::systemAddress);
  }

  static ZmqControlChannel bind(
      String bindEndpoint, Optional<String> advertised, HostLookup.Resolver resolver) {
    var context = new ZContext();
    try {
      Socket incoming = context.createSocket(SocketType.PULL);
      SocketSettings.apply(incoming, bindEndpoint.contains("["));
      incoming.bind(bindEndpoint);
      String endpoint = advertised.orElseGet(() -> bound(bindEndpoint, incoming));
      return new ZmqControlChannel(context, incoming, endpoint, resolver);
    } catch (ZMQException | IllegalArgumentException | ZError.IOException failure) {
      context.close();
      throw new ChannelException(category(failure), bindEndpoint, failure);
    } catch (RuntimeException | Error failure) {
      context.close();
      throw failure;
    }
  }

  private static ChannelException.Category category(RuntimeException failure) {
    return failure instanceof ZMQException coded && coded.getErrorCode() == ZError.EADDRINUSE
        ? ChannelException.Category.IN_USE
        : ChannelException.Category.NOT_AVAILABLE;
  }

  /** The host as it was asked for; a port 0 has become the one that was free. */
  private static String bound(String bindEndpoint, Socket incoming) {
    String actual = incoming.getLastEndpoint();
    return bindEndpoint.substring(0, bindEndpoint.lastIndexOf(':'))
        + actual.substring(actual.lastIndexOf(':'));
  }

  @Override
  public String endpoint() {
    return endpoint;
  }

  @Override
  public boolean send(String peer, byte[] frame) {
    requireOpen();
    Optional<ControlEndpoint> parsed = ControlEndpoint.parse(peer);
    if (parsed.isEmpty()) {
      return false;
    }
    PeerSocket way =
        peers.computeIfAbsent(peer, _ -> new PeerSocket(parsed.get(), context, resolver));
    if (way.send(frame)) {
      return true;
    }
    way.close();
    peers.remove(peer);
    return false;
  }

  @Override
  public List<byte[]> receive() {
    requireOpen();
    flushPeers();
    List<byte[]> frames = new ArrayList<>();
    while (frames.size() < MOST_FRAMES_PER_POLL) {
      byte[] frame = incoming.recv(ZMQ.DONTWAIT);
      if (frame == null) {
        break;
      }
      frames.add(frame);
    }
    return frames;
  }

  /** Hosts become known between two calls. */
  private void flushPeers() {
    peers
        .values()
        .removeIf(
            way -> {
              boolean isBroken = !way.flush();
              if (isBroken) {
                way.close();
              }
              return isBroken;
            });
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the control channel at " + endpoint + " is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      peers.values().forEach(PeerSocket::close);
      peers.clear();
      context.close();
    }
  }
}
