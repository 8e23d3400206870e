package kvproof.events.zmq;

import static kvproof.events.zmq.Heard.ANY_PORT;
import static kvproof.events.zmq.Heard.LONG;
import static kvproof.events.zmq.Heard.QUICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import kvproof.events.FrameProblem;
import kvproof.events.ReplayEnd;
import kvproof.events.zmq.fault.PublisherFaults;
import kvproof.events.zmq.fault.Reframing;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.zeromq.ZContext;

@Timeout(60)
@ExtendWith(NoThreadLeft.class)
class ReplayClientTest {
  private static final Duration SHORT = Duration.ofMillis(2_000);
  private static final PublisherOptions OPTIONS =
      PublisherOptions.at(ANY_PORT).withReplay(ANY_PORT, ReplayStyle.VLLM).withTopic("kv-events");

  private final List<Long> sequences = new ArrayList<>();

  private void take(long sequence, byte[] payload) {
    assertThat(ByteBuffer.wrap(payload).getLong()).isEqualTo(1_000 + sequence);
    sequences.add(sequence);
  }

  private static EventPublisher published(int count, PublisherOptions options) {
    EventPublisher publisher = EventPublisher.open(options);
    for (int i = 0; i < count; i++) {
      publisher.publish(ByteBuffer.allocate(Long.BYTES).putLong(1_000L + i).array());
    }
    return publisher;
  }

  private static ReplayClient client(EventPublisher publisher, Duration timeout) {
    return new ReplayClient(publisher.replayEndpoint().orElseThrow(), QUICK, timeout);
  }

  private ReplayEnd replay(EventPublisher publisher, long start) {
    try (var client = client(publisher, LONG)) {
      return client.replay(start, this::take);
    }
  }

  @Nested
  class Replies {
    @ParameterizedTest
    @EnumSource
    @DisplayName("Z1 replies of 3 frames and of 4 frames are both understood")
    void bothStylesAreUnderstood(ReplayStyle style) {
      try (var publisher = published(2, OPTIONS.withReplay(ANY_PORT, style))) {
        assertThat(replay(publisher, 0)).isEqualTo(new ReplayEnd.Complete(2));
        assertThat(sequences).containsExactly(0L, 1L);
      }
    }

    @Test
    @DisplayName("Z2 Z3 a replay starts at the batch that is asked for")
    void startAtTheRequestedBatch() {
      try (var publisher = published(6, OPTIONS)) {
        assertThat(replay(publisher, 2)).isEqualTo(new ReplayEnd.Complete(4));
        assertThat(sequences).containsExactly(2L, 3L, 4L, 5L);
      }
    }

    @Test
    @DisplayName("Z4 an engine that kept only part answers from its oldest batch")
    void startAtTheOldestBatchThatIsKept() {
      try (var publisher = published(6, OPTIONS.withKeptBatches(2))) {
        assertThat(replay(publisher, 1)).isEqualTo(new ReplayEnd.Complete(2));
        assertThat(sequences).containsExactly(4L, 5L);
      }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4, Long.MAX_VALUE, -1})
    void fromTheFutureAreNone(long start) {
      try (var publisher = published(3, OPTIONS)) {
        assertThat(replay(publisher, start)).isEqualTo(new ReplayEnd.Complete(0));
      }
    }

    @Test
    @DisplayName("Z23 batches from before the requested one are handed over as they come")
    void fromBeforeTheRequestedBatchAreHandedOver() {
      try (var publisher = published(4, OPTIONS.withFault(PublisherFaults.answeringFrom(0)))) {
        assertThat(replay(publisher, 2)).isEqualTo(new ReplayEnd.Complete(4));
        assertThat(sequences).containsExactly(0L, 1L, 2L, 3L);
      }
    }

    @Test
    void lostOnTheLiveStreamAreReplayed() throws Exception {
      var heard = new Heard();
      PublisherFault fault = PublisherFaults.losing(sequence -> sequence == 1 || sequence == 2);
      try (var publisher = EventPublisher.open(OPTIONS.withFault(fault));
          var _ = EventSubscriber.open(publisher.liveEndpoint(), QUICK, heard)) {
        assertThat(publisher.awaitSubscriptions(1, LONG)).isTrue();
        for (int i = 0; i < 4; i++) {
          publisher.publish(ByteBuffer.allocate(Long.BYTES).putLong(1_000L + i).array());
        }
        heard.await(2);

        assertThat(heard.sequences()).containsExactly(0L, 3L);
        assertThat(replay(publisher, 1)).isEqualTo(new ReplayEnd.Complete(3));
        assertThat(sequences).containsExactly(1L, 2L, 3L);
      }
    }

