package kvproof.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

class ConnectionSettingsTest {
  @Test
  void defaultsAreThoseThatTheWireFormatNamesAndAnEarlyEndOfHandshakes() {
    try (var context = new ZContext()) {
      Socket socket = context.createSocket(SocketType.SUB);
      socket.setLinger(-1);

      ConnectionSettings.defaults().applyTo(socket);

      assertThat(socket.getLinger()).isZero();
      assertThat(socket.getReconnectIVL()).isEqualTo(100);
      assertThat(socket.getReconnectIVLMax()).isEqualTo(5_000);
      assertThat(socket.getHandshakeIvl()).isEqualTo(1_000);
      assertThat(socket.getHeartbeatIvl()).isEqualTo(5_000);
      assertThat(socket.getHeartbeatTimeout()).isEqualTo(15_000);
      assertThat(socket.getHeartbeatTtl()).isEqualTo(15_000);
      assertThat(socket.getTCPKeepAlive()).isEqualTo(1);
    }
  }
}
