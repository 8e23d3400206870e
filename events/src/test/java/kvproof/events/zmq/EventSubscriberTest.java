package kvproof.events.zmq;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static kvproof.events.zmq.Heard.ANY_PORT;
import static kvproof.events.zmq.Heard.LONG;
import static kvproof.events.zmq.Heard.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import kvproof.events.FrameProblem;
import kvproof.events.LiveListener;
import kvproof.events.LiveMessage;
import kvproof.events.zmq.fault.PublisherFaults;
import kvproof.events.zmq.fault.Reframing;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.zeromq.ZContext;

@Timeout(60)
@ExtendWith(NoThreadLeft.class)
class EventSubscriberTest {
  private static final PublisherOptions OPTIONS = PublisherOptions.at(ANY_PORT);
  private static final byte[] PAYLOAD = {(byte) 0x93};

  private final Heard heard = new Heard();

  private static void awaitSubscriptions(EventPublisher publisher, int count) throws Exception {
    assertThat(publisher.awaitSubscriptions(count, LONG)).isTrue();
  }

  private static byte[] numbered(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  @Nested
  class Messages {
    @Test
    void arriveWithTopicSequenceAndPayload() throws Exception {
      try (var publisher = EventPublisher.open(OPTIONS.withTopic("kv-events"));
          var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        awaitSubscriptions(publisher, 1);

        publisher.publish(new byte[] {1, 2});
        publisher.publish(new byte[] {3});
        heard.await(2);

        byte[] topic = "kv-events".getBytes(UTF_8);
        assertThat(heard.messages)
            .containsExactly(
                new LiveMessage(topic, 0, new byte[] {1, 2}),
                new LiveMessage(topic, 1, new byte[] {3}));
        assertThat(subscriber.counts()).isEqualTo(new SubscriberCounts(2, 0, 0, 0));
      }
    }

    @Test
    void tenThousandArriveInOrder() throws Exception {
      int count = 10_000;
      List<Long> payloads = new ArrayList<>();
      var all = new CountDownLatch(count);
      LiveListener listener =
          message -> {
            payloads.add(ByteBuffer.wrap(message.payload()).getLong() - message.sequence());
            all.countDown();
          };
      try (var publisher = EventPublisher.open(OPTIONS);
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener)) {
        awaitSubscriptions(publisher, 1);

        for (int i = 0; i < count; i++) {
          publisher.publish(numbered(1_000L + i + i));
        }

        assertThat(all.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      }
      assertThat(payloads).isEqualTo(LongStream.range(1_000, 11_000).boxed().toList());
    }

    @Test
    void bigPayloadArrivesWhole() throws Exception {
      byte[] payload = new byte[24 << 20];
      for (int i = 0; i < payload.length; i++) {
        payload[i] = (byte) (i * 31 + (i >> 8));
      }
      try (var publisher = EventPublisher.open(OPTIONS);
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        awaitSubscriptions(publisher, 1);

        publisher.publish(payload);
        publisher.publish(PAYLOAD);
        heard.await(2);

        assertThat(heard.messages.getFirst().payload()).isEqualTo(payload);
      }
    }

    @Test
    @DisplayName("Z6 bad frame counts and sequence lengths are skipped and counted")
    void malformedOnesAreSkippedAndCounted() throws Exception {
      PublisherFault fault =
          PublisherFaults.reframing(sequence -> sequence == 0, Reframing.toFrames(1))
              .and(PublisherFaults.reframing(sequence -> sequence == 1, Reframing.toFrames(2)))
              .and(PublisherFaults.reframing(sequence -> sequence == 2, Reframing.toFrames(4)))
              .and(PublisherFaults.reframing(sequence -> sequence == 3, Reframing.toFrames(300)))
              .and(PublisherFaults.reframing(s -> s == 4, Reframing.toSequenceBytes(0)))
              .and(PublisherFaults.reframing(s -> s == 5, Reframing.toSequenceBytes(7)))
              .and(PublisherFaults.reframing(s -> s == 6, Reframing.toSequenceBytes(9)));
      try (var publisher = EventPublisher.open(OPTIONS.withFault(fault));
          var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        awaitSubscriptions(publisher, 1);

        for (int i = 0; i < 8; i++) {
          publisher.publish(PAYLOAD);
        }
        heard.await(1);

        assertThat(heard.sequences()).containsExactly(7L);
        assertThat(heard.problems)
            .containsExactly(
                new FrameProblem.FrameCount(1),
                new FrameProblem.FrameCount(2),
                new FrameProblem.FrameCount(4),
                new FrameProblem.FrameCount(300),
                new FrameProblem.SequenceLength(0),
                new FrameProblem.SequenceLength(7),
                new FrameProblem.SequenceLength(9));
        assertThat(subscriber.counts()).isEqualTo(new SubscriberCounts(1, 4, 3, 0));
      }
    }

    @Test
    @DisplayName("FS-68 ranks that share a topic are told apart by their sockets")
    void publishersWithOneTopicStayApart() throws Exception {
      List<EventPublisher> publishers = new ArrayList<>();
      List<EventSubscriber> subscribers = new ArrayList<>();
      List<Heard> ranks = new ArrayList<>();
      try {
        for (int rank = 0; rank < 4; rank++) {
          publishers.add(EventPublisher.open(OPTIONS.withTopic("kv-events")));
          ranks.add(new Heard());
          subscribers.add(
              EventSubscriber.open(publishers.get(rank).liveEndpoint(), QUICK, ranks.get(rank)));
        }
        for (int rank = 0; rank < 4; rank++) {
          awaitSubscriptions(publishers.get(rank), 1);
          for (int i = 0; i <= rank; i++) {
            publishers.get(rank).publish(new byte[] {(byte) rank});
          }
        }
        for (int rank = 0; rank < 4; rank++) {
          ranks.get(rank).await(rank + 1);

          byte[] payload = {(byte) rank};
          assertThat(ranks.get(rank).messages)
              .hasSize(rank + 1)
              .allSatisfy(message -> assertThat(message.payload()).isEqualTo(payload));
        }
      } finally {
        subscribers.forEach(EventSubscriber::close);
        publishers.forEach(EventPublisher::close);
      }
    }
  }

  @Nested
  class Connections {
    @Test
    void publisherThatComesLaterIsHeard() throws Exception {
      Endpoint endpoint = freeEndpoint();
      try (var _ = EventSubscriber.open(endpoint, QUICK, heard)) {
        try (var publisher = EventPublisher.open(PublisherOptions.at(endpoint))) {
          awaitSubscriptions(publisher, 1);
          publisher.publish(PAYLOAD);
          heard.await(1);
        }
      }
    }

    @Test
    void publisherThatRestartsIsHeardFromItsFirstNumberAgain() throws Exception {
      Endpoint endpoint = freeEndpoint();
      try (var subscriber = EventSubscriber.open(endpoint, QUICK, heard)) {
        for (int life = 1; life <= 3; life++) {
          try (var publisher = EventPublisher.open(PublisherOptions.at(endpoint))) {
            awaitSubscriptions(publisher, 1);
            publisher.publish(PAYLOAD);
            publisher.publish(PAYLOAD);
            heard.await(2 * life);
          }
        }
        assertThat(heard.sequences()).containsExactly(0L, 1L, 0L, 1L, 0L, 1L);
        assertThat(subscriber.failure()).isEmpty();
      }
    }

    /** A port that was free a moment ago. */
    private static Endpoint freeEndpoint() {
      try (var publisher = EventPublisher.open(OPTIONS)) {
        return publisher.liveEndpoint();
      }
    }

    /** The peer hears the heartbeat, answers nothing, and sees the connection end. */
    @Test
    void silentPeerIsGivenUp() throws Exception {
      ConnectionSettings impatient =
          QUICK.withHeartbeat(
              Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(100));
      try (var server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
        server.setSoTimeout((int) LONG.toMillis());
        var endpoint = new Endpoint.Tcp("127.0.0.1", server.getLocalPort());
        try (var _ = EventSubscriber.open(endpoint, impatient, heard)) {
          String said = "";
          while (!said.contains("\4PING")) {
            try (Socket connection = server.accept()) {
              connection.setSoTimeout((int) LONG.toMillis());
              greetAsPublisher(connection);
              said = saidUntilTheEnd(connection);
            }
          }
          assertThat(server.accept()).satisfies(Socket::close);
        }
      }
    }

    /** A peer that leaves without having read everything resets the connection. */
    private static String saidUntilTheEnd(Socket connection) throws IOException {
      var said = new ByteArrayOutputStream();
      try {
        connection.getInputStream().transferTo(said);
      } catch (SocketException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
      return said.toString(ISO_8859_1);
    }

    /** Greeting and READY of ZMTP 3.0; what the other side says is not read. */
    private static void greetAsPublisher(Socket socket) throws IOException {
      ByteBuffer greeting = ByteBuffer.allocate(64);
      greeting.put(0, (byte) 0xff).put(9, (byte) 0x7f).put(10, (byte) 3);
      greeting.put(12, "NULL".getBytes(UTF_8));
      byte[] ready = "\5READY\13Socket-Type\0\0\0\3PUB".getBytes(UTF_8);
      socket.getOutputStream().write(greeting.array());
      socket.getOutputStream().write(new byte[] {4, (byte) ready.length});
      socket.getOutputStream().write(ready);
      socket.getOutputStream().flush();
    }

    @Test
    void peerThatAnswersHeartbeatsIsKept() throws Exception {
      ConnectionSettings quick =
          QUICK.withHeartbeat(
              Duration.ofMillis(100), Duration.ofMillis(600), Duration.ofMillis(600));
      try (var publisher = EventPublisher.open(OPTIONS);
          var _ = EventSubscriber.open(publisher.liveEndpoint(), quick, heard)) {
        awaitSubscriptions(publisher, 1);

        boolean isConnectedAgain = publisher.awaitSubscriptions(2, Duration.ofMillis(1_500));

        assertThat(isConnectedAgain).isFalse();
        publisher.publish(PAYLOAD);
        heard.await(1);
      }
    }

    @Test
    void endpointMayBeIpv6() throws Exception {
      assumeTrue(hasIpv6(), "no IPv6 on this machine");
      try (var publisher =
              EventPublisher.open(PublisherOptions.at(Endpoint.parse("tcp://[::1]:0")));
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        assertThat(publisher.liveEndpoint().toString()).startsWith("tcp://[::1]:");
        awaitSubscriptions(publisher, 1);
        publisher.publish(PAYLOAD);
        heard.await(1);
      }
    }

    private static boolean hasIpv6() {
      try (var _ = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
        return true;
      } catch (IOException none) {
        return false;
      }
    }

    @Test
    void endpointMayBeWithinOneContext() throws Exception {
      Endpoint endpoint = Endpoint.parse("inproc://engine");
      ConnectionSettings settings = QUICK;
      try (var context = new ZContext()) {
        try (var publisher = EventPublisher.openIn(context, PublisherOptions.at(endpoint));
            var _ = EventSubscriber.openIn(context, endpoint, settings, heard)) {
          awaitSubscriptions(publisher, 1);
          publisher.publish(PAYLOAD);
          heard.await(1);
        }
        assertThat(context.isClosed()).isFalse();
        assertThat(context.isEmpty()).isTrue();
      }
    }

    @Test
    void contextThatIsGoneIsRefused() {
      var context = new ZContext();
      context.close();

      assertThatThrownBy(
              () ->
                  EventSubscriber.openIn(context, Endpoint.parse("inproc://engine"), QUICK, heard))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("context is closed");
    }

    @Test
    void endpointMayBeAPathOfThisMachine() throws Exception {
      try (var publisher = EventPublisher.open(PublisherOptions.at(Endpoint.parse("ipc://*")));
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        awaitSubscriptions(publisher, 1);
        publisher.publish(PAYLOAD);
        heard.await(1);
      }
    }

    @Test
    void whatCanOnlyBeBoundIsRefusedByName() {
      for (String text : List.of("tcp://127.0.0.1:0", "tcp://*:5557")) {
        assertThatThrownBy(() -> EventSubscriber.open(Endpoint.parse(text), QUICK, heard))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(text);
      }
    }
  }

  @Nested
  class Listeners {
    @Test
    void oneThatThrowsCostsItsMessageOnly() throws Exception {
      LiveListener listener =
          message -> {
            if (message.sequence() == 1) {
              throw new IllegalStateException("one");
            }
            if (message.sequence() == 2) {
              throw new AssertionError("two");
            }
            heard.onMessage(message);
          };
      try (var publisher = EventPublisher.open(OPTIONS);
          var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener)) {
        awaitSubscriptions(publisher, 1);

        for (int i = 0; i < 4; i++) {
          publisher.publish(PAYLOAD);
        }
        heard.await(2);

        assertThat(heard.sequences()).containsExactly(0L, 3L);
        assertThat(subscriber.counts()).isEqualTo(new SubscriberCounts(4, 0, 0, 2));
        assertThat(subscriber.lastListenerFailure())
            .hasValueSatisfying(failure -> assertThat(failure).hasMessage("two"));
        assertThat(subscriber.failure()).isEmpty();
      }
    }

    @Test
    void interruptThatOneLeavesBehindEndsNothing() throws Exception {
      LiveListener listener =
          message -> {
            heard.onMessage(message);
            Thread.currentThread().interrupt();
          };
      try (var publisher = EventPublisher.open(OPTIONS);
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener)) {
        awaitSubscriptions(publisher, 1);

        for (int i = 0; i < 20; i++) {
          publisher.publish(PAYLOAD);
          heard.await(i + 1);
        }
      }
    }
  }

