package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.SOURCE_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.TARGET_ENDPOINT;
import static kvproof.mocknixl.kvcr.SourceRig.envelope;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static kvproof.mocknixl.kvcr.SourceRig.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.AgentMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks of a request, one after the other (KVCR 0.1.1, sections 7.1, 8 and 12). */
class SourceRequestTest {
  private final SourceRig rig = new SourceRig();

  @BeforeEach
  void sourceOwnsSevenAndEight() {
    rig.own(7, 8);
  }

  private void receive(Introduction introduction, long operation, Optional<WriteOrder> order) {
    rig.source.receive(new KvcrFrame.StartWrite(envelope(), introduction, operation, order));
  }

  private static WriteOrder order(Reference reference) {
    return new WriteOrder(1000, keys(7), List.of(List.of(reference)), Optional.empty(), false);
  }

  private static WriteOrder meant(String incarnation) {
    return new WriteOrder(
        1000, keys(7), SourceRig.order(7).destinations(), Optional.of(incarnation), false);
  }

  private static KvcrFrame.WriteRefused refused(long operation) {
    return new KvcrFrame.WriteRefused(
        Envelope.of("src", "life-1", SOURCE_ENDPOINT, TARGET_ENDPOINT), operation);
  }

  /** Nothing was taken: one failure was reported along the route, and nothing was written. */
  private void assertReportedAsFailed(long operation) {
    assertThat(rig.reports()).containsExactly(WriteDone.failed(operation));
    assertThat(rig.channel.takeSent()).noneMatch(SourceRequestTest::isRefusal);
    rig.polls(3);
    assertThat(rig.reports()).isEmpty();
    assertThat(rig.agent.made).isZero();
    rig.assertAtRest();
  }

  private static boolean isRefusal(FakeChannel.Sent sent) {
    return sent.frame() instanceof KvcrFrame.WriteRefused;
  }

  private void assertRefused(long operation) {
    assertThat(rig.channel.takeSent())
        .containsExactly(new FakeChannel.Sent(TARGET_ENDPOINT, refused(operation)));
    rig.polls(3);
    assertThat(rig.reports()).isEmpty();
    assertThat(rig.agent.made).isZero();
    rig.assertAtRest();
  }

  @Nested
  class Shape {

    @Test
    void requestThatCannotBeReadIsReportedAlongTheRoute() {
      rig.introduced();

      receive(new Introduction.Absent(), 4, Optional.empty());

      assertReportedAsFailed(4);
    }

    @Test
    void requestThatCannotBeReadIsRefusedWithoutARoute() {
      receive(new Introduction.Absent(), 4, Optional.empty());

      assertRefused(4);
    }
  }

  @Nested
  class WayBack {

    @Test
    void unknownTargetWithoutMetadataIsRefused() {
      rig.ask(4, 7);

      assertRefused(4);
    }

    @Test
    void refusalNeedsBothEndpoints() {
      Optional<String> target = Optional.of("tgt");
      Optional<String> life = Optional.of("life");
      for (Envelope half :
          List.of(
              new Envelope(target, life, Optional.of(TARGET_ENDPOINT), Optional.empty()),
              new Envelope(target, life, Optional.empty(), Optional.of(SOURCE_ENDPOINT)))) {
        rig.source.receive(
            new KvcrFrame.StartWrite(
                half, new Introduction.Absent(), 4, Optional.of(SourceRig.order(7))));
      }

      assertThat(rig.channel.takeSent()).isEmpty();
    }

    @Test
    void junkMetadataOfAnUnknownTargetIsRefused() {
      Introduction junk = new Introduction.Given(AgentMetadata.of(new byte[] {9}), rig.catalogue());

      receive(junk, 4, Optional.of(SourceRig.order(7)));

      assertRefused(4);
    }

    @Test
    void unreadableIntroductionOfAKnownTargetIsReportedAlongTheRoute() {
      rig.introduced();

      receive(
          new Introduction.Unreadable("regions are no array"), 4, Optional.of(SourceRig.order(7)));

      assertThat(rig.channel.takeSent()).isEmpty();
      assertReportedAsFailed(4);
    }

    @Test
    void routeThatIsDeadIsNoRoute() {
      rig.introduced();
      rig.agent.losesNotifications = true;

      rig.source.receive(request(4, order(new Reference("tgt", 99, "", false))));

      assertRefused(4);
    }

