package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.METADATA;
import static kvproof.mocknixl.kvcr.TargetBench.NEXT_LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.SELF;
import static kvproof.mocknixl.kvcr.TargetBench.SETTINGS;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.catalogue;
import static kvproof.mocknixl.kvcr.TargetBench.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SourceEndpointsTest {
  private static final Introduction.Given INTRODUCTION =
      new Introduction.Given(METADATA, catalogue("", 4));
  private static final Introduction ABSENT = new Introduction.Absent();
  private static final WantedBlock BLOCK = wanted(21, 0, false);
  private static final WriteOrder ORDER =
      new WriteOrder(
          1000, List.of(BLOCK.key()), List.of(BLOCK.destination()), Optional.empty(), false);

  private final RecordingChannel channel = new RecordingChannel();
  private long nowNanos = Long.MAX_VALUE - 50_000_000; // the clock turns over after 50 ms
  private final SourceEndpoints sources =
      new SourceEndpoints(SELF, SETTINGS, INTRODUCTION, channel, () -> nowNanos);

  private List<Introduction> introductions() {
    return channel.take().stream()
        .map(
            sent ->
                switch (sent.frame()) {
                  case KvcrFrame.TargetMetadata frame -> frame.introduction();
                  case KvcrFrame.StartWrite frame -> frame.introduction();
                  case KvcrFrame.WriteProbe frame -> frame.introduction();
                  default -> throw new AssertionError("not a target's frame: " + sent.frame());
                })
        .toList();
  }

  private void after(int millis) {
    nowNanos += millis * 1_000_000L;
  }

  @Test
  void everyFrameSaysWhoSendsItAndWhereTo() {
    sources.introduce("tcp://localhost:29101");
    sources.startWrite("tcp://localhost:29101", 7, ORDER);
    sources.probe("tcp://localhost:29101", 7, Optional.of(LIFE));

    List<RecordingChannel.Sent> sent = channel.take();
    assertThat(sent)
        .hasSize(3)
        .allSatisfy(
            each -> {
              assertThat(each.endpoint()).isEqualTo("tcp://localhost:29101");
              assertThat(each.frame().envelope())
                  .isEqualTo(
                      Envelope.of(
                          SELF.agent(),
                          SELF.incarnation(),
                          SELF.endpoint(),
                          "tcp://localhost:29101"));
            });
  }

  @Nested
  class Introducing {
    @Test
    void introductionIsNotRepeatedWithinTheRetryInterval() {
      sources.introduce(SOURCE);
      after(99);
      sources.introduce(SOURCE);
      assertThat(introductions()).containsExactly(INTRODUCTION);
      after(1);
      sources.introduce(SOURCE);

      assertThat(introductions()).containsExactly(INTRODUCTION);
    }

    @Test
    void sourceThatHasAcknowledgedIsNotIntroducedAgain() {
      sources.acknowledge(SOURCE);
      sources.introduce(SOURCE);

      assertThat(channel.take()).isEmpty();
    }

    @Test
    void introductionThatWasNotSentIsNotWaitedFor() {
      channel.unsendable.add(SOURCE);
      sources.introduce(SOURCE);
      channel.unsendable.clear();
      sources.introduce(SOURCE);

      assertThat(introductions()).containsExactly(INTRODUCTION);
    }

    @Test
    void requestBringsMetadataHoweverShortlyItWasSentBefore() {
      sources.introduce(SOURCE);
      sources.startWrite(SOURCE, 7, ORDER);
      sources.startWrite(SOURCE, 8, ORDER);

      assertThat(introductions()).containsExactly(INTRODUCTION, INTRODUCTION, INTRODUCTION);
    }

    @Test
    void introductionWithARequestCountsForTheRetryInterval() {
      sources.startWrite(SOURCE, 7, ORDER);
      sources.introduce(SOURCE);

      assertThat(channel.take()).hasSize(1);
    }

    @Test
    void probeBringsMetadataOnlyAfterTheRetryInterval() {
      sources.introduce(SOURCE);
      sources.probe(SOURCE, 7, Optional.empty());
      after(100);
      sources.probe(SOURCE, 7, Optional.empty());

      assertThat(introductions()).containsExactly(INTRODUCTION, ABSENT, INTRODUCTION);
    }

    @Test
    void frameWithoutMetadataDoesNotCountForTheRetryInterval() {
      sources.introduce(SOURCE);
      after(60);
      sources.probe(SOURCE, 7, Optional.empty());
      after(40);
      sources.introduce(SOURCE);

      assertThat(introductions()).containsExactly(INTRODUCTION, ABSENT, INTRODUCTION);
    }

    @Test
    void acknowledgedSourceGetsNoMetadata() {
      sources.acknowledge(SOURCE);
      sources.startWrite(SOURCE, 7, ORDER);
      sources.probe(SOURCE, 7, Optional.empty());

      assertThat(introductions()).containsExactly(ABSENT, ABSENT);
    }

    @Test
    void forgottenAcknowledgementMakesTheNextFrameBringMetadata() {
      sources.introduce(SOURCE);
      sources.acknowledge(SOURCE);
      sources.forgetAcknowledgement(SOURCE);
      channel.take();
      sources.probe(SOURCE, 7, Optional.empty());

      assertThat(introductions()).containsExactly(INTRODUCTION);
    }

    /** Whatever answers there is not the process that was told a moment ago. */
    @Test
    void forgettingDoesNotWaitForTheRetryInterval() {
      sources.introduce(SOURCE);
      sources.forgetAcknowledgement(SOURCE);
      sources.introduce(SOURCE);

      assertThat(introductions()).containsExactly(INTRODUCTION, INTRODUCTION);
    }

    @Test
    void failedSendForgetsTheAcknowledgement() {
      sources.acknowledge(SOURCE);
      channel.unsendable.add(SOURCE);

      assertThat(sources.startWrite(SOURCE, 7, ORDER)).isFalse();
      assertThat(sources.isAcknowledged(SOURCE)).isFalse();
    }

    @Test
    void endpointsAreToldApartByTheirText() {
      sources.acknowledge(SOURCE);

      assertThat(sources.isAcknowledged(SOURCE)).isTrue();
      assertThat(sources.isAcknowledged("tcp://localhost:29101")).isFalse();
    }
  }

  @Nested
  class Lives {
    @Test
    void lastLifeThatWasHeardOfCounts() {
      assertThat(sources.incarnation(SOURCE)).isEmpty();
      sources.record(SOURCE, LIFE);
      sources.record(SOURCE, NEXT_LIFE);

      assertThat(sources.incarnation(SOURCE)).contains(NEXT_LIFE);
      assertThat(sources.incarnation(OTHER_SOURCE)).isEmpty();
    }

    @Test
    void refusedLifeIsForgottenUnlessALaterOneWasHeardOf() {
      sources.record(SOURCE, NEXT_LIFE);
      sources.forgetIncarnation(SOURCE, Optional.of(LIFE));
      sources.forgetIncarnation(SOURCE, Optional.empty());
      assertThat(sources.incarnation(SOURCE)).contains(NEXT_LIFE);

      sources.forgetIncarnation(SOURCE, Optional.of(NEXT_LIFE));
      assertThat(sources.incarnation(SOURCE)).isEmpty();
    }
  }
}
