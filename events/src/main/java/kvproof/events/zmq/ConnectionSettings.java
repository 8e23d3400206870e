package kvproof.events.zmq;

import java.time.Duration;
import org.zeromq.ZMQ.Socket;

/**
 * How a connecting socket keeps its connection: when it tries again, from {@code reconnectInterval}
 * doubling up to {@code reconnectMaximum}, how long a handshake may take, and how a peer that has
 * gone silent is noticed. Whole milliseconds; the time to live is in tenths of a second.
 */
public record ConnectionSettings(
    Duration reconnectInterval,
    Duration reconnectMaximum,
    Duration handshakeInterval,
    Duration heartbeatInterval,
    Duration heartbeatTimeout,
    Duration heartbeatTimeToLive) {
  /*
   * The wire format names all of these but the handshake interval, which ZeroMQ sets to 30 s. In
   * JeroMQ 0.6.0 a few in a hundred new connections are never polled by the side that connects: its
   * selector still has the cancelled key of the connecting phase. Nothing is lost, but nothing
   * moves either, until the handshake is given up and the connection made anew. So it is given up
   * early.
   */

  public static ConnectionSettings defaults() {
    return new ConnectionSettings(
        Duration.ofMillis(100),
        Duration.ofMillis(5_000),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofSeconds(15));
  }

  public ConnectionSettings withHandshakeInterval(Duration interval) {
    return new ConnectionSettings(
        reconnectInterval,
        reconnectMaximum,
        interval,
        heartbeatInterval,
        heartbeatTimeout,
        heartbeatTimeToLive);
  }

  /** The time to live goes to the peer, which drops the connection after that much silence. */
  public ConnectionSettings withHeartbeat(
      Duration interval, Duration timeout, Duration timeToLive) {
    return new ConnectionSettings(
        reconnectInterval, reconnectMaximum, handshakeInterval, interval, timeout, timeToLive);
  }

  void applyTo(Socket socket) {
    socket.setLinger(0);
    socket.setReconnectIVL(millis(reconnectInterval));
    socket.setReconnectIVLMax(millis(reconnectMaximum));
    socket.setHandshakeIvl(millis(handshakeInterval));
    socket.setHeartbeatIvl(millis(heartbeatInterval));
    socket.setHeartbeatTimeout(millis(heartbeatTimeout));
    socket.setHeartbeatTtl(millis(heartbeatTimeToLive));
    socket.setTCPKeepAlive(1);
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
