package kvproof.events.ingest;

import static kvproof.events.ingest.Happenings.W1;
import static kvproof.events.ingest.Happenings.blockOf;
import static kvproof.events.ingest.Happenings.clear;
import static kvproof.events.ingest.IngestCount.GAPS;
import static kvproof.events.ingest.IngestCount.MISSED;
import static kvproof.events.ingest.IngestCount.REPEATS;
import static kvproof.events.ingest.IngestCount.RESTART_SUSPECTED;
import static kvproof.events.ingest.IngestCount.STALE;
import static kvproof.events.ingest.IngestCount.UNDECODABLE;
import static kvproof.events.ingest.ReplayOutcome.COMPLETE;
import static kvproof.events.ingest.ReplayOutcome.STARTED_AFTER_REQUESTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The worked sequences of the listener. */
class ListenerRowsTest {
  private final StreamRig rig = new StreamRig();

  @Test
  void row1NothingIsRequestedWhileNothingIsMissing() {
    rig.open(W1).live(W1, block(0), block(1), block(2));

    assertThat(rig.engine.requests()).isEmpty();
    assertThat(rig.applied()).containsExactly(0L, 1L, 2L);
    assertThat(rig.last(W1)).isEqualTo(2);
  }

  @Test
  void row2StreamThatBeginsInTheMiddleIsReplayedFromTheStart() {
    rig.engine.answersWith(replayed(0, 1, 2));

    rig.open(W1).live(W1, block(2));

    assertThat(rig.engine.requests()).containsExactly(0L);
    assertThat(rig.applied()).containsExactly(0L, 1L, 2L);
    assertThat(rig.count(STALE)).isEqualTo(1);
    assertThat(rig.last(W1)).isEqualTo(2);
  }

  @Test
  void row3ReplayMayRunPastTheBatchThatRevealedTheGap() {
    rig.open(W1).live(W1, block(0), block(1));
    rig.engine.answersWith(replayed(2, 3, 4, 5));

    rig.live(W1, block(4), block(5));

    assertThat(rig.engine.requests()).containsExactly(2L);
    assertThat(rig.applied()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(rig.count(STALE)).isEqualTo(2);
    assertThat(rig.status(W1).lastReplay()).contains(COMPLETE);
    assertThat(rig.last(W1)).isEqualTo(5);
  }

  @Test
  void row4WhatTheEngineHasNoLongerLeavesAGap() {
    rig.open(W1).live(W1, block(0), block(1));
    rig.engine.answersWith(replayed(3));

    rig.live(W1, block(4));

    assertThat(rig.engine.requests()).containsExactly(2L);
    assertThat(rig.applied()).containsExactly(0L, 1L, 3L, 4L);
    assertThat(rig.status(W1).lastReplay()).contains(STARTED_AFTER_REQUESTED);
    assertGapped(1);
    assertThat(rig.last(W1)).isEqualTo(4);
  }

  @Test
  void row5WithoutReplayTheBatchIsAppliedOverTheGap() {
    rig.openWithoutReplay(W1).live(W1, block(0), block(1), block(4));

    assertThat(rig.applied()).containsExactly(0L, 1L, 4L);
    assertGapped(2);
    assertThat(rig.last(W1)).isEqualTo(4);
  }

  @Test
  void row6BatchThatCannotBeDecodedIsReplayedWithTheNextOne() {
    rig.open(W1).live(W1, block(0), block(1));
    rig.engine.answersWith(replayed(2, 3));

    rig.ingest.receiveUndecodable(W1, 1);
    rig.live(W1, block(3));

    assertThat(rig.count(UNDECODABLE)).isEqualTo(1);
    assertThat(rig.engine.requests()).containsExactly(2L);
    assertThat(rig.applied()).containsExactly(0L, 1L, 2L, 3L);
    assertThat(rig.status(W1).isGapped()).isFalse();
    assertThat(rig.last(W1)).isEqualTo(3);
  }

  @Test
  void row7StaleBatchIsIgnored() {
    rig.open(W1).live(W1, block(0), block(1), block(2), block(3), block(4), block(5));

    rig.live(W1, block(3));

    assertThat(rig.applied()).hasSize(6);
    assertThat(rig.count(STALE)).isEqualTo(1);
    assertThat(rig.count(RESTART_SUSPECTED)).isZero();
    assertThat(rig.last(W1)).isEqualTo(5);
  }

  @Test
  void row8RestartedEngineIsNotHeardUntilItCatchesUp() {
    rig.open(W1).live(W1, through(0, 57));

    rig.live(W1, through(0, 57));
    assertThat(rig.count(STALE)).isEqualTo(58);
    assertThat(rig.count(RESTART_SUSPECTED)).isEqualTo(1);
    assertThat(rig.last(W1)).isEqualTo(57);

    rig.live(W1, block(58));
    assertThat(rig.engine.requests()).isEmpty();
    assertThat(rig.last(W1)).isEqualTo(58);
  }

  @Test
  void row9RepeatsOfAnEarlyReplayAreDropped() {
    rig.open(W1).live(W1, block(0), block(1));
    rig.engine.answersWith(replayed(0, 1, 2, 3, 4));

    rig.live(W1, block(4));

    assertThat(rig.engine.requests()).containsExactly(2L);
    assertThat(rig.applied()).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(rig.count(REPEATS)).isEqualTo(2);
    assertThat(rig.last(W1)).isEqualTo(4);
  }

  @Test
  void row10ClearEndsTheGap() {
    rig.openWithoutReplay(W1).live(W1, block(0), block(1), block(4));

    rig.live(W1, 5, clear(W1));

    assertThat(rig.status(W1).isGapped()).isFalse();
    assertThat(rig.index.isGapped(W1)).isFalse();
    assertThat(rig.last(W1)).isEqualTo(5);
  }

  private void assertGapped(int missed) {
    assertThat(rig.status(W1).isGapped()).isTrue();
    assertThat(rig.index.isGapped(W1)).isTrue();
    assertThat(rig.count(GAPS)).isEqualTo(1);
    assertThat(rig.count(MISSED)).isEqualTo(missed);
  }

  private static StreamBatch block(long sequence) {
    return blockOf(W1, sequence);
  }

  private StreamBatch[] replayed(long... sequences) {
    return LongStream.of(sequences)
        .mapToObj(sequence -> rig.noted(block(sequence)))
        .toArray(StreamBatch[]::new);
  }

  private static StreamBatch[] through(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .mapToObj(ListenerRowsTest::block)
        .toArray(StreamBatch[]::new);
  }
}
