package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.SOURCE_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.TARGET_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.envelope;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.WriteDone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A probe asks and forbids at the same time (KVCR 0.1.1, section 8). */
class SourceFenceTest {
  private final SourceRig rig = new SourceRig().introduced();

  @BeforeEach
  void oneBlockOfEachKind() {
    rig.own(7);
    rig.lend(8);
  }

  private void assertAnswered(long operation, boolean terminal) {
    assertThat(rig.channel.takeSent())
        .containsExactly(
            new FakeChannel.Sent(
                TARGET_ENDPOINT,
                new KvcrFrame.WriteProbeAck(
                    Envelope.of("src", "life-1", SOURCE_ENDPOINT, TARGET_ENDPOINT),
                    operation,
                    terminal,
                    Optional.empty())));
  }

  @Test
  void operationThatWasNeverSeenIsFencedForGood() {
    rig.probe(4);
    assertAnswered(4, true);

    for (int attempt = 0; attempt < 3; attempt++) {
      rig.polls(100);
      rig.ask(4, 7);
      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
    }
    rig.polls(3);
    assertThat(rig.agent.made).isZero();
    rig.assertAtRest();
  }

  @Test
  void probeForNobodyInParticularFencesToo() {
    rig.probe(4, Optional.empty());
    assertAnswered(4, true);

    rig.ask(4, 7);

    assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
  }

  @Test
  void probeForAnotherLifeFencesNothing() {
    rig.probe(4, Optional.of("life-0"));
    assertAnswered(4, false);

    rig.ask(4, 7);
    rig.polls(2);

    assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
  }

  @Test
  void probeForAnotherLifeCancelsNothing() {
    rig.ask(4, 7, 8);
    rig.probe(4, Optional.of("life-0"));
    rig.poll();
    rig.blocks.answerPins();
    rig.polls(3);

    assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L, 1L)));
  }

  @Test
  void oneHandleOfOneTargetIsFencedAndNoOther() {
    rig.source.receive(
        new KvcrFrame.WriteProbe(
            Envelope.of("other", "life", TARGET_ENDPOINT, SOURCE_ENDPOINT),
            new Introduction.Absent(),
            4,
            Optional.empty()));
    rig.probe(5);
    rig.ask(4, 7);
    rig.polls(2);

    assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
  }

  @Test
  void writeThatIsNotPostedIsGivenUp() {
    rig.ask(4, 7, 8);
    rig.polls(2);
    rig.probe(4);

    assertAnswered(4, true);
    assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
    assertThat(rig.blocks.cancelled).hasSize(1);
    assertThat(rig.blocks.claimed).isEmpty();
    rig.blocks.answerPins();
    rig.polls(5);
    assertThat(rig.agent.made).isZero();
    rig.assertAtRest();
  }

  /** It has asked nobody yet when it reads the probe. */
  @Test
  @Tag("FS-52")
  void requestThatNeedsTheFrameworkIsGivenUpByAProbeOfTheSameBatch() {
    rig.ask(4, 7, 8);
    rig.probe(4);

    assertAnswered(4, true);
    rig.polls(3);
    assertThat(rig.blocks.asked).isEmpty();
    assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
    rig.assertAtRest();
  }

  @Test
  void requestThatCanBeServedAtOnceIsWrittenBeforeAProbeOfTheSameBatch() {
    rig.ask(4, 7);
    rig.probe(4);

    assertAnswered(4, false);
    rig.polls(2);
    rig.assertArrived(0, 7);
    assertThat(rig.reports())
        .containsExactly(
            WriteDone.cancelling(4), WriteDone.written(4, List.of(0L)), WriteDone.failed(4));
  }

  @Test
  void writeInFlightGoesOnAndIsReportedWhenItEnds() {
    rig.agent.isGateClosed = true;
    rig.ask(4, 7);
    rig.polls(3);
    rig.probe(4);
    assertAnswered(4, false);
    assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));
    rig.probe(4);
    assertAnswered(4, false);
    assertThat(rig.reports()).as("noticed once").isEmpty();
    assertThat(rig.blocks.claimed).isEqualTo(keys(7));

    rig.agent.isGateClosed = false;
    rig.poll();

    assertThat(rig.reports())
        .containsExactly(WriteDone.written(4, List.of(0L)), WriteDone.failed(4));
    rig.probe(4);
    assertAnswered(4, true);
    rig.assertAtRest();
  }

  @Test
  void operationThatHasEndedIsTerminalAndFencedAgainstRepetition() {
    rig.ask(4, 7);
    rig.polls(2);
    rig.reports();
    rig.probe(4);
    assertAnswered(4, true);

    rig.ask(4, 7);

    assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
  }

  @Test
  void probeOfATargetWithoutARouteIsAnswered() {
    SourceRig stranger = new SourceRig();

    stranger.probe(4);

    assertThat(stranger.channel.takeSent())
        .extracting(sent -> ((KvcrFrame.WriteProbeAck) sent.frame()).terminal())
        .containsExactly(true);
    assertThat(stranger.source.routes()).isZero();
  }

  @Test
  void probesAreAnsweredAlsoBySourcesThatStop() {
    rig.source.stop();

    rig.probe(4);

    assertAnswered(4, true);
  }

  /** Only an introduction or a request brings metadata; a probe's is not looked at. */
  @Test
  void metadataOfAProbeMakesNoRoute() {
    SourceRig stranger = new SourceRig();

    stranger.source.receive(
        new KvcrFrame.WriteProbe(envelope(), stranger.introduction(), 4, Optional.empty()));

    assertThat(stranger.source.routes()).isZero();
    assertThat(stranger.channel.takeSent()).hasSize(1);
  }
}
