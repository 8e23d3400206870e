package kvproof.mocknixl.kvcr.zmq;

import org.zeromq.ZMQ.Socket;

/** What the sockets of a channel have in common. */
final class SocketSettings {
  /*
   * In JeroMQ 0.6.0 a few in a hundred new connections are never polled by the side that connects,
   * until the handshake is given up and the connection made anew; see the event sockets. The
   * default of 30 s would outlast every operation.
   */
  private static final int HANDSHAKE_MILLIS = 400;

  private static final int RECONNECT_MILLIS = 50;
  private static final int RECONNECT_MAX_MILLIS = 500;

  /** No frame of the protocol comes near this; a length beyond it closes the connection. */
  private static final long MAX_FRAME_BYTES = 16 << 20;

  private SocketSettings() {}

  static void apply(Socket socket, boolean isIpv6) {
    socket.setLinger(0);
    socket.setSndHWM(ZmqControlChannel.HIGH_WATER_MARK);
    socket.setRcvHWM(ZmqControlChannel.HIGH_WATER_MARK);
    socket.setMaxMsgSize(MAX_FRAME_BYTES);
    socket.setHandshakeIvl(HANDSHAKE_MILLIS);
    socket.setReconnectIVL(RECONNECT_MILLIS);
    socket.setReconnectIVLMax(RECONNECT_MAX_MILLIS);
    socket.setIPv6(isIpv6);
  }
}
