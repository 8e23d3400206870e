package kvproof.mocknixl.kvcr.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlEndpointTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not-an-endpoint",
        "tcp://",
        "127.0.0.1:5000",
        "tcp://127.0.0.1",
        "tcp://127.0.0.1:",
        "tcp://127.0.0.1:0",
        "tcp://127.0.0.1:65536",
        "tcp://127.0.0.1:99999999999",
        "tcp://127.0.0.1:5000/x",
        "tcp://127.0.0.1:5 000",
        "tcp://:5000",
        "tcp://*:5000",
        "tcp://a b:5000",
        "tcp://::1:5000",
        "ipc:///tmp/x",
        "inproc://x",
        "udp://127.0.0.1:5000",
        "TCP://127.0.0.1:5000"
      })
  void whatNoSocketCanBeConnectedToIsNone(String text) {
    assertThat(ControlEndpoint.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://127.0.0.1:5000, 127.0.0.1, 5000, true",
    "tcp://[::1]:65535, ::1, 65535, true",
    "tcp://localhost:1, localhost, 1, false",
    "tcp://no-such-host.invalid:5000, no-such-host.invalid, 5000, false"
  })
  void hostAndPortAreTakenAsTheyStand(String text, String host, int port, boolean isLiteral) {
    ControlEndpoint endpoint = ControlEndpoint.parse(text).orElseThrow();

    assertThat(endpoint).isEqualTo(new ControlEndpoint(host, port)).hasToString(text);
    assertThat(endpoint.isLiteral()).isEqualTo(isLiteral);
  }

  @Test
  void namedHostKeepsItsPortWhenItIsFound() {
    ControlEndpoint named = ControlEndpoint.parse("tcp://source-7:5600").orElseThrow();

    assertThat(named.at("10.0.0.7")).hasToString("tcp://10.0.0.7:5600");
  }
}
