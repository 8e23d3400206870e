package kvproof.mocknixl.kvcr.zmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import kvproof.mocknixl.kvcr.ControlChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

/** The channel against plain ZeroMQ sockets, which is what other services have. */
@ExtendWith(NoSocketLeft.class)
class ZmqControlChannelTest {
  private static final String ANY_PORT = "tcp://127.0.0.1:0";
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  private final ZContext raw = new ZContext();
  private final List<ZmqControlChannel> channels = new ArrayList<>();

  @AfterEach
  void close() {
    channels.forEach(ZmqControlChannel::close);
    raw.close();
  }

  private ZmqControlChannel channel() {
    return kept(ZmqControlChannel.bind(ANY_PORT));
  }

  private ZmqControlChannel kept(ZmqControlChannel channel) {
    channels.add(channel);
    return channel;
  }

  private Socket rawPush(String endpoint) {
    Socket push = raw.createSocket(SocketType.PUSH);
    push.setLinger(0);
    push.setHandshakeIvl(400);
    push.connect(endpoint);
    return push;
  }

  private Socket rawPull(String endpoint) {
    Socket pull = raw.createSocket(SocketType.PULL);
    pull.bind(endpoint);
    return pull;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> take(ControlChannel channel, int count) {
    List<String> taken = new ArrayList<>();
    await()
        .atMost(LONG_ENOUGH)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              channel.receive().forEach(frame -> taken.add(new String(frame, UTF_8)));
              return taken.size() >= count;
            });
    return taken;
  }

  private static List<String> take(Socket pull, int count) {
    pull.setReceiveTimeOut((int) LONG_ENOUGH.toMillis());
    return IntStream.range(0, count).mapToObj(_ -> String.valueOf(pull.recvStr())).toList();
  }

  private static List<String> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> "frame " + i).toList();
  }

  @Test
  void framesOfARawPushSocketArriveInOrder() {
    ZmqControlChannel channel = channel();
    Socket push = rawPush(channel.endpoint());

    numbered(20).forEach(push::send);

    assertThat(take(channel, 20)).isEqualTo(numbered(20));
  }

  @Test
  void aRawPullSocketTakesFramesInOrder() {
    Socket pull = rawPull("tcp://127.0.0.1:*");
    ZmqControlChannel channel = channel();

    numbered(20).forEach(frame -> channel.send(pull.getLastEndpoint(), frame.getBytes(UTF_8)));

    assertThat(take(pull, 20)).isEqualTo(numbered(20));
  }

  @Test
  void aFrameIsOneMessageOfOnePart() {
    Socket pull = rawPull("tcp://127.0.0.1:*");

    channel().send(pull.getLastEndpoint(), new byte[] {1, 0, 2});

    pull.setReceiveTimeOut((int) LONG_ENOUGH.toMillis());
    assertThat(pull.recv()).containsExactly(1, 0, 2);
    assertThat(pull.hasReceiveMore()).isFalse();
  }

  @Test
  void everyPartOfAMessageIsAFrameOfItsOwn() {
    ZmqControlChannel channel = channel();
    Socket push = rawPush(channel.endpoint());

    push.sendMore("first");
    push.send("");
    push.send("last");

    assertThat(take(channel, 3)).containsExactly("first", "", "last");
  }

  @Test
  void atMost64FramesComeOutOfOnePoll() {
    ZmqControlChannel channel = channel();
    Socket push = rawPush(channel.endpoint());
    numbered(200).forEach(push::send);
    List<Integer> sizes = new ArrayList<>();
    List<String> taken = new ArrayList<>();

    await()
        .atMost(LONG_ENOUGH)
        .pollDelay(Duration.ofMillis(50))
        .until(
            () -> {
              List<byte[]> frames = channel.receive();
              sizes.add(frames.size());
              frames.forEach(frame -> taken.add(new String(frame, UTF_8)));
              return taken.size() == 200;
            });

    assertThat(taken).isEqualTo(numbered(200));
    assertThat(sizes).contains(ControlChannel.MOST_FRAMES_PER_POLL);
    assertThat(sizes).allMatch(size -> size <= ControlChannel.MOST_FRAMES_PER_POLL);
  }

  @Test
  void framesWaitForAPeerThatIsNotThereYet() throws IOException {
    String later = "tcp://127.0.0.1:" + freePort();
    ZmqControlChannel channel = channel();
    numbered(5).forEach(frame -> assertThat(channel.send(later, frame.getBytes(UTF_8))).isTrue());

    Socket pull = rawPull(later);

    assertThat(take(pull, 5)).isEqualTo(numbered(5));
  }

  @Test
  void aPeerThatComesBackIsReachedAgain() {
    ZmqControlChannel channel = channel();
    ZmqControlChannel first = channel();
    String endpoint = first.endpoint();
    channel.send(endpoint, "to the first life".getBytes(UTF_8));
    assertThat(take(first, 1)).containsExactly("to the first life");
    first.close();

    ZmqControlChannel second = kept(ZmqControlChannel.bind(endpoint));

    // What is sent before the loss is noticed may be lost with the old connection.
    await()
        .atMost(LONG_ENOUGH)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              channel.send(endpoint, "to the second".getBytes(UTF_8));
              return !second.receive().isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"not-an-endpoint", "tcp://", "127.0.0.1:5000", "tcp://127.0.0.1", "ipc:///x"})
  void whatIsNoEndpointIsRefusedAtOnce(String endpoint) {
    assertThat(channel().send(endpoint, new byte[] {1})).isFalse();
  }

  @Test
  void aFullQueueIsRefusedAndForgotten() throws IOException {
    String nobody = "tcp://127.0.0.1:" + freePort();
    ZmqControlChannel channel = channel();
    int accepted = 0;
    while (accepted <= ZmqControlChannel.HIGH_WATER_MARK
        && channel.send(nobody, ("lost " + accepted).getBytes(UTF_8))) {
      accepted++;
    }

    boolean isAcceptedAfterwards = channel.send(nobody, "afterwards".getBytes(UTF_8));
    Socket pull = rawPull(nobody);

    assertThat(accepted).isEqualTo(ZmqControlChannel.HIGH_WATER_MARK);
    assertThat(isAcceptedAfterwards).isTrue();
    assertThat(take(pull, 1)).containsExactly("afterwards");
  }

  @Test
  void framesForANameThatIsNotKnownWaitUntilItIs() {
    var isKnown = new AtomicBoolean();
    HostLookup.Resolver resolver =
        host -> {
          if (!isKnown.get()) {
            throw new UnknownHostException(host);
          }
          return "127.0.0.1";
        };
    ZmqControlChannel channel = kept(ZmqControlChannel.bind(ANY_PORT, Optional.empty(), resolver));
    ZmqControlChannel peer = channel();
    String named = peer.endpoint().replace("127.0.0.1", "source-7");

    numbered(3).forEach(frame -> assertThat(channel.send(named, frame.getBytes(UTF_8))).isTrue());
    assertThat(peer.receive()).isEmpty();
    isKnown.set(true);

    List<String> taken = new ArrayList<>();
    await()
        .atMost(LONG_ENOUGH)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              channel.receive();
              peer.receive().forEach(frame -> taken.add(new String(frame, UTF_8)));
              return taken.size() == 3;
            });
    assertThat(taken).isEqualTo(numbered(3));
  }

  @Test
  void localhostIsLookedUpByTheMachine() {
    ZmqControlChannel channel = channel();
    ZmqControlChannel peer = channel();

    channel.send(peer.endpoint().replace("127.0.0.1", "localhost"), "hello".getBytes(UTF_8));

    await()
        .atMost(LONG_ENOUGH)
        .until(
            () -> {
              channel.receive();
              return peer.receive().stream().anyMatch(f -> new String(f, UTF_8).equals("hello"));
            });
  }

  @Test
  void aFreePortIsAdvertisedAsItWasChosen() {
    assertThat(channel().endpoint()).matches("tcp://127\\.0\\.0\\.1:[1-9][0-9]{3,4}");
  }

  @Test
  void anotherEndpointMayBeAdvertised() {
    ZmqControlChannel channel = kept(ZmqControlChannel.bind(ANY_PORT, "tcp://source-7:5600"));

    assertThat(channel.endpoint()).isEqualTo("tcp://source-7:5600");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    String taken = channel().endpoint();

    assertThatThrownBy(() -> ZmqControlChannel.bind(taken))
        .isInstanceOfSatisfying(
            ChannelException.class,
            failure -> assertThat(failure.category()).isEqualTo(ChannelException.Category.IN_USE))
        .hasMessageContaining(taken);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "tcp://127.0.0.1"})
  void whatCannotBeBoundIsNamed(String endpoint) {
    assertThatThrownBy(() -> ZmqControlChannel.bind(endpoint))
        .isInstanceOfSatisfying(
            ChannelException.class,
            failure ->
                assertThat(failure.category()).isEqualTo(ChannelException.Category.NOT_AVAILABLE))
        .hasMessageContaining(endpoint);
  }

  @Test
  void bytesThatAreNoZeroMqDoNoHarm() throws IOException {
    ZmqControlChannel channel = channel();
    int port = Integer.parseInt(channel.endpoint().replaceAll(".*:", ""));
    try (var stranger = new java.net.Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = stranger.getOutputStream();
      out.write("GET / HTTP/1.1\r\n\r\n".repeat(100).getBytes(UTF_8));
      out.flush();
      Socket push = rawPush(channel.endpoint());

      push.send("after the stranger");

      assertThat(take(channel, 1)).containsExactly("after the stranger");
    }
  }

  @Test
  void closingTwiceIsHarmlessAndLosesWhatWaits() throws IOException {
    ZmqControlChannel channel = channel();
    channel.send("tcp://127.0.0.1:" + freePort(), new byte[] {1});

    channel.close();

    assertThatCode(channel::close).doesNotThrowAnyException();
    assertThatThrownBy(channel::receive)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(channel.endpoint());
  }
}
