package kvproof.events.ingest;

import static kvproof.events.ingest.Happenings.W1;
import static kvproof.events.ingest.Happenings.W1_1;
import static kvproof.events.ingest.Happenings.W2;
import static kvproof.events.ingest.Happenings.batch;
import static kvproof.events.ingest.Happenings.blockOf;
import static kvproof.events.ingest.Happenings.chain;
import static kvproof.events.ingest.Happenings.clear;
import static kvproof.events.ingest.Happenings.malformed;
import static kvproof.events.ingest.Happenings.removal;
import static kvproof.events.ingest.IngestCount.DUMPS;
import static kvproof.events.ingest.IngestCount.FAILED_QUERIES;
import static kvproof.events.ingest.IngestCount.GAPS;
import static kvproof.events.ingest.IngestCount.MALFORMED;
import static kvproof.events.ingest.IngestCount.MISSED;
import static kvproof.events.ingest.IngestCount.QUERIES;
import static kvproof.events.ingest.IngestCount.REPEATS;
import static kvproof.events.ingest.IngestCount.RESTART_SUSPECTED;
import static kvproof.events.ingest.IngestCount.STALE;
import static kvproof.events.ingest.IngestCount.UNKNOWN_RANK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.events.ReplayEnd;
import kvproof.events.ingest.RecoveryAnswer.Dump;
import kvproof.events.ingest.RecoveryAnswer.DumpFailed;
import kvproof.events.ingest.RecoveryAnswer.Events;
import kvproof.events.ingest.RecoveryAnswer.TooNew;
import kvproof.events.ingest.RecoveryAnswer.Unanswered;
import kvproof.model.KvCacheEvent;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is missing of a stream, how it is got, and what becomes of what does not come. */
class GapsTest {
  private final StreamRig rig = new StreamRig();

  @Nested
  class Replays {
    @Test
    void z2StreamThatBeginsAt2IsAskedFrom0() {
      rig.open(W1).live(W1, blockOf(W1, 2));

      assertThat(rig.engine.requests()).containsExactly(0L);
    }

    @Test
    void z3GapIsAskedFromItsFirstSequence() {
      rig.open(W1).live(W1, blockOf(W1, 0), blockOf(W1, 1));
      rig.engine.answersWith(blockOf(W1, 2), blockOf(W1, 3), blockOf(W1, 4), blockOf(W1, 5));

      rig.live(W1, blockOf(W1, 4), blockOf(W1, 5));

      assertThat(rig.engine.requests()).containsExactly(2L);
      assertThat(rig.count(STALE)).isEqualTo(2);
      assertThat(rig.index.onDevice(W1)).hasSize(6);
    }

    @Test
    void z4WhatIsLostGapsTheStreamAndTheReasonIsKept() {
      rig.open(W1).live(W1, blockOf(W1, 0));
      expectOutcome(ReplayOutcome.EMPTY, 1, 4);
      expectOutcome(ReplayOutcome.STARTED_AFTER_REQUESTED, 5, 8, 7);
      expectOutcome(ReplayOutcome.NON_CONTIGUOUS, 9, 13, 9, 11, 12);
      expectOutcome(ReplayOutcome.ENDED_BEFORE_TARGET, 14, 17, 14, 15);
      expectOutcome(ReplayOutcome.COMPLETE, 18, 20, 18, 19);
    }

    /** The live batch {@code target} makes a replay from {@code start}, which brings the rest. */
    private void expectOutcome(ReplayOutcome outcome, long start, long target, long... replayed) {
      long gapsBefore = rig.count(GAPS);
      rig.engine.answersWith(
          LongStream.of(replayed)
              .mapToObj(sequence -> blockOf(W1, sequence))
              .toArray(StreamBatch[]::new));

      rig.live(W1, blockOf(W1, target));

      assertThat(rig.engine.requests()).last().isEqualTo(start);
      assertThat(rig.status(W1).lastReplay()).contains(outcome);
      assertThat(rig.last(W1)).isEqualTo(target);
      assertThat(rig.count(GAPS) > gapsBefore).isEqualTo(outcome != ReplayOutcome.COMPLETE);
    }

