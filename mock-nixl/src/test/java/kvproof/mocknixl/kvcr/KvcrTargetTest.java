package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.TargetBench.LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.METADATA;
import static kvproof.mocknixl.kvcr.TargetBench.NEXT_LIFE;
import static kvproof.mocknixl.kvcr.TargetBench.OTHER_SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.REQUEST;
import static kvproof.mocknixl.kvcr.TargetBench.SELF;
import static kvproof.mocknixl.kvcr.TargetBench.SETTINGS;
import static kvproof.mocknixl.kvcr.TargetBench.SOURCE;
import static kvproof.mocknixl.kvcr.TargetBench.catalogue;
import static kvproof.mocknixl.kvcr.TargetBench.completed;
import static kvproof.mocknixl.kvcr.TargetBench.failure;
import static kvproof.mocknixl.kvcr.TargetBench.keys;
import static kvproof.mocknixl.kvcr.TargetBench.states;
import static kvproof.mocknixl.kvcr.TargetBench.success;
import static kvproof.mocknixl.kvcr.TargetBench.wanted;
import static kvproof.mocknixl.kvcr.TargetState.FINISHED;
import static kvproof.mocknixl.kvcr.TargetState.WAITING_WRITE_DONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.AgentMetadata;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KvcrTargetTest {
  private final TargetBench bench = new TargetBench();

  @Nested
  class Starting {
    @Test
    void fetchAsksForItsBlocksInOneFrame() {
      bench.introduced();
      bench.hint(21, 22, 23);
      long operation = bench.fetch(23, 21);

      bench.target.advance();

      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.operation()).isEqualTo(operation);
      assertThat(frame.introduction()).isEqualTo(new Introduction.Absent());
      assertThat(frame.order())
          .contains(
              new WriteOrder(
                  1000,
                  keys(23, 21),
                  List.of(
                      List.of(new Reference("tgt", 0, "", false)),
                      List.of(new Reference("tgt", 1, "", false))),
                  Optional.of(LIFE),
                  false));
    }

    @Test
    void deliverAsksForTheFrameworksMemoryAndTakesFewerParts() {
      bench.introduced();
      bench.hint(21);
      bench.deliver(21);

      bench.target.advance();

      WriteOrder order = bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow();
      assertThat(order.allowLayoutSubset()).isTrue();
      assertThat(order.destinations()).containsExactly(List.of(new Reference("tgt", 0, "", true)));
    }

    @Test
    void sourceThatWasNeverHeardOfIsAskedWhateverLifeItHas() {
      bench.hint(21);
      bench.forget();
      bench.fetch(21);

      bench.target.advance();

      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.order().orElseThrow().sourceIncarnation()).isEmpty();
      assertThat(frame.introduction())
          .isEqualTo(new Introduction.Given(METADATA, catalogue("", 16)));
    }

    @Test
    void partsOfABlockKeepTheirOrder() {
      Catalogue parts = new Catalogue(new TreeMap<>(), new TreeMap<>(catalogue("kv", 4).owned()));
      KvcrTarget target = new KvcrTarget(SELF, SETTINGS, bench.channel, () -> 0, METADATA, parts);
      List<Reference> places =
          List.of(new Reference("tgt", 3, "kv:b", false), new Reference("tgt", 1, "kv:a", false));
      target.submitHint(REQUEST, TargetBench.hint(SOURCE, 21));
      bench.forget();
      target.fetch(REQUEST, List.of(new WantedBlock(BlockKey.ofHash(21), places)));

      target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().destinations())
          .containsExactly(places);
    }

    @Test
    void handlesAreNeverUsedTwice() {
      Set<Long> handles = new HashSet<>();
      bench.hint(21);
      for (int i = 0; i < 50; i++) {
        handles.add(bench.fetch(21));
        handles.add(bench.deliver(21));
        handles.add(bench.fetch(99)); // not in the hint: never sent, but it has a handle
        bench.target.advance();
      }

      assertThat(handles).hasSize(150);
    }

    /** The name may be the same; the source tells operations apart by name and handle alone. */
    @Test
    void handlesOfANextLifeOfTheSameNameAreOthers() {
      TargetBench next = new TargetBench(SETTINGS, bench.nanosAt(0.001));
      Set<Long> handles = new HashSet<>();
      bench.hint(21);
      next.hint(21);
      for (int i = 0; i < 1000; i++) {
        handles.add(bench.fetch(21));
        handles.add(next.fetch(21));
      }

      assertThat(handles).hasSize(2000);
    }

    @Test
    void eventsTellTheWholeLifeOfAnOperation() {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.at(1);
      bench.target.advance();
      bench.written(operation, 0L);
      bench.at(2);

      bench.target.advance();

      assertThat(bench.events())
          .containsExactly(
              bench.entered(operation, WAITING_WRITE_DONE, 1),
              bench.entered(operation, FINISHED, 2),
              success(operation, keys(21)),
              new TargetEvent.Quiet(operation));
      assertThat(bench.events()).isEmpty();
    }

    @Test
    void operationsOfSeveralRequestsGoTheirOwnWays() {
      bench.introduced();
      bench.target.submitHint("one", TargetBench.hint(SOURCE, 21));
      bench.target.submitHint("two", TargetBench.hint(OTHER_SOURCE, 22));
      long one = bench.target.fetch("one", List.of(wanted(21, 0, false)));
      long two = bench.target.fetch("two", List.of(wanted(22, 1, false)));
      bench.target.advance();
      bench.forget();

      bench.failed(one);
      bench.written(two, 0L);

      assertThat(bench.advanced())
          .contains(
              new TargetEvent.Completed(one, "one", false, List.of(), keys(21), false, false),
              new TargetEvent.Completed(two, "two", true, keys(22), List.of(), false, false));
      assertThat(bench.target.isHintFailed("one")).isTrue();
      assertThat(bench.target.isHintFailed("two")).isFalse();
    }
  }

  @Nested
  class Misuse {
    private void assertRefused(String message, WantedBlock... blocks) {
      bench.hint(21);
      assertThatThrownBy(() -> bench.target.fetch(REQUEST, List.of(blocks)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(message);
      assertThat(bench.target.openOperations()).isZero();
      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void nothingWanted() {
      assertRefused("no block is wanted");
    }

    @Test
    void blockWantedTwice() {
      assertRefused(
          "block 0000000000000015 is wanted twice", wanted(21, 0, false), wanted(21, 1, false));
    }

    @Test
    void destinationInTheOtherMemory() {
      assertRefused("is no place for a fetch", wanted(21, 0, true));
      assertThatThrownBy(() -> bench.target.deliver(REQUEST, List.of(wanted(21, 0, false))))
          .hasMessageContaining("is no place for a deliver");
    }

    @Test
    void destinationBeyondTheRegion() {
      assertRefused("elementIndex=16", wanted(21, 16, false));
    }

    @Test
    void destinationOfAnotherAgent() {
      assertRefused("endPoint=else", at(new Reference("else", 0, "", false)));
    }

    @Test
    void destinationUnderAnUnknownLabel() {
      assertRefused("label=other", at(new Reference("tgt", 0, "other", false)));
    }

    private static WantedBlock at(Reference place) {
      return new WantedBlock(BlockKey.ofHash(21), List.of(place));
    }
  }

  @Nested
  class Hints {
    @Test
    void eagerHintIntroducesTheTarget() {
      bench.hint(21);

      assertThat(bench.onlyFrame(KvcrFrame.TargetMetadata.class).introduction())
          .isEqualTo(new Introduction.Given(METADATA, catalogue("", 16)));
      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
    }

    @Test
    void lazyHintIntroducesNobody() {
      TargetBench lazy =
          new TargetBench(
              new KvcrSettings(
                  SETTINGS.operationTimeout(),
                  SETTINGS.abandonTimeout(),
                  SETTINGS.metadataRetry(),
                  false));

      lazy.hint(21);

      assertThat(lazy.frames()).isEmpty();
    }

    @Test
    void noTimerRepeatsAnIntroduction() {
      bench.hint(21);
      bench.frames();
      bench.at(10_000);
      bench.target.advance();

      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void hintToAnotherSourceFailsTheRequestAndIntroducesNobody() {
      bench.hint(21);
      bench.forget();

      bench.target.submitHint(REQUEST, TargetBench.hint(OTHER_SOURCE, 21));

      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void fetchLeavesOutWhatTheHintDoesNotNameAndReportsItFailed() {
      long operation = bench.asked(21);
      bench.written(operation, 0L);
      bench.advanced();
      bench.hint(21, 23);
      long mixed = bench.fetch(22, 23, 21);
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(23, 21));
      bench.written(mixed, 1L);
      assertThat(completed(bench.advanced())).isEqualTo(success(mixed, keys(21), 22, 23));
    }

    @Test
    void blockThatWasNotAskedForIsNotMissing() {
      long operation = bench.asked(21);
      bench.written(operation, 0L);
      bench.advanced();
      long mixed = bench.fetch(21, 22); // the hint does not name 22
      bench.target.advance();
      bench.written(mixed, 0L);
      assertThat(completed(bench.advanced())).isEqualTo(success(mixed, keys(21), 22));
      bench.forget();

      bench.deliver(22);
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(22));
    }

    @Test
    void deliverAsksWhateverTheHintNames() {
      bench.askedToDeliver(21);
      long operation = bench.deliver(22, 23);
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(22, 23));
      assertThat(operation).isPositive();
    }

    @Test
    void fetchWithoutAHintFailsAtOnceWithoutAFrame() {
      long operation = bench.fetch(21);

      assertThat(bench.events())
          .containsExactly(
              bench.entered(operation, FINISHED, 0),
              failure(operation, 21),
              new TargetEvent.Quiet(operation));
      assertThat(bench.target.openOperations()).isZero();
      assertThat(bench.advanced()).isEmpty();
      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void fetchAndDeliverWithAFailedHintFailAtOnceWithoutAFrame() {
      long failed = bench.asked(21);
      bench.failed(failed);
      bench.advanced();

      long fetch = bench.fetch(21);
      long deliver = bench.deliver(21);

      assertThat(bench.advanced()).contains(failure(fetch, 21), failure(deliver, 21));
      assertThat(bench.frames()).isEmpty();
    }

    @Test
    void missingBlocksAreNotAskedForAgain() {
      long first = bench.asked(21, 22, 23);
      bench.written(first, 1L);
      bench.advanced();
      assertThat(bench.target.isFetchable(REQUEST, BlockKey.ofHash(21))).isFalse();
      assertThat(bench.target.isFetchable(REQUEST, BlockKey.ofHash(22))).isTrue();

      long second = bench.fetch(21, 22);
      bench.target.advance();
      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(22));
      bench.written(second, 0L);
      assertThat(completed(bench.advanced())).isEqualTo(success(second, keys(22), 21));

      long third = bench.fetch(21, 23);
      assertThat(completed(bench.advanced())).isEqualTo(failure(third, 21, 23));
      assertThat(bench.frames()).isEmpty();
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
    }

    @Test
    void deliverLeavesMissingBlocksOutToo() {
      long first = bench.askedToDeliver(21, 22);
      bench.written(first);
      bench.advanced();

      long second = bench.deliver(21, 29);
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().keys())
          .isEqualTo(keys(29));
      assertThat(second).isNotEqualTo(first);
    }

    @Test
    void emptySuccessLeavesTheHintAlive() {
      long operation = bench.asked(21, 22);

      bench.written(operation);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, List.of(), 21, 22));
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
    }

    /** Until then the source may still be about to write, and the hint is as good as before. */
    @Test
    void hintFailsWhenTheWaitingEndsNotWhenTheCallerIsTold() {
      bench.asked(21);
      bench.at(1000);
      bench.target.advance();
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
      bench.at(5000);
      bench.target.advance();

      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
    }

    @Test
    void endOfAQuarantineDoesNotTouchTheHint() {
      long operation = bench.asked(21);
      bench.at(1000);
      bench.target.advance();
      bench.at(5000);
      bench.target.advance();
      bench.hint(21);
      bench.written(operation, 0L);

      assertThat(states(bench.advanced())).contains(FINISHED);
      assertThat(bench.target.isHintFailed(REQUEST)).isFalse();
    }

    @Test
    void aHintIsKeptUntilItIsDiscardedAlsoAFailedOne() {
      assertThat(bench.target.hintsKept()).isZero();
      bench.hint(1);
      bench.target.submitHint(REQUEST, new FetchHint(OTHER_SOURCE, Set.of(1L)));
      assertThat(bench.target.isHintFailed(REQUEST)).isTrue();
      assertThat(bench.target.hintsKept()).isEqualTo(1);

      bench.target.discardHint(REQUEST);

      assertThat(bench.target.hintsKept()).isZero();
    }

    @Test
    void discardedRequestIsToldAllTheSame() {
      long operation = bench.asked(21);
      bench.target.discardHint(REQUEST);
      bench.target.discardHint("unknown");

      bench.written(operation, 0L);

      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(21)));
      assertThat(bench.target.isFetchable(REQUEST, BlockKey.ofHash(21))).isFalse();
    }
  }

  @Nested
  class Acknowledgements {
    @Test
    void laterFramesCarryNoMetadata() {
      bench.hint(21);
      bench.ack(SOURCE, LIFE, OptionalLong.empty());
      bench.forget();
      assertThat(bench.target.isAcknowledged(SOURCE)).isTrue();

      bench.hint(21);
      bench.fetch(21);
      bench.target.advance();

      assertThat(bench.onlyFrame(KvcrFrame.StartWrite.class).introduction())
          .isEqualTo(new Introduction.Absent());
    }

    @Test
    void sourceThatNeverAcknowledgesGetsMetadataWithEachRequest() {
      bench.hint(21);
      long first = bench.fetch(21);
      bench.target.advance();
      bench.written(first, 0L);
      bench.advanced();
      bench.forget();

      long second = bench.fetch(21);
      bench.target.advance();

      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.introduction()).isInstanceOf(Introduction.Given.class);
      assertThat(frame.operation()).isEqualTo(second);
      bench.written(second, 0L);
      assertThat(completed(bench.advanced()).success()).isTrue();
    }

    @Test
    void acknowledgementCountsForTheEndpointThatItReflects() {
      bench.hint(21);
      bench.ack("tcp://localhost:29101", LIFE, OptionalLong.empty());

      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
    }

    @Test
    void acknowledgementThatReflectsNothingIsIgnored() {
      bench.hint(21);
      Envelope nobody =
          new Envelope(
              Optional.of("src"), Optional.of(LIFE), Optional.empty(), Optional.of(SOURCE));

      bench.target.receive(new KvcrFrame.TargetMetadataAck(nobody, OptionalLong.empty()));

      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
    }

    @Test
    void acknowledgementWithoutALifeTeachesNone() {
      bench.hint(21);
      Envelope lifeless =
          new Envelope(Optional.of("src"), Optional.empty(), Optional.of(SOURCE), Optional.empty());
      bench.target.receive(new KvcrFrame.TargetMetadataAck(lifeless, OptionalLong.empty()));
      bench.forget();
      bench.fetch(21);
      bench.target.advance();

      KvcrFrame.StartWrite frame = bench.onlyFrame(KvcrFrame.StartWrite.class);
      assertThat(frame.introduction()).isEqualTo(new Introduction.Absent());
      assertThat(frame.order().orElseThrow().sourceIncarnation()).isEmpty();
    }

    /** There is no order between the two planes. */
    @Test
    void reportBeforeTheAcknowledgementIsAccepted() {
      bench.hint(21);
      long operation = bench.fetch(21);
      bench.target.advance();
      bench.written(operation, 0L);
      assertThat(completed(bench.advanced())).isEqualTo(success(operation, keys(21)));

      bench.ack(SOURCE, LIFE, OptionalLong.of(operation));

      assertThat(bench.target.isAcknowledged(SOURCE)).isTrue();
      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void deadlineCancelQuarantineAndRefusalForgetTheAcknowledgement() {
      long late = bench.asked(21);
      bench.at(1000);
      bench.target.advance();
      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
      assertThat(bench.onlyFrame(KvcrFrame.WriteProbe.class).introduction())
          .isInstanceOf(Introduction.Given.class);

      bench.introduced();
      bench.at(5000);
      bench.target.advance();
      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
      assertThat(bench.onlyFrame(KvcrFrame.WriteProbe.class).introduction())
          .isInstanceOf(Introduction.Given.class);

      long cancelled = bench.asked(21);
      bench.target.cancel(cancelled);
      bench.target.advance();
      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();

      long refused = bench.asked(21);
      bench.refuse(SOURCE, refused);
      assertThat(bench.target.isAcknowledged(SOURCE)).isFalse();
      assertThat(Set.of(late, cancelled, refused)).hasSize(3);
    }

    @Test
    void refusalOfAnUnknownOperationForgetsNothing() {
      long operation = bench.asked(21);

      bench.refuse(SOURCE, operation + 1);
      bench.refuse(OTHER_SOURCE, operation);

      assertThat(bench.target.isAcknowledged(SOURCE)).isTrue();
      assertThat(bench.advanced()).isEmpty();
    }

    @Test
    void refusalForgetsTheLifeThatTheOperationExpected() {
      long operation = bench.asked(21);
      bench.refuse(SOURCE, operation);
      bench.advanced();

      bench.hint(21);
      bench.forget();
      bench.fetch(21);
      bench.target.advance();

      assertThat(
              bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().sourceIncarnation())
          .isEmpty();
    }

    @Test
    void lateRefusalKeepsALifeThatWasHeardOfSince() {
      long operation = bench.asked(21);
      bench.ack(SOURCE, NEXT_LIFE, OptionalLong.empty());
      bench.refuse(SOURCE, operation);
      bench.advanced();

      bench.hint(21);
      bench.forget();
      bench.fetch(21);
      bench.target.advance();

      assertThat(
              bench.onlyFrame(KvcrFrame.StartWrite.class).order().orElseThrow().sourceIncarnation())
          .contains(NEXT_LIFE);
    }
  }

  @Nested
  class ForTheSource {
    @Test
    void framesOfOtherTargetsAreNotForATarget() {
      long operation = bench.asked(21);
      Envelope envelope = Envelope.of("tgt2", NEXT_LIFE, SOURCE, SELF.endpoint());
      Introduction absent = new Introduction.Absent();

      bench.target.receive(new KvcrFrame.TargetMetadata(envelope, absent));
      bench.target.receive(new KvcrFrame.StartWrite(envelope, absent, operation, Optional.empty()));
      bench.target.receive(
          new KvcrFrame.WriteProbe(envelope, absent, operation, Optional.of(LIFE)));

      assertThat(bench.advanced()).isEmpty();
      assertThat(bench.frames()).isEmpty();
      assertThat(bench.target.isAcknowledged(SOURCE)).isTrue();
    }
  }

  @Nested
  class Closing {
    @Test
    void operationIsOpenUntilItIsFinished() {
      long operation = bench.asked(21);
      assertThat(bench.target.openOperations()).isOne();
      bench.at(1000);
      bench.target.advance();
      assertThat(bench.target.openOperations()).isOne();
      bench.at(5000);
      bench.target.advance();
      assertThat(bench.target.openOperations()).isOne();
      bench.at(1e10);
      bench.target.advance();
      assertThat(bench.target.openOperations()).isOne();

      bench.failed(operation);
      bench.target.advance();

      assertThat(bench.target.openOperations()).isZero();
    }
  }

  @Test
  void metadataTravelsAsItWasGiven() {
    AgentMetadata blob = AgentMetadata.of(new byte[468]);
    KvcrTarget target =
        new KvcrTarget(SELF, SETTINGS, bench.channel, () -> 0, blob, catalogue("", 4));

    target.submitHint(REQUEST, TargetBench.hint(SOURCE, 21));

    assertThat(bench.onlyFrame(KvcrFrame.TargetMetadata.class).introduction())
        .isEqualTo(new Introduction.Given(blob, catalogue("", 4)));
  }
}
