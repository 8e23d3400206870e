package kvproof.events.zmq;

import static kvproof.events.zmq.Heard.ANY_PORT;
import static kvproof.events.zmq.Heard.LONG;
import static kvproof.events.zmq.Heard.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import kvproof.events.zmq.fault.PublisherFaults;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ.Socket;

@Timeout(60)
@ExtendWith(NoThreadLeft.class)
class EventPublisherTest {
  private static final PublisherOptions OPTIONS = PublisherOptions.at(ANY_PORT);
  private static final byte[] PAYLOAD = {(byte) 0x93};

  @Test
  void freePortIsTakenAndSaid() {
    try (var publisher =
        EventPublisher.open(OPTIONS.withReplay(Endpoint.parse("tcp://localhost:0"), style()))) {
      assertThat(publisher.liveEndpoint())
          .isInstanceOfSatisfying(
              Endpoint.Tcp.class,
              tcp -> {
                assertThat(tcp.host()).isEqualTo("127.0.0.1");
                assertThat(tcp.port()).isPositive();
              });
      assertThat(publisher.replayEndpoint())
          .hasValueSatisfying(
              endpoint -> {
                assertThat(endpoint.toString()).startsWith("tcp://localhost:");
                assertThat(endpoint).isNotEqualTo(publisher.liveEndpoint());
              });
    }
  }

  private static ReplayStyle style() {
    return ReplayStyle.VLLM;
  }

  @Test
  @DisplayName("FS-70 two publishers at one endpoint are an error naming it")
  void endpointThatIsTakenIsAnErrorNamingIt() {
    try (var publisher = EventPublisher.open(OPTIONS)) {
      Endpoint taken = publisher.liveEndpoint();

      assertThatThrownBy(() -> EventPublisher.open(PublisherOptions.at(taken)))
          .hasMessageContaining(taken.toString())
          .isInstanceOfSatisfying(
              EndpointException.class,
              failure ->
                  assertThat(failure.category()).isEqualTo(EndpointException.Category.IN_USE));
      assertThatThrownBy(() -> EventPublisher.open(OPTIONS.withReplay(taken, style())))
          .hasMessageContaining(taken.toString());
    }
  }

