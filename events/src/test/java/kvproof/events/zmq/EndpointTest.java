package kvproof.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://127.0.0.1:5557",
        "tcp://engine-0.pool:65535",
        "tcp://*:0",
        "tcp://[::1]:5557",
        "tcp://[::]:5557",
        "tcp://[fe80::1%eth0]:80",
        "ipc:///tmp/kv.sock",
        "inproc://engine"
      })
  void printsAsItIsRead(String text) {
    assertThat(Endpoint.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:5557",
        "tcp:127.0.0.1:5557",
        "://host:5557",
        "udp://host:5557",
        "TCP://host:5557",
        "tcp://",
        "tcp://host",
        "tcp://host:",
        "tcp://:5557",
        "tcp://host:65536",
        "tcp://host:-1",
        "tcp://host:+1",
        "tcp://host:http",
        "tcp://host:5557/x",
        "tcp://a host:5557",
        "tcp://host;other:5557",
        "tcp://::1:5557",
        "tcp://[::1]",
        "tcp://[::1]5557",
        "tcp://[]:5557",
        "tcp://[127.0.0.1]:5557",
        "tcp://[:::::]:5557",
        "tcp://[1:2]:5557",
        "ipc://",
        "inproc://"
      })
  void whatIsNoEndpointIsRefusedByName(String text) {
    assertThatThrownBy(() -> Endpoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  @Test
  void emptyTextIsRefused() {
    assertThatThrownBy(() -> Endpoint.parse("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hostOfAnIpv6EndpointHasNoBrackets() {
    assertThat(Endpoint.parse("tcp://[::1]:5557")).isEqualTo(new Endpoint.Tcp("::1", 5557));
  }
}