    /** More and bigger than any queue on the way has room for, to a sink that takes its time. */
    @Test
    void manyAndBigOnesAllArrive() {
      int count = 6_000;
      byte[] payload = new byte[8 << 10];
      payload[payload.length - 1] = 1;
      try (var publisher = EventPublisher.open(OPTIONS);
          var client = client(publisher, LONG)) {
        for (int i = 0; i < count; i++) {
          publisher.publish(payload);
        }
        ReplayEnd end =
            client.replay(
                0,
                (sequence, replayed) -> {
                  assertThat(replayed).isEqualTo(payload);
                  sequences.add(sequence);
                });

        assertThat(end).isEqualTo(new ReplayEnd.Complete(count));
        assertThat(sequences).isEqualTo(LongStream.range(0, count).boxed().toList());
      }
    }

    @Test
    void mayComeWithinOneContext() {
      Endpoint endpoint = Endpoint.parse("inproc://replay");
      try (var context = new ZContext()) {
        PublisherOptions options =
            PublisherOptions.at(Endpoint.parse("inproc://live"))
                .withReplay(endpoint, ReplayStyle.SGLANG);
        try (var publisher = EventPublisher.openIn(context, options);
            var client = ReplayClient.in(context, endpoint, QUICK, LONG)) {
          publisher.publish(ByteBuffer.allocate(Long.BYTES).putLong(1_000).array());

          assertThat(client.replay(0, ReplayClientTest.this::take))
              .isEqualTo(new ReplayEnd.Complete(1));
        }
        assertThat(context.isEmpty()).isTrue();
      }
    }
  }

  @Nested
  class Ends {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 40})
    @DisplayName("FS-16 a reply with another number of frames ends the replay and names the number")
    void anotherNumberOfFramesNamesIt(int count) {
      PublisherFault fault =
          PublisherFaults.reframingReplies(sequence -> sequence == 2, Reframing.toFrames(count));
      try (var publisher = published(4, OPTIONS.withFault(fault))) {
        ReplayEnd end = replay(publisher, 0);

        assertThat(end).isEqualTo(new ReplayEnd.Malformed(2, new FrameProblem.FrameCount(count)));
        assertThat(end.toString()).contains(Integer.toString(count));
        assertThat(sequences).containsExactly(0L, 1L);
      }
    }

    @ParameterizedTest
    @EnumSource
    void anotherSequenceLengthEndsTheReplay(ReplayStyle style) {
      PublisherFault fault =
          PublisherFaults.reframingReplies(s -> s == 1, Reframing.toSequenceBytes(9));
      try (var publisher = published(3, OPTIONS.withReplay(ANY_PORT, style).withFault(fault))) {
        assertThat(replay(publisher, 0))
            .isEqualTo(new ReplayEnd.Malformed(1, new FrameProblem.SequenceLength(9)));
      }
    }

    @Test
    @DisplayName("FS-14 a replay that times out once can be asked for again")
    void silenceIsATimeOutAndTheNextReplayIsItsOwn() {
      try (var publisher = published(2, OPTIONS.withFault(PublisherFaults.silentFor(1)));
          var client = client(publisher, SHORT)) {
        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.TimedOut(0));
        assertThat(sequences).isEmpty();
        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.Complete(2));
        assertThat(sequences).containsExactly(0L, 1L);
      }
    }

    @Test
    void missingMarkerIsATimeOutBehindTheLastBatch() {
      PublisherFault fault = PublisherFaults.losingReplies(sequence -> sequence == -1);
      try (var publisher = published(3, OPTIONS.withFault(fault));
          var client = client(publisher, SHORT)) {
        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.TimedOut(3));
      }
    }

    @Test
    void nobodyThereIsATimeOut() {
      var endpoint = Endpoint.parse("tcp://127.0.0.1:1");
      try (var client = new ReplayClient(endpoint, QUICK, SHORT)) {
        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.TimedOut(0));
      }
    }

    @Test
    void contextThatIsGoneIsAFailureAndNoHang() {
      var context = new ZContext();
      Endpoint endpoint = Endpoint.parse("inproc://replay");
      try (var client = ReplayClient.in(context, endpoint, QUICK, LONG)) {
        context.close();

        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isInstanceOfSatisfying(
                ReplayEnd.Failed.class, end -> assertThat(end.reason()).isNotBlank());
      }
    }

    @Test
    void whatTheSinkThrowsComesOutAndTheClientGoesOn() {
      try (var publisher = published(200, OPTIONS);
          var client = client(publisher, LONG)) {
        assertThatThrownBy(
                () ->
                    client.replay(
                        0,
                        (sequence, _) -> {
                          throw new IllegalStateException("at " + sequence);
                        }))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("at 0");

        assertThat(client.replay(198, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.Complete(2));
      }
    }

    @Test
    void closingCancelsARunningReplayAtOnceAndEveryLaterOne() throws Exception {
      PublisherFault fault = PublisherFaults.losingReplies(sequence -> sequence == -1);
      var second = new CountDownLatch(2);
      try (var publisher = published(2, OPTIONS.withFault(fault))) {
        ReplayClient client = client(publisher, LONG);
        CompletableFuture<ReplayEnd> end =
            CompletableFuture.supplyAsync(() -> client.replay(0, (_, _) -> second.countDown()));
        second.await();

        client.close();

        assertThat(end).succeedsWithin(Duration.ofSeconds(2)).isEqualTo(new ReplayEnd.Cancelled(2));
        assertThat(client.replay(0, ReplayClientTest.this::take))
            .isEqualTo(new ReplayEnd.Cancelled(0));
      }
    }

    @Test
    void closingTakesNoMoreOfWhatHasArrived() {
      try (var publisher = published(500, OPTIONS)) {
        ReplayClient client = client(publisher, LONG);
        ReplayEnd end =
            client.replay(
                0,
                (sequence, payload) -> {
                  take(sequence, payload);
                  client.close();
                });

        assertThat(end).isEqualTo(new ReplayEnd.Cancelled(1));
        assertThat(sequences).containsExactly(0L);
      }
    }

    @Test
    void interruptCancelsAndStaysSet() throws Exception {
      var isInterrupted = new CompletableFuture<Boolean>();
      var end = new CompletableFuture<ReplayEnd>();
      try (var publisher = published(1, OPTIONS.withFault(PublisherFaults.silentFor(1)));
          var client = client(publisher, LONG)) {
        Thread waiting =
            Thread.ofPlatform()
                .start(
                    () -> {
                      end.complete(client.replay(0, ReplayClientTest.this::take));
                      isInterrupted.complete(Thread.currentThread().isInterrupted());
                    });
        Heard.until(() -> waiting.getState() == Thread.State.WAITING);

        waiting.interrupt();

        assertThat(end).succeedsWithin(Duration.ofSeconds(2)).isEqualTo(new ReplayEnd.Cancelled(0));
        assertThat(isInterrupted).succeedsWithin(Duration.ofSeconds(2)).isEqualTo(true);
        waiting.join();
      }
    }

    @Test
    void replaysAtOneTimeDoNotMix() {
      try (var publisher = published(300, OPTIONS);
          var client = client(publisher, LONG)) {
        List<CompletableFuture<List<Long>>> replays = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          long start = 50L * i;
          replays.add(
              CompletableFuture.supplyAsync(
                  () -> {
                    List<Long> own = new ArrayList<>();
                    client.replay(start, (sequence, _) -> own.add(sequence));
                    return own;
                  }));
        }
        for (int i = 0; i < 4; i++) {
          assertThat(replays.get(i))
              .succeedsWithin(LONG)
              .isEqualTo(LongStream.range(50L * i, 300).boxed().toList());
        }
      }
    }
  }

  @Test
  void whatCannotBeAskedIsRefusedByName() {
    assertThatThrownBy(() -> ReplayClient.to(ANY_PORT)).hasMessageContaining(ANY_PORT.toString());
    assertThatThrownBy(
            () -> new ReplayClient(Endpoint.parse("tcp://127.0.0.1:1"), QUICK, Duration.ZERO))
        .hasMessageContaining("PT0S");
  }

  /** Some of so many new connections come to a standstill at first, and must not stay there. */
  @Test
  void everyOneOfManyNewConnectionsGetsItsReplay() {
    try (var publisher = published(1, OPTIONS);
        var client = client(publisher, LONG)) {
      for (int i = 0; i < 100; i++) {
        assertThat(client.replay(0, (_, _) -> {})).isEqualTo(new ReplayEnd.Complete(1));
      }
    }
  }

  @Test
  void waitIsTenSecondsWhereNothingIsSaid() {
    assertThat(ReplayClient.DEFAULT_TIMEOUT).isEqualTo(Duration.ofSeconds(10));
  }
}