    @Test
    void withoutATargetsNameTheFirstPlaceNamesIt() {
      Envelope nameless =
          new Envelope(
              Optional.empty(),
              Optional.of("life"),
              Optional.of(TARGET_ENDPOINT),
              Optional.of(SOURCE_ENDPOINT));

      rig.source.receive(
          new KvcrFrame.StartWrite(
              nameless, rig.introduction(), 4, Optional.of(SourceRig.order(7, 8))));
      rig.polls(3);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L, 1L)));
      rig.assertArrived(0, 7);
    }

    @Test
    void sourceThatIsStoppingResolvesNoRoute() {
      rig.introduced();
      rig.source.stop();

      rig.ask(4, 7);

      assertRefused(4);
    }
  }

  @Nested
  class Places {

    @ParameterizedTest
    @CsvSource({
      "other, 0, '', false, memory of another agent",
      "tgt, 40, '', false, element behind the last",
      "tgt, 0, x, false, label without a region",
      "tgt, 0, x, true, label without a region of the framework",
    })
    void oneBadReferenceFailsTheWholeRequest(
        String endPoint, long element, String label, boolean framework, String why) {
      rig.introduced();
      WriteOrder oneGoodOneBad =
          new WriteOrder(
              1000,
              keys(7, 8),
              List.of(
                  List.of(SourceRig.place(0)),
                  List.of(new Reference(endPoint, element, label, framework))),
              Optional.empty(),
              false);

      rig.source.receive(request(4, oneGoodOneBad));

      rig.assertUntouched(0);
      assertReportedAsFailed(4);
    }

    @Test
    void lastElementIsGood() {
      rig.introduced();

      rig.source.receive(request(4, order(SourceRig.place(SourceRig.SLOTS - 1))));
      rig.polls(2);

      rig.assertArrived(SourceRig.SLOTS - 1, 7);
    }

    @ParameterizedTest
    @ValueSource(ints = {SourceRig.BLOCK_BYTES / 2, SourceRig.BLOCK_BYTES * 2})
    void otherBlockSizeFailsTheWholeRequest(int blockBytes) {
      SourceRig other = new SourceRig(SourceRig.unnamed(blockBytes)).introduced();
      other.own(7);

      other.ask(4, 7);
      other.polls(2);

      assertThat(other.reports()).containsExactly(WriteDone.failed(4));
      other.assertUntouched(0);
    }

    @Test
    void poolThatTheSourceDoesNotHaveFailsTheWholeRequest() {
      rig.source.receive(
          new KvcrFrame.TargetMetadata(
              envelope(),
              new Introduction.Given(
                  rig.target.metadata(),
                  SourceRig.catalogue(
                      SourceRig.region("kv", rig.framework.region()),
                      SourceRig.region("kv", rig.owned.region())))));
      rig.channel.takeSent();

      rig.source.receive(request(4, order(new Reference("tgt", 0, "kv", false))));

      assertReportedAsFailed(4);
    }

    /** A route made from the same frame carries the report of its failure. */
    @Test
    void badReferenceWithMetadataIsNotAcknowledgedAndReportedAlongTheNewRoute() {
      receive(rig.introduction(), 4, Optional.of(order(new Reference("tgt", 40, "", false))));

      assertThat(rig.channel.takeSent()).isEmpty();
      assertReportedAsFailed(4);
    }
  }

  @Nested
  class Acknowledgement {

    @Test
    void metadataOfARequestIsAcknowledgedWithItsHandle() {
      receive(rig.introduction(), 4, Optional.of(SourceRig.order(7)));

      assertThat(rig.channel.takeSent())
          .extracting(FakeChannel.Sent::frame)
          .containsExactly(
              new KvcrFrame.TargetMetadataAck(
                  new Envelope(
                      Optional.of("src"),
                      Optional.of("life-1"),
                      Optional.of(SOURCE_ENDPOINT),
                      Optional.empty()),
                  OptionalLong.of(4)));
    }

    @Test
    void requestWithoutMetadataIsNotAcknowledged() {
      rig.introduced();

      rig.ask(4, 7);

      assertThat(rig.channel.takeSent()).isEmpty();
    }

    /** Which teaches the target the new incarnation. */
    @Test
    void metadataIsAcknowledgedThoughTheRequestFails() {
      receive(rig.introduction(), 4, Optional.of(meant("life-0")));

      assertThat(rig.channel.takeSent())
          .extracting(sent -> sent.frame().envelope().incarnation())
          .containsExactly(Optional.of("life-1"));
      assertReportedAsFailed(4);
    }
  }

  @Nested
  class Repetition {

    @BeforeEach
    void oneWriteIsUnderWay() {
      rig.introduced();
      rig.agent.isGateClosed = true;
      rig.ask(4, 7);
      rig.polls(2);
    }

    @Test
    void repeatedWhileUnderWayIsIgnored() {
      rig.ask(4, 7);
      rig.ask(4, 8);
      rig.agent.isGateClosed = false;
      rig.polls(3);

      assertThat(rig.agent.made).isOne();
      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      rig.assertAtRest();
    }

    @Test
    void repeatedWhileUnderWayIsAcknowledgedIfItCarriesMetadata() {
      receive(rig.introduction(), 4, Optional.of(SourceRig.order(7)));

      assertThat(rig.channel.takeSent())
          .extracting(FakeChannel.Sent::frame)
          .hasOnlyElementsOfType(KvcrFrame.TargetMetadataAck.class)
          .hasSize(1);
      assertThat(rig.agent.made).isOne();
    }

    /** A target would take a failure for the end of all writing. */
    @Test
    void badRepetitionIsNotReportedWhileTheWriteGoesOn() {
      receive(new Introduction.Absent(), 4, Optional.empty());
      receive(new Introduction.Unreadable("no array"), 4, Optional.of(SourceRig.order(7)));
      rig.source.receive(request(4, order(new Reference("tgt", 40, "", false))));
      rig.source.stop();
      rig.ask(4, 7);

      assertThat(rig.reports()).isEmpty();
      assertThat(rig.channel.takeSent()).isEmpty();
    }

    @Test
    void fencedRequestIsNotReportedAgainWhileItsWriteGoesOn() {
      rig.probe(4);
      assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));

      rig.ask(4, 7);

      assertThat(rig.reports()).isEmpty();
    }

    @Test
    void repeatedAfterTheEndIsExecutedAgain() {
      rig.agent.isGateClosed = false;
      rig.polls(2);
      rig.reports();

      rig.ask(4, 7);
      rig.polls(3);

      assertThat(rig.agent.made).isEqualTo(2);
      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      rig.assertAtRest();
    }

    @Test
    void sameHandleOfAnotherTargetIsAnotherOperation() {
      rig.source.receive(
          new KvcrFrame.StartWrite(
              Envelope.of("tg2", "life", "tcp://127.0.0.1:3", SOURCE_ENDPOINT),
              new Introduction.Absent(),
              4,
              Optional.of(SourceRig.order(7))));

      assertThat(rig.channel.takeSent())
          .containsExactly(new FakeChannel.Sent("tcp://127.0.0.1:3", toOther(refused(4))));
    }

    private static KvcrFrame toOther(KvcrFrame.WriteRefused refused) {
      return new KvcrFrame.WriteRefused(
          Envelope.of("src", "life-1", SOURCE_ENDPOINT, "tcp://127.0.0.1:3"), refused.operation());
    }
  }

  @Nested
  class Moment {

    @BeforeEach
    void known() {
      rig.introduced();
    }

    @Test
    void otherIncarnationIsNotServed() {
      rig.source.receive(request(4, meant("life-0")));

      assertReportedAsFailed(4);
    }

    @Test
    void ownIncarnationAndNoneAreServed() {
      rig.source.receive(request(4, meant("life-1")));
      rig.ask(5, 7);
      rig.polls(3);

      assertThat(rig.reports())
          .containsExactly(WriteDone.written(4, List.of(0L)), WriteDone.written(5, List.of(0L)));
    }

    @Test
    void sourceThatWasNotPolledForAnOperationTimeoutServesNothingFromThenOn() {
      rig.poll();
      rig.nowNanos += SourceRig.OPERATION_TIMEOUT.toNanos();
      rig.ask(4, 7);
      assertReportedAsFailed(4);

      rig.polls(100);
      rig.ask(5, 7);

      assertReportedAsFailed(5);
    }

    @Test
    void gapIsSeenAlsoIfNothingCameInIt() {
      rig.poll();
      rig.nowNanos += SourceRig.OPERATION_TIMEOUT.toNanos();
      rig.poll();
      rig.poll();

      rig.ask(4, 7);

      assertReportedAsFailed(4);
    }

    @Test
    void shorterGapDoesNoHarm() {
      rig.poll();
      rig.nowNanos += SourceRig.OPERATION_TIMEOUT.toNanos() - 1;

      rig.ask(4, 7);
      rig.polls(2);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
    }

    @Test
    void timeBeforeTheFirstPollIsNoGap() {
      rig.nowNanos += 1_000 * SourceRig.OPERATION_TIMEOUT.toNanos();

      rig.ask(4, 7);
      rig.polls(2);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
    }

    @Test
    void stalledSourceFinishesWhatIsUnderWay() {
      rig.agent.isGateClosed = true;
      rig.ask(4, 7);
      rig.poll();
      rig.nowNanos += SourceRig.OPERATION_TIMEOUT.toNanos();
      rig.agent.isGateClosed = false;
      rig.polls(2);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      rig.assertAtRest();
    }
  }

  @Test
  void refusalsNameTheirReasonToWhoeverWatches() {
    rig.introduced();
    rig.source.receive(request(4, meant("life-0")));
    rig.probe(5);
    rig.ask(5, 7);

    assertThat(rig.takeEvents())
        .containsExactly(
            new SourceEvent.Refused("tgt", 4, "incarnation_mismatch"),
            new SourceEvent.Refused("tgt", 5, "fenced"));
  }

  @Test
  void framesForATargetAreIgnored() {
    Envelope source = Envelope.of("s2", "life", SOURCE_ENDPOINT, TARGET_ENDPOINT);
    rig.source.receive(new KvcrFrame.TargetMetadataAck(source, OptionalLong.of(4)));
    rig.source.receive(new KvcrFrame.WriteProbeAck(source, 4, true, Optional.empty()));
    rig.source.receive(new KvcrFrame.WriteRefused(source, 4));
    rig.polls(2);

    assertThat(rig.channel.takeSent()).isEmpty();
    assertThat(rig.takeEvents()).isEmpty();
  }
}
