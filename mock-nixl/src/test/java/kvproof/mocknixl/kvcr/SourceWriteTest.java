package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.ABANDON_TIMEOUT;
import static kvproof.mocknixl.kvcr.SourceRig.OPERATION_TIMEOUT;
import static kvproof.mocknixl.kvcr.SourceRig.bytes;
import static kvproof.mocknixl.kvcr.SourceRig.key;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static kvproof.mocknixl.kvcr.SourceRig.order;
import static kvproof.mocknixl.kvcr.SourceRig.place;
import static kvproof.mocknixl.kvcr.SourceRig.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One write for each request, and its report (KVCR 0.1.1, sections 4 and 7.2). */
class SourceWriteTest {
  private final SourceRig rig = new SourceRig().introduced();

  @Nested
  class OwnedBlocks {

    @Test
    void allOwnedIsPostedAtOnceWithoutTheFramework() {
      rig.own(7, 8);

      rig.ask(4, 7, 8);

      assertThat(rig.agent.posted).isOne();
      rig.polls(3);
      assertThat(rig.blocks.asked).isEmpty();
      rig.assertArrived(0, 7);
      rig.assertArrived(1, 8);
      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L, 1L)));
      assertThat(rig.takeEvents())
          .containsExactly(
              new SourceEvent.Accepted("tgt", 4),
              new SourceEvent.Posted("tgt", 4, 2),
              new SourceEvent.Ended("tgt", 4, true));
      rig.assertAtRest();
    }

    @Test
    void thirtyTwoBlocksAreOneRequest() {
      long[] hashes = LongStream.range(100, 132).toArray();
      rig.own(hashes);
      rig.source.receive(request(4, order(hashes)));

      rig.spin(33);

      assertThat(rig.agent.piecesByRequest).containsExactly(32);
      for (int i = 0; i < 32; i++) {
        rig.assertArrived(i, 100 + i);
      }
      assertThat(rig.reports())
          .containsExactly(WriteDone.written(4, LongStream.range(0, 32).boxed().toList()));
    }

    /** A watcher that looks after every poll sees the write under way. */
    @Test
    void nothingMovesInThePollOfThePosting() {
      rig.own(7);
      rig.ask(4, 7);
      rig.poll();
      assertThat(rig.takeEvents()).contains(new SourceEvent.Posted("tgt", 4, 1));
      rig.assertUntouched(0);

      rig.poll();

      rig.assertArrived(0, 7);
    }

    @Test
    void blocksAreClaimedUntilTheTransferHasEnded() {
      rig.own(7, 8);
      rig.agent.isGateClosed = true;
      rig.ask(4, 7, 8);
      rig.polls(5);
      assertThat(rig.blocks.claimed).isEqualTo(keys(7, 8));

      rig.agent.isGateClosed = false;
      rig.polls(2);

      rig.assertAtRest();
    }
  }

  @Nested
  class PartialResults {

    @Test
    void indicesReferToTheRequestAndMissingBlocksAreNotWritten() {
      rig.own(7, 9);
      rig.lend(11);

      rig.ask(4, 6, 7, 8, 9, 10, 11);
      rig.poll();
      assertThat(rig.blocks.asked.values()).containsExactly(keys(6, 8, 10, 11));
      rig.blocks.answerPins();
      rig.polls(5);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(1L, 3L, 5L)));
      rig.assertUntouched(0);
      rig.assertArrived(1, 7);
      rig.assertUntouched(2);
      rig.assertArrived(3, 9);
      rig.assertUntouched(4);
      rig.assertArrived(5, 11);
      assertThat(rig.agent.made).isOne();
      rig.assertAtRest();
    }

    @Test
    void nothingFoundIsSuccessWithAnEmptyList() {
      rig.ask(4, 7, 8);
      rig.poll();
      rig.blocks.answerPins();
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of()));
      assertThat(rig.agent.made).isZero();
      assertThat(rig.takeEvents())
          .containsExactly(
              new SourceEvent.Accepted("tgt", 4),
              new SourceEvent.Posted("tgt", 4, 0),
              new SourceEvent.Ended("tgt", 4, true));
      rig.assertAtRest();
    }

    @Test
    void ownedCopiesWinOverTheFrameworks() {
      rig.own(7);
      rig.blocks.framework.put(key(7), List.of(rig.part("", 70)));
      rig.lend(8);

      rig.ask(4, 7, 8);
      rig.poll();
      rig.blocks.answerPins();
      rig.polls(3);

      assertThat(rig.blocks.asked).isEmpty();
      rig.assertArrived(0, 7);
      rig.assertArrived(1, 8);
    }

    @Test
    void keysThatTheFrameworkPinsUnaskedAreNotWritten() {
      rig.own(7);
      rig.ask(4, 7, 8);
      rig.poll();
      long request = rig.blocks.asked.keySet().iterator().next();
      rig.blocks.asked.put(request, keys(7, 9));
      rig.blocks.framework.put(key(7), List.of(rig.part("", 70)));
      rig.blocks.framework.put(key(9), List.of(rig.part("", 9)));
      rig.blocks.answerPins();
      rig.polls(3);

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      rig.assertArrived(0, 7);
      rig.assertAtRest();
    }
  }

  @Nested
  class Layouts {
    private SourceRig parted;

    @BeforeEach
    void blockSevenHasThreeParts() {
      parted = new SourceRig(layout());
      parted.source.receive(
          new KvcrFrame.TargetMetadata(
              SourceRig.envelope(), new Introduction.Given(parted.target.metadata(), kv(parted))));
      parted.channel.takeSent();
      parted.blocks.owned.put(
          key(7), List.of(parted.part("kv:k", 1), parted.part("kv:v", 2), parted.part("kv:s", 3)));
    }

    private static PoolLayout layout() {
      return new PoolLayout(new LinkedHashMap<>(Map.of("kv", (long) SourceRig.BLOCK_BYTES)));
    }

    private static Catalogue kv(SourceRig rig) {
      return SourceRig.catalogue(
          SourceRig.region("kv:*", rig.framework.region()),
          SourceRig.region("kv", rig.owned.region()));
    }

    private void ask(boolean isSubsetAllowed, boolean framework, String... labels) {
      List<Reference> places = new ArrayList<>();
      for (int i = 0; i < labels.length; i++) {
        places.add(new Reference("tgt", i, labels[i], framework));
      }
      parted.source.receive(
          request(
              4,
              new WriteOrder(1000, keys(7), List.of(places), Optional.empty(), isSubsetAllowed)));
      parted.poll();
      parted.blocks.answerPins();
      parted.polls(5);
    }

    @Test
    void blockInPartsIsWrittenPartByPart() {
      ask(false, false, "kv:k", "kv:v", "kv:s");

      assertThat(parted.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      parted.assertArrived(0, 1);
      parted.assertArrived(1, 2);
      parted.assertArrived(2, 3);
      assertThat(parted.agent.piecesByRequest).containsExactly(3);
    }

    @Test
    void subsetInAnotherOrderIsWrittenByLabelIfThatIsAllowed() {
      ask(true, true, "kv:s", "kv:k");

      assertThat(parted.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      assertThat(parted.element(parted.framework, 0)).isEqualTo(bytes(3));
      assertThat(parted.element(parted.framework, 1)).isEqualTo(bytes(1));
    }

    @Test
    void otherLayoutIsABlockThatIsNotHeldAndNoFailure() {
      ask(false, false, "kv:s", "kv:k");

      assertThat(parted.reports()).containsExactly(WriteDone.written(4, List.of()));
      parted.assertUntouched(0);
      parted.assertAtRest();
    }

    /** What the service owns in another layout, the framework may have in the right one. */
    @Test
    void frameworkIsAskedForABlockWhoseOwnedCopyDoesNotFit() {
      parted.blocks.framework.put(key(7), List.of(parted.part("kv:s", 3), parted.part("kv:k", 1)));

      ask(false, false, "kv:s", "kv:k");

      assertThat(parted.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
      parted.assertArrived(0, 3);
      parted.assertArrived(1, 1);
      parted.assertAtRest();
    }

    @Test
    void layoutThatThePinnedCopyDoesNotFitIsNotHeldEither() {
      parted.blocks.owned.clear();
      parted.blocks.framework.put(key(7), List.of(parted.part("kv:s", 3), parted.part("kv:k", 1)));

      ask(false, false, "kv:k", "kv:s");

      assertThat(parted.reports()).containsExactly(WriteDone.written(4, List.of()));
      parted.assertAtRest();
    }
  }

  @Nested
  class Failures {

    @BeforeEach
    void twoBlocks() {
      rig.own(7, 8);
    }

    @Test
    void requestThatCannotBeMadeIsReportedAsFailed() {
      rig.agent.refusesRequests = true;

      rig.ask(4, 7);

      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
      rig.assertAtRest();
    }

    /** The contract says that a call that was refused had no effect. */
    @Test
    void postingThatIsRefusedIsReportedAsFailed() {
      rig.agent.refusesPosts = true;

      rig.ask(4, 7);

      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
      rig.assertAtRest();
    }

    @Test
    void partOfAnotherSizeThanItsPlaceFailsTheOperation() {
      Descriptor whole = rig.part("", 9).bytes();
      Descriptor half = new Descriptor(whole.kind(), 0, whole.address(), SourceRig.BLOCK_BYTES / 2);
      rig.blocks.owned.put(key(9), List.of(new BlockPart("", half)));

      rig.ask(4, 9);

      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
      rig.assertAtRest();
    }

    @Test
    void quietNativeFailureIsFinal() {
      rig.agent.isGateClosed = true;
      rig.ask(4, 7, 8);
      rig.poll();
      rig.agent.ending = Optional.of(broken(true));
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
      assertThat(rig.takeEvents()).contains(new SourceEvent.Ended("tgt", 4, false));
      rig.assertAtRest();
    }

    @Test
    void nativeFailureThatMayStillWriteIsNeverFinal() {
      rig.ask(4, 7, 8);
      rig.poll();
      rig.agent.ending = Optional.of(broken(false));
      rig.poll();
      rig.agent.ending = Optional.empty();

      assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));
      rig.probe(4);
      assertThat(rig.channel.takeSent())
          .extracting(FakeChannel.Sent::frame)
          .allMatch(frame -> frame instanceof KvcrFrame.WriteProbeAck ack && !ack.terminal())
          .hasSize(1);
      rig.pass(ABANDON_TIMEOUT.multipliedBy(3));
      assertThat(rig.reports()).isEmpty();
      assertThat(rig.blocks.claimed).isEqualTo(keys(7, 8));
      assertThat(rig.source.openOperations()).isOne();
      assertThat(rig.takeEvents()).doesNotContain(new SourceEvent.Ended("tgt", 4, false));
    }

    @Test
    void lostTransferIsUncertainAtTheAbandonDeadline() {
      long asked = rig.nowNanos;
      rig.ask(4, 7);
      rig.poll();
      rig.agent.ending = Optional.of(broken(false));
      rig.poll();
      while (rig.nowNanos < asked + ABANDON_TIMEOUT.toNanos() - 1_000_000) {
        rig.poll();
      }
      assertThat(rig.takeEvents()).doesNotContain(new SourceEvent.Uncertain("tgt", 4));

      rig.poll();

      assertThat(rig.takeEvents()).containsExactly(new SourceEvent.Uncertain("tgt", 4));
    }

    private static TransferStatus broken(boolean quiet) {
      return new TransferStatus.Failed(Category.BACKEND, quiet, "it broke");
    }

    /** Nothing hangs on a target that is gone, if it was gone before the first byte. */
    @Test
    void targetThatDiedBeforeTheFirstByteLeavesNothing() {
      rig.ask(4, 7, 8);
      rig.polls(1);

      rig.target.close();
      rig.polls(2);

      rig.assertAtRest();
    }

    @Test
    void targetThatDiedInMidTransferKeepsWhatMayStillBeRead() {
      rig.ask(4, 7, 8);
      rig.polls(2);
      rig.assertArrived(0, 7);

      rig.target.close();
      rig.polls(2);

      assertThat(rig.source.openOperations()).isOne();
      assertThat(rig.blocks.claimed).hasSize(2);
    }

    @Test
    void targetThatDiedWhileItsBlocksWereGatheredLeavesNothing() {
      rig.ask(4, 7, 9);
      rig.poll();
      rig.target.close();
      rig.blocks.answerPins();
      rig.polls(4);

      rig.assertAtRest();
    }
  }

  @Nested
  class Deadlines {

    @BeforeEach
    void oneBlock() {
      rig.own(7);
    }

    private static WriteOrder within(double millis, long... hashes) {
      WriteOrder order = order(hashes);
      return new WriteOrder(millis, order.keys(), order.destinations(), Optional.empty(), false);
    }

    /** The bound report of the completed write is still delivered, between the two others. */
    @Test
    void deadlineInFlightIsNoticedAtOnceAndTheEndReportedWhenItComes() {
      rig.agent.isGateClosed = true;
      rig.ask(4, 7);
      rig.polls(19);
      assertThat(rig.reports()).isEmpty();
      rig.poll();
      assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));
      rig.polls(10);
      assertThat(rig.reports()).as("once").isEmpty();
      assertThat(rig.blocks.claimed).isEqualTo(keys(7));

      rig.agent.isGateClosed = false;
      rig.poll();

      assertThat(rig.reports())
          .containsExactly(WriteDone.written(4, List.of(0L)), WriteDone.failed(4));
      assertThat(rig.takeEvents()).contains(new SourceEvent.Ended("tgt", 4, false));
      rig.assertAtRest();
    }

    @Test
    @Tag("FS-51")
    void targetsShorterTimeCounts() {
      rig.agent.isGateClosed = true;
      rig.source.receive(request(4, within(3, 7)));

      rig.polls(2);
      assertThat(rig.reports()).isEmpty();
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));
    }

    @Test
    void targetsLongerTimeDoesNot() {
      rig.agent.isGateClosed = true;
      rig.source.receive(request(4, within(1e300, 7)));

      rig.pass(OPERATION_TIMEOUT);

      assertThat(rig.reports()).containsExactly(WriteDone.cancelling(4));
    }

    @Test
    @Tag("FS-51")
    void deadlineBeforeThePostingFailsTheOperation() {
      rig.lend(8);
      rig.source.receive(request(4, within(3, 7, 8)));
      rig.polls(2);
      rig.blocks.answerPins();
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.failed(4));
      assertThat(rig.agent.made).isZero();
      rig.assertUntouched(0);
      rig.assertAtRest();
    }

    @Test
    void writeThatEndsWithTheDeadlineIsASuccess() {
      rig.agent.isGateClosed = true;
      rig.source.receive(request(4, within(3, 7)));
      rig.polls(2);
      rig.agent.isGateClosed = false;
      rig.poll();

      assertThat(rig.reports()).containsExactly(WriteDone.written(4, List.of(0L)));
    }

    @Test
    void cancelledWriteThatDoesNotEndIsUncertainAndQuiescedWhenItDoes() {
      rig.agent.isGateClosed = true;
      rig.ask(4, 7);
      rig.polls(59);
      assertThat(rig.takeEvents()).doesNotContain(new SourceEvent.Uncertain("tgt", 4));
      rig.poll();
      assertThat(rig.takeEvents()).containsExactly(new SourceEvent.Uncertain("tgt", 4));
      rig.polls(20);
      assertThat(rig.takeEvents()).as("once").isEmpty();
      assertThat(rig.blocks.claimed).as("the service's own block").isEqualTo(keys(7));

      rig.agent.isGateClosed = false;
      rig.poll();

      assertThat(rig.takeEvents())
          .containsExactly(
              new SourceEvent.Ended("tgt", 4, false), new SourceEvent.Quiesced("tgt", 4));
      rig.assertAtRest();
    }

    @Test
    void writeInTimeIsNeitherUncertainNorQuiesced() {
      rig.ask(4, 7);
      rig.polls(100);

      assertThat(rig.takeEvents())
          .containsExactly(
              new SourceEvent.Accepted("tgt", 4),
              new SourceEvent.Posted("tgt", 4, 1),
              new SourceEvent.Ended("tgt", 4, true));
    }
  }

  @Test
  void operationsGoOnSideBySide() {
    rig.own(7);
    rig.lend(8);
    rig.ask(1, 8);
    rig.source.receive(
        request(
            2, new WriteOrder(1000, keys(7), List.of(List.of(place(5))), Optional.empty(), false)));
    rig.polls(2);
    rig.assertArrived(5, 7);
    assertThat(rig.source.openOperations()).isOne();
    rig.blocks.answerPins();
    rig.polls(2);

    rig.assertArrived(0, 8);
    assertThat(rig.reports())
        .containsExactly(WriteDone.written(2, List.of(0L)), WriteDone.written(1, List.of(0L)));
    rig.assertAtRest();
  }

  @Test
  void stoppedSourceFinishesWhatItHasTaken() {
    rig.own(7);
    rig.ask(1, 7, 8);
    rig.source.stop();
    rig.poll();
    rig.blocks.answerPins();
    rig.polls(2);

    assertThat(rig.reports()).containsExactly(WriteDone.written(1, List.of(0L)));
    rig.assertAtRest();
  }

  @Test
  void closedSourceGivesUpWhatIsNotPosted() {
    rig.own(7);
    rig.ask(1, 7, 8);
    rig.poll();

    rig.source.close();

    assertThat(rig.reports()).containsExactly(WriteDone.failed(1));
    assertThat(rig.source.routes()).isZero();
    rig.assertAtRest();
  }
}