  @Nested
  class Closing {
    @Test
    void endsAWaitAtOnceAndTwiceIsHarmless() throws Exception {
      try (var publisher = EventPublisher.open(OPTIONS)) {
        var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard);
        awaitSubscriptions(publisher, 1);

        assertTimeout(Duration.ofSeconds(1), subscriber::close);
        assertTimeout(Duration.ofSeconds(1), subscriber::close);

        assertThat(subscriber.failure()).isEmpty();
      }
    }

    @Test
    void endsAWaitForAPublisherThatNeverCame() {
      var subscriber = EventSubscriber.open(Endpoint.parse("tcp://127.0.0.1:1"), QUICK, heard);

      assertTimeout(Duration.ofSeconds(1), subscriber::close);
    }

    @Test
    void afterwardsTheListenerIsNotCalled() throws Exception {
      try (var publisher = EventPublisher.open(OPTIONS)) {
        var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard);
        awaitSubscriptions(publisher, 1);
        for (int i = 0; i < 20_000; i++) {
          publisher.publish(PAYLOAD);
        }
        heard.await(1);

        subscriber.close();

        int atClose = heard.messages.size();
        assertThat(atClose).isLessThan(20_000);
        try (var later = EventSubscriber.open(publisher.liveEndpoint(), QUICK, message -> {})) {
          awaitSubscriptions(publisher, 2);
          publisher.publish(PAYLOAD);
          Heard.until(() -> later.counts().messages() > 0);
        }
        assertThat(heard.messages).hasSize(atClose);
      }
    }

    @Test
    void waitsForTheListenerToReturn() throws Exception {
      var entered = new CountDownLatch(1);
      var closer = new CompletableFuture<Thread>();
      var isReturned = new AtomicBoolean();
      LiveListener listener =
          _ -> {
            entered.countDown();
            Heard.until(() -> isWaitingOrDone(closer.join()));
            isReturned.set(true);
          };
      try (var publisher = EventPublisher.open(OPTIONS)) {
        var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener);
        awaitSubscriptions(publisher, 1);
        publisher.publish(PAYLOAD);
        entered.await();

        var isReturnedAtClose = new CompletableFuture<Boolean>();
        closer.complete(
            Thread.ofPlatform()
                .start(
                    () -> {
                      subscriber.close();
                      isReturnedAtClose.complete(isReturned.get());
                    }));

        assertThat(isReturnedAtClose).succeedsWithin(LONG).isEqualTo(true);
        closer.join().join();
      }
    }

    private static boolean isWaitingOrDone(Thread thread) {
      return switch (thread.getState()) {
        case TIMED_WAITING, TERMINATED -> true;
        case NEW, RUNNABLE, BLOCKED, WAITING -> false;
      };
    }

    @Test
    void waitsBoundedlyForAListenerThatDoesNotReturn() throws Exception {
      var entered = new CountDownLatch(1);
      var release = new CountDownLatch(1);
      LiveListener listener =
          _ -> {
            entered.countDown();
            try {
              release.await();
            } catch (InterruptedException interrupt) {
              throw new AssertionError(interrupt);
            }
          };
      try (var publisher = EventPublisher.open(OPTIONS);
          var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener)) {
        awaitSubscriptions(publisher, 1);
        publisher.publish(PAYLOAD);
        entered.await();

        assertTimeout(SocketThread.CLOSE_WAIT.multipliedBy(2), subscriber::close);

        release.countDown();
      }
    }

    @Test
    void mayBeDoneByTheListener() throws Exception {
      var own = new CompletableFuture<EventSubscriber>();
      LiveListener listener =
          message -> {
            own.join().close();
            heard.onMessage(message);
          };
      try (var publisher = EventPublisher.open(OPTIONS)) {
        var subscriber = EventSubscriber.open(publisher.liveEndpoint(), QUICK, listener);
        own.complete(subscriber);
        awaitSubscriptions(publisher, 1);

        publisher.publish(PAYLOAD);
        publisher.publish(PAYLOAD);
        heard.await(1);
        subscriber.close();

        assertThat(heard.sequences()).containsExactly(0L);
      }
    }

    @Test
    void openingOnAnInterruptedThreadKeepsTheInterrupt() throws Exception {
      Thread.currentThread().interrupt();
      try (var publisher = EventPublisher.open(OPTIONS);
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        assertThat(Thread.interrupted()).isTrue();
        awaitSubscriptions(publisher, 1);
        publisher.publish(PAYLOAD);
        heard.await(1);
      }
    }
  }
}
