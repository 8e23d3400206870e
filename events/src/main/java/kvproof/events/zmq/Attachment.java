package kvproof.events.zmq;

import org.zeromq.ZMQ.Socket;
import org.zeromq.ZMQException;
import zmq.ZError;

/** Binds and connects sockets, with IPv6 only where the endpoint asks for it. */
final class Attachment {
  private Attachment() {}

  /** Binds, and says where: a port 0 has become the one that was free. */
  static Endpoint bind(Socket socket, Endpoint endpoint) {
    allowIpv6(socket, endpoint);
    attach(endpoint, () -> socket.bind(endpoint.toString()));
    return switch (endpoint) {
      case Endpoint.Tcp tcp -> new Endpoint.Tcp(tcp.host(), boundPort(socket));
      case Endpoint.Ipc _ -> Endpoint.parse(socket.getLastEndpoint());
      case Endpoint.Inproc inproc -> inproc;
    };
  }

  /** The host stays as it was asked for: a name says more than the address it stands for. */
  private static int boundPort(Socket socket) {
    String bound = socket.getLastEndpoint();
    return Integer.parseInt(bound.substring(bound.lastIndexOf(':') + 1));
  }

  /** Connects, now or as soon as somebody is bound there. */
  static void connect(Socket socket, Endpoint endpoint) {
    requireConnectable(endpoint);
    allowIpv6(socket, endpoint);
    attach(endpoint, () -> socket.connect(endpoint.toString()));
  }

  static void requireConnectable(Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Tcp tcp && (tcp.port() == 0 || tcp.host().equals("*"))) {
      throw new IllegalArgumentException("can be bound, not connected to: " + endpoint);
    }
  }

  private static void allowIpv6(Socket socket, Endpoint endpoint) {
    if (endpoint instanceof Endpoint.Tcp tcp && tcp.isIpv6()) {
      socket.setIPv6(true);
    }
  }

  private static void attach(Endpoint endpoint, Runnable call) {
    try {
      call.run();
    } catch (ZMQException failure) {
      throw new EndpointException(
          failure.getErrorCode() == ZError.EADDRINUSE
              ? EndpointException.Category.IN_USE
              : EndpointException.Category.NOT_AVAILABLE,
          endpoint,
          failure);
    } catch (IllegalArgumentException | ZError.IOException failure) {
      throw new EndpointException(EndpointException.Category.NOT_AVAILABLE, endpoint, failure);
    }
  }
}