    @Test
    void z5WithoutAReplayTheBatchIsAppliedAndTheStreamGapped() {
      rig.openWithoutReplay(W1).live(W1, blockOf(W1, 0), blockOf(W1, 2));

      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 103L);
      assertThat(rig.index.isGapped(W1)).isTrue();
    }

    @Test
    void z7BatchThatCouldNotBeDecodedIsAskedForWithTheNext() {
      rig.open(W1).live(W1, blockOf(W1, 0));
      rig.engine.answersWith(blockOf(W1, 1), blockOf(W1, 2));

      rig.ingest.receiveUndecodable(W1, 1);
      assertThat(rig.engine.requests()).isEmpty();
      rig.live(W1, blockOf(W1, 2));

      assertThat(rig.engine.requests()).containsExactly(1L);
      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L, 103L);
    }

    @Test
    void z23RepeatsAreDroppedAndThePositionDoesNotGoBack() {
      rig.open(W1).live(W1, blockOf(W1, 0), blockOf(W1, 1));
      List<Long> positions = new ArrayList<>();
      rig.engine.answersWith(
          watched(blockOf(W1, 0), positions),
          watched(blockOf(W1, 1), positions),
          watched(blockOf(W1, 2), positions));

      rig.live(W1, batch(3, removal(W1, 101)));

      assertThat(positions).containsExactly(1L); // only batch 2 was worked out, standing at 1
      assertThat(rig.count(REPEATS)).isEqualTo(2);
      assertThat(rig.last(W1)).isEqualTo(3);
      assertThat(rig.index.onDevice(W1)).containsExactly(102L, 103L); // 101 had one copy
    }

    private StreamBatch watched(StreamBatch batch, List<Long> positions) {
      return new StreamBatch(
          batch.sequence(),
          () -> {
            positions.add(rig.last(W1));
            return batch.events().get();
          });
    }

    @Test
    void replayThatIsCalledOffGivesNothingUp() {
      BatchSource calledOff =
          (_, sink) -> {
            sink.accept(blockOf(W1, 1));
            return new ReplayEnd.Cancelled(1);
          };
      rig.open(W1, new StreamRecovery.Replay(calledOff), false).live(W1, blockOf(W1, 0));

      rig.live(W1, blockOf(W1, 4));

      assertThat(rig.last(W1)).isEqualTo(1);
      assertThat(rig.count(GAPS)).isZero();
      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);
    }

    @Test
    void fs14OlderBatchIsNeverAppliedAfterANewerOne() {
      rig.open(W1).live(W1, blockOf(W1, 0));
      rig.live(W1, batch(3, removal(W1, 102))); // the replay brings nothing: 1 and 2 are given up
      rig.engine.answersWith(blockOf(W1, 1), batch(2), blockOf(W1, 4));

      rig.live(W1, batch(5));

      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 105L);
      assertThat(rig.count(REPEATS)).isEqualTo(2);
      assertThat(rig.index.isGapped(W1)).isTrue();
    }

    @Test
    void fs15MissingBatchesAreCounted() {
      rig.openWithoutReplay(W1).live(W1, through(5));

      rig.live(W1, blockOf(W1, 9));

      assertThat(rig.status(W1).counts())
          .containsEntry("gaps", 1L)
          .containsEntry("missed", 3L)
          .containsEntry("applied", 7L);
      assertThat(rig.index.onDevice(W1)).contains(110L);
      assertThat(rig.index.isGapped(W1)).isTrue();
    }
  }

  /** The worked table of gapped streams. */
  @Nested
  class Gapped {
    @Test
    void row1RepairedGapIsNone() {
      rig.open(W1).live(W1, through(5));
      rig.engine.answersWith(blockOf(W1, 6), blockOf(W1, 7), blockOf(W1, 8));

      rig.live(W1, blockOf(W1, 9));

      assertThat(rig.index.isGapped(W1)).isFalse();
      assertThat(rig.index.onDevice(W1)).hasSize(10);
    }

    @Test
    void row2And3ClearEndsTheGap() {
      rig.openWithoutReplay(W1).live(W1, through(5));
      rig.live(W1, blockOf(W1, 9));
      assertThat(rig.index.isGapped(W1)).isTrue();

      rig.live(W1, 10, clear(W1));

      assertThat(rig.index.isGapped(W1)).isFalse();
      assertThat(rig.index.onDevice(W1)).isEmpty();
    }

    @Test
    void clearInTheBatchThatRevealsTheGapUndoesWhatWasMissed() {
      rig.openWithoutReplay(W1).live(W1, through(1));

      rig.live(W1, 5, clear(W1), chain(W1, 1, 1));

      assertThat(rig.count(GAPS)).isEqualTo(1);
      assertThat(rig.count(MISSED)).isEqualTo(3);
      assertThat(rig.index.isGapped(W1)).isFalse();
    }

    @Test
    void whatIsMissedAfterTheClearGapsTheStream() {
      rig.open(W1).live(W1, through(1));
      rig.engine.answersWith(batch(3, clear(W1)));

      rig.live(W1, blockOf(W1, 5));

      assertThat(rig.count(MISSED)).isEqualTo(2); // 2 before the clear, 4 after it
      assertThat(rig.index.isGapped(W1)).isTrue();
    }

    @Test
    void clearOfAnotherRankUndoesNothing() {
      rig.openWithoutReplay(W1).open(W1_1).live(W1, through(1));

      rig.live(W1, 5, clear(W1_1));

      assertThat(rig.index.isGapped(W1)).isTrue();
      assertThat(rig.index.isGapped(W1_1)).isFalse();
    }

    @Test
    void clearEndsTheGapWhoeverTellsOfIt() {
      rig.openWithoutReplay(W1).open(W1_1).live(W1, blockOf(W1, 0), blockOf(W1, 5));

      rig.live(W1_1, 0, clear(W1));

      assertThat(rig.status(W1).isGapped()).isFalse();
    }

    @Test
    void gapIsSaidAfterTheEventsOfItsStep() {
      rig.openWithoutReplay(W1).live(W1, through(1));

      rig.live(W1, 3, chain(W1, 4, 4), removal(W1, 101));

      assertThat(rig.index.steps()).last().isEqualTo(new StreamState(W1, true));
    }

    @Test
    void z20MissingHeadIsAGapOnlyOfARankThatHoldsSomething() {
      rig.engine.answersWith(blockOf(W1, 4), blockOf(W1, 5), blockOf(W1, 6));

      rig.open(W1).live(W1, blockOf(W1, 7));

      assertThat(rig.index.isGapped(W1)).isFalse();
      assertThat(rig.count(GAPS)).isZero();
      assertThat(rig.count(MISSED)).isZero();

      rig.ingest.pass(chain(W2, 1, 2)); // from a peer's dump
      rig.engine.answersWith(blockOf(W2, 4), blockOf(W2, 5), blockOf(W2, 6));
      rig.open(W2).live(W2, blockOf(W2, 7));

      assertThat(rig.index.isGapped(W2)).isTrue();
      assertThat(rig.count(MISSED)).isEqualTo(4);
    }

    @Test
    void newOpeningIsNotGapped() {
      rig.openWithoutReplay(W1).live(W1, blockOf(W1, 0), blockOf(W1, 5));

      rig.ingest.close(W1);
      rig.openWithoutReplay(W1).live(W1, blockOf(W1, 0));

      assertThat(rig.index.isGapped(W1)).isFalse();
      assertThat(rig.status(W1).isGapped()).isFalse();
    }
  }

  @Nested
  class Peers {
    private final List<OptionalLong> asked = new ArrayList<>();
    private RecoveryAnswer<KvCacheEvent> answer = new Unanswered<>(OptionalLong.empty(), "nobody");

    private void open(WorkerWithDpRank rank) {
      PeerSource peer =
          start -> {
            asked.add(start);
            return answer;
          };
      rig.open(rank, new StreamRecovery.Peer(peer), false);
    }

    @Test
    void fs13DumpSetsThePositionToWhatItSays() {
      open(W1);
      answer = new Dump<>(List.of(), 40);
      rig.live(W1, batch(40));
      answer = new Dump<>(List.of(chain(W1, 1, 3)), 60);

      rig.live(W1, batch(57, chain(W1, 9, 9)), batch(58), batch(59), batch(60));
      assertThat(rig.last(W1)).isEqualTo(60);
      assertThat(rig.count(STALE)).isEqualTo(1 + 4);
      rig.live(W1, batch(61, chain(W1, 4, 4)));

      assertThat(rig.count(DUMPS)).isEqualTo(1 + 1);
      assertThat(rig.last(W1)).isEqualTo(61);
      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L, 103L, 104L);
    }

    @Test
    void unsetStreamAsksForADumpAndALiveOneForARange() {
      open(W1);

      rig.live(W1, batch(3), batch(4), batch(7));

      assertThat(asked).containsExactly(OptionalLong.empty(), OptionalLong.of(5));
      assertThat(rig.count(QUERIES)).isEqualTo(2);
      assertThat(rig.count(FAILED_QUERIES)).isEqualTo(2);
    }

    @Test
    void row4DumpEndsTheGap() {
      open(W1);
      rig.live(W1, batch(0, chain(W1, 1, 1)), batch(3, chain(W1, 4, 4)));
      assertThat(rig.index.isGapped(W1)).isTrue();
      answer = new Dump<>(List.of(chain(W1, 2, 3)), 8);

      rig.live(W1, batch(6));

      assertThat(rig.index.isGapped(W1)).isFalse();
      assertThat(rig.status(W1).isGapped()).isFalse();
      assertThat(rig.index.onDevice(W1)).containsExactly(102L, 103L);
      assertThat(rig.index.steps()).last().isEqualTo(new StreamState(W1, false));
    }

    @Test
    void nothingComesBetweenTheClearAndTheEventsOfADump() {
      open(W1);
      answer = new Dump<>(List.of(chain(W1, 1, 1), chain(W1, 2, 2)), 5);

      rig.live(W1, batch(6, chain(W1, 3, 3)));

      assertThat(rig.index.steps())
          .containsExactly(clear(W1), chain(W1, 1, 1), chain(W1, 2, 2), chain(W1, 3, 3));
    }

    @Test
    void rangeIsAppliedInOrderToTheNewest() {
      open(W1);
      rig.live(W1, batch(0));
      answer =
          new Events<>(
              List.of(
                  new NumberedEvents<>(1, List.of(chain(W1, 1, 1))),
                  new NumberedEvents<>(2, List.of(chain(W1, 2, 2)))),
              0,
              2);

      rig.live(W1, batch(2, chain(W1, 2, 2)));

      assertThat(rig.index.steps()).containsExactly(chain(W1, 1, 1), chain(W1, 2, 2));
      assertThat(rig.count(STALE)).isEqualTo(1);
      assertThat(rig.last(W1)).isEqualTo(2);
    }

    @Test
    void whatAClearMadeVoidIsNotMissing() {
      open(W1);
      rig.live(W1, batch(0));
      answer = new Events<>(List.of(new NumberedEvents<>(4, List.of(clear(W1)))), 3, 4);

      rig.live(W1, batch(5));

      assertThat(rig.count(GAPS)).isZero();
      assertThat(rig.index.isGapped(W1)).isFalse();
    }

    @Test
    void peerThatIsBehindLeavesThePosition() {
      open(W1);
      rig.live(W1, batch(0));
      answer = new TooNew<>(1, 0, 0);

      rig.live(W1, batch(2));

      assertThat(rig.count(FAILED_QUERIES)).isZero();
      assertThat(rig.count(MISSED)).isEqualTo(1);
      assertThat(rig.last(W1)).isEqualTo(2);
    }

    @Test
    void failedDumpLeavesThePosition() {
      open(W1);
      rig.live(W1, batch(0));
      answer = new DumpFailed<>(9, "planted");

      rig.live(W1, batch(2));

      assertThat(rig.count(FAILED_QUERIES)).isEqualTo(1);
      assertThat(rig.last(W1)).isEqualTo(2);
      assertThat(rig.index.isGapped(W1)).isTrue();
    }

    @Test
    void failingPeerIsAskedAgainAsOftenAsSaid() {
      List<OptionalLong> queries = new ArrayList<>();
      PeerSource second =
          start -> {
            queries.add(start);
            return queries.size() < 3 ? new DumpFailed<>(0, "planted") : new Dump<>(List.of(), 4);
          };

      assertThat(new RetryingPeer(second, 2).query(OptionalLong.empty()))
          .isInstanceOf(DumpFailed.class);
      assertThat(new RetryingPeer(second, 2).query(OptionalLong.empty()))
          .isEqualTo(new Dump<>(List.of(), 4));
    }

    @Test
    void b25RecoveredEventsAppliedTwiceGiveTheSameInventory() {
      open(W1);
      rig.live(W1, batch(0, chain(W1, 1, 1)));
      var twice =
          new Events<>(
              List.of(
                  new NumberedEvents<KvCacheEvent>(1, List.of(chain(W1, 2, 4), removal(W1, 104))),
                  new NumberedEvents<KvCacheEvent>(2, List.of(removal(W1, 101)))),
              0,
              2);
      answer = twice;
      rig.live(W1, batch(3));
      List<Long> once = rig.index.onDevice(W1);

      twice.batches().forEach(each -> each.events().forEach(rig.ingest::pass));

      assertThat(rig.index.onDevice(W1)).isEqualTo(once).containsExactly(102L, 103L);
    }
  }

  @Nested
  class Ranks {
    @Test
    void z9OpenedAgainTheStreamIsUnset() {
      rig.open(W1).live(W1, through(3));

      rig.ingest.close(W1);
      rig.open(W1);

      assertThat(rig.status(W1).cursor()).isEqualTo(StreamCursor.initial());
      rig.live(W1, blockOf(W1, 0));
      assertThat(rig.index.onDevice(W1)).containsExactly(101L);
    }

    @Test
    void z11ClosingOneOfTwoRanksRemovesItsBlocksOnly() {
      rig.open(W1).open(W1_1).live(W1, 0, chain(W1, 1, 2));
      rig.live(W1_1, 0, chain(W1_1, 1, 3));

      rig.ingest.close(W1);

      assertThat(rig.index.onDevice(W1)).isEmpty();
      assertThat(rig.index.onDevice(W1_1)).hasSize(3);
      assertThat(rig.index.steps()).last().isEqualTo(new KvCacheEvent.RankRemoved(W1));
    }

    @Test
    void z12ClosingTheLastRankRemovesTheWorker() {
      rig.open(W1).open(W1_1).open(W2);

      rig.ingest.close(W1_1);
      rig.ingest.close(W1);

      assertThat(rig.index.steps())
          .containsExactly(new KvCacheEvent.RankRemoved(W1_1), new KvCacheEvent.WorkerRemoved(1));
    }

    @Test
    void z21BatchOfAnUnregisteredRankCountsAsApplied() {
      rig.open(W1).live(W1, 0, chain(W1_1, 1, 3), removal(W1_1, 101), clear(W1_1));

      assertThat(rig.count(UNKNOWN_RANK)).isEqualTo(3);
      assertThat(rig.last(W1)).isZero();
      assertThat(rig.index.steps()).isEmpty();
    }

    @Test
    void z22MalformedStoreCostsNothingButItself() {
      rig.open(W1).live(W1, 0, chain(W1, 1, 1), malformed(W1, 105), chain(W1, 2, 2));

      assertThat(rig.count(MALFORMED)).isEqualTo(1);
      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);
      assertThat(rig.last(W1)).isZero();
    }

    @Test
    void lateMessageOfAnEarlierOpeningIsRefused() {
      rig.open(W1);
      rig.ingest.close(W1);
      rig.ingest.receive(W1, 1, blockOf(W1, 0));
      rig.open(W1);

      rig.ingest.receive(W1, 1, blockOf(W1, 0));

      assertThat(rig.counts().byLabel())
          .containsEntry("not_open", 1L)
          .containsEntry("late_incarnation", 1L);
      assertThat(rig.status(W1).incarnation()).isEqualTo(2);
      assertThat(rig.index.onDevice(W1)).isEmpty();
    }

    @Test
    void batchThatIsUnderWayWhenItsStreamClosesReachesNothing() {
      rig.open(W1);

      rig.live(W1, closing(false));
      assertThat(rig.index.onDevice(W1)).isEmpty();

      rig.open(W1);
      rig.live(W1, closing(true));
      assertThat(rig.index.onDevice(W1)).isEmpty(); // the stream that is open now is another one
      assertThat(rig.status(W1).cursor()).isEqualTo(StreamCursor.initial());
    }

    /** A batch in whose midst the stream is closed, and perhaps opened again. */
    private StreamBatch closing(boolean opensAgain) {
      return new StreamBatch(
          0,
          () -> {
            rig.ingest.close(W1);
            if (opensAgain) {
              rig.open(W1);
            }
            return List.of(chain(W1, 1, 1));
          });
    }

    @Test
    void fs66RestartInPlaceIsSuspectedAndAnotherRegistrationHelps() {
      rig.openWithoutReplay(W1).live(W1, 0, chain(W1, 1, 484));
      for (long sequence = 1; sequence <= 900; sequence++) {
        rig.live(W1, batch(sequence));
      }

      rig.live(W1, 0, chain(W1, 501, 501));
      assertThat(rig.count(RESTART_SUSPECTED)).isEqualTo(1);
      assertThat(rig.index.onDevice(W1)).hasSize(484);

      rig.ingest.close(W1);
      rig.openWithoutReplay(W1).live(W1, 0, chain(W1, 501, 501));
      assertThat(rig.index.onDevice(W1)).containsExactly(601L);
    }

    @Test
    void fs70EachRankOfAWorkerIsASource() {
      for (int dpRank = 0; dpRank < 4; dpRank++) {
        var rank = new WorkerWithDpRank(1, dpRank);
        rig.open(rank).live(rank, 0, chain(rank, 10 * dpRank + 1, 10 * dpRank + 3));
      }

      assertThat(rig.ingest.ranksOf(1)).hasSize(4);
      assertThat(rig.ingest.ranksOf(1))
          .allSatisfy(rank -> assertThat(rig.index.onDevice(rank)).hasSize(3));
      assertThat(rig.ingest.open(new StreamTerms(W1, new StreamRecovery.None(), false))).isEmpty();
      assertThat(rig.counts().byLabel()).containsEntry("already_open", 1L);
    }

    @Test
    void fs18RemovalInOneEventOrInThreeIsTheSame() {
      rig.open(W1).open(W2).live(W1, 0, chain(W1, 1, 6));
      rig.live(W2, 0, chain(W2, 1, 6));

      rig.live(W1, 1, removal(W1, 104, 105, 106));
      rig.live(W2, 1, removal(W2, 104), removal(W2, 105), removal(W2, 106));

      assertThat(rig.index.onDevice(W1)).isEqualTo(rig.index.onDevice(W2)).hasSize(3);
      assertThat(rig.status(W1).counts()).isEqualTo(rig.status(W2).counts());
    }

    @Test
    void fs25BlockReportedByTwoSourcesGoesWithTheSecondRemoval() {
      rig.open(W1).open(W1_1).live(W1, 0, chain(W1, 1, 1));
      rig.live(W1_1, 0, chain(W1, 1, 1), chain(W1, 2, 2));

      rig.live(W1, 1, removal(W1, 101));
      assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);

      rig.live(W1_1, 1, removal(W1, 101));
      assertThat(rig.index.onDevice(W1)).containsExactly(102L);
      assertThat(rig.index.steps()).filteredOn(KvCacheEvent.Removed.class::isInstance).hasSize(1);
    }
  }

  private static StreamBatch[] through(long last) {
    return LongStream.rangeClosed(0, last)
        .mapToObj(sequence -> blockOf(W1, sequence))
        .toArray(StreamBatch[]::new);
  }
}