  @Test
  void numbersBatchesFromZeroWhoeverPublishes() throws Exception {
    List<Long> sequences = new ArrayList<>();
    try (var publisher = EventPublisher.open(OPTIONS);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Long>> published = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        published.add(threads.submit(() -> publisher.publish(PAYLOAD)));
      }
      for (Future<Long> sequence : published) {
        sequences.add(sequence.get());
      }
      assertThat(publisher.nextSequence()).isEqualTo(1_000);
    }
    assertThat(sequences.stream().sorted()).isEqualTo(LongStream.range(0, 1_000).boxed().toList());
  }

  @Test
  void messagesOfSeveralThreadsLeaveInTheOrderOfTheirNumbers() throws Exception {
    var heard = new Heard();
    try (var publisher = EventPublisher.open(OPTIONS);
        var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard);
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
      for (int i = 0; i < 1_000; i++) {
        threads.execute(() -> publisher.publish(PAYLOAD));
      }
      heard.await(1_000);
    }
    assertThat(heard.sequences()).isEqualTo(LongStream.range(0, 1_000).boxed().toList());
  }

  @Test
  void payloadIsCopied() throws Exception {
    var heard = new Heard();
    byte[] payload = {1, 2, 3};
    try (var publisher = EventPublisher.open(OPTIONS.withReplay(ANY_PORT, style()));
        var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard);
        var client = ReplayClient.to(publisher.replayEndpoint().orElseThrow())) {
      assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
      publisher.publish(payload);
      payload[0] = 9;
      heard.await(1);

      client.replay(0, (_, replayed) -> assertThat(replayed).containsExactly(1, 2, 3));
    }
  }

  @Test
  void emptyPayloadIsRefusedSinceItMeansTheEndOfAReplay() {
    try (var publisher = EventPublisher.open(OPTIONS)) {
      assertThatThrownBy(() -> publisher.publish(new byte[0]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("0 bytes");
      assertThat(publisher.nextSequence()).isZero();
    }
  }

  @Test
  void closedOneRefusesToPublishByName() {
    var publisher = EventPublisher.open(OPTIONS);
    assertTimeout(Duration.ofSeconds(1), publisher::close);
    publisher.close();

    assertThatThrownBy(() -> publisher.publish(PAYLOAD))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(publisher.liveEndpoint().toString());
  }

  @Test
  void waitForSubscriptionsEndsWithoutThem() throws Exception {
    try (var publisher = EventPublisher.open(OPTIONS)) {
      assertThat(publisher.awaitSubscriptions(0, Duration.ZERO)).isTrue();
      assertThat(publisher.awaitSubscriptions(1, Duration.ofMillis(30))).isFalse();
    }
  }

  @Test
  void everySubscriberIsCountedAndHears() throws Exception {
    var one = new Heard();
    var other = new Heard();
    try (var publisher = EventPublisher.open(OPTIONS);
        var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, one);
        var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, other)) {
      assertThat(publisher.awaitSubscriptions(2, LONG)).isTrue();
      publisher.publish(PAYLOAD);
      one.await(1);
      other.await(1);
    }
  }

  @Test
  void lostAndRepeatedMessagesAreThoseNamed() throws Exception {
    var heard = new Heard();
    PublisherFault fault =
        PublisherFaults.losing(sequence -> sequence == 1)
            .and(PublisherFaults.repeating(sequence -> sequence == 2));
    try (var publisher = EventPublisher.open(OPTIONS.withFault(fault));
        var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
      assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
      for (int i = 0; i < 4; i++) {
        publisher.publish(PAYLOAD);
      }
      heard.await(4);
    }
    assertThat(heard.sequences()).containsExactly(0L, 2L, 2L, 3L);
  }

  /** A reader that takes nothing loses messages beyond the mark, and costs nobody else anything. */
  @Test
  void slowSubscriberLosesMessagesAndHoldsNobodyUp() throws Exception {
    var heard = new Heard();
    byte[] big = new byte[1 << 20];
    try (var publisher = EventPublisher.open(OPTIONS.withHighWaterMark(4));
        var context = new ZContext()) {
      Socket reader = context.createSocket(SocketType.SUB);
      QUICK.applyTo(reader);
      reader.setRcvHWM(1);
      reader.subscribe(new byte[0]);
      assertThat(reader.connect(publisher.liveEndpoint().toString())).isTrue();
      assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
      for (int i = 0; i < 64; i++) {
        publisher.publish(big);
      }
      try (var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        assertThat(publisher.awaitSubscriptions(2, LONG)).isTrue();
        publisher.publish(PAYLOAD);
        heard.await(1);
      }
      reader.setReceiveTimeOut(500);
      List<Integer> sizes = new ArrayList<>();
      for (byte[] frame = reader.recv(); frame != null; frame = reader.recv()) {
        sizes.add(frame.length);
      }
      assertThat(sizes.stream().filter(size -> size == big.length).count()).isBetween(1L, 63L);
    }
  }

  @Test
  void malformedRequestIsCountedAndNotAnswered() throws Exception {
    try (var publisher = EventPublisher.open(OPTIONS.withReplay(ANY_PORT, style()));
        var context = new ZContext()) {
      Endpoint endpoint = publisher.replayEndpoint().orElseThrow();
      publisher.publish(PAYLOAD);
      Socket asker = context.createSocket(SocketType.DEALER);
      QUICK.applyTo(asker);
      assertThat(asker.connect(endpoint.toString())).isTrue();
      asker.send(new byte[8]);
      asker.sendMore(new byte[0]);
      asker.send(new byte[7]);
      asker.sendMore(new byte[0]);
      asker.sendMore(new byte[8]);
      asker.send(new byte[8]);
      Heard.until(() -> publisher.malformedRequests() == 3);

      asker.sendMore(new byte[0]);
      asker.send(new byte[8]);
      asker.setReceiveTimeOut((int) LONG.toMillis());
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        sizes.add(asker.recv().length);
      }

      assertThat(sizes).containsExactly(0, 0, 8, 1, 0, 0, 8, 0);
      assertThat(publisher.malformedRequests()).isEqualTo(3);
    }
  }
}
