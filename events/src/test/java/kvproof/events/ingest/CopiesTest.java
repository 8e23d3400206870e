package kvproof.events.ingest;

import static kvproof.events.ingest.Happenings.W1;
import static kvproof.events.ingest.Happenings.W1_1;
import static kvproof.events.ingest.Happenings.blockOf;
import static kvproof.events.ingest.Happenings.chain;
import static kvproof.events.ingest.Happenings.clear;
import static kvproof.events.ingest.Happenings.malformed;
import static kvproof.events.ingest.Happenings.removal;
import static kvproof.events.ingest.IngestCount.COPIES_HELD_BACK;
import static kvproof.events.ingest.IngestCount.REPEATS;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies in front of an index: each removal takes one, and the last one the block. */
class CopiesTest {
  private final StreamRig rig = new StreamRig();

  @Test
  @Tag("FS-01")
  void v25EachRemovalTakesOneCopy() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 3));
    rig.live(W1, 1, chain(W1, 3, 3));

    rig.live(W1, 2, removal(W1, 103));
    assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L, 103L);

    rig.live(W1, 3, removal(W1, 103));
    assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);

    rig.live(W1, 4, removal(W1, 103));
    assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);
    assertThat(rig.index.steps()).last().isEqualTo(removal(W1, 103)); // not held back
    assertThat(rig.count(COPIES_HELD_BACK)).isEqualTo(1);
  }

  @Test
  void v26EveryOccurrenceInARemovalCounts() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 3));
    rig.live(W1, 1, chain(W1, 3, 3));

    rig.live(W1, 2, removal(W1, 103, 103));

    assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);
    assertThat(rig.index.steps()).last().isEqualTo(removal(W1, 103));
  }

  @Test
  void v27RepeatedStoreIsNoSecondCopy() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1));
    rig.engine.answersWith(blockOf(W1, 0));

    rig.live(W1, 0, chain(W1, 1, 1)); // live, once more
    rig.live(W1, 2); // a replay, which begins at 0 again
    rig.live(W1, 3, removal(W1, 101));

    assertThat(rig.index.onDevice(W1)).isEmpty();
    assertThat(rig.count(REPEATS)).isEqualTo(1);
  }

  @Test
  void v28TiersHaveCopiesOfTheirOwn() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1), chain(W1, HOST_PINNED, 1, 1));
    rig.live(W1, 1, chain(W1, 1, 1), chain(W1, HOST_PINNED, 1, 1));

    rig.live(W1, 2, removal(W1, 101));
    assertHeld(List.of(101L), List.of(101L));

    rig.live(W1, 3, removal(W1, 101));
    assertHeld(List.of(), List.of(101L));

    rig.live(W1, 4, removal(W1, HOST_PINNED, 101));
    assertHeld(List.of(), List.of(101L));
  }

  @Test
  void v29ClearForgetsCopies() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1));
    rig.live(W1, 1, chain(W1, 1, 1));
    rig.live(W1, 2, clear(W1));
    rig.live(W1, 3, chain(W1, 1, 1));

    rig.live(W1, 4, removal(W1, 101));

    assertThat(rig.index.onDevice(W1)).isEmpty();
  }

  @Test
  void v30DumpedBlockGoesWithItsFirstRemoval() {
    PeerSource peer = _ -> new RecoveryAnswer.Dump<>(List.of(chain(W1, 1, 2)), 6);
    rig.open(W1, new StreamRecovery.Peer(peer), false);
    rig.open(W1_1).live(W1_1, 0, chain(W1, 2, 2), chain(W1, 2, 2)); // about the other rank

    rig.live(W1, 7);
    rig.live(W1_1, 1, removal(W1, 102));

    assertThat(rig.index.onDevice(W1)).containsExactly(101L);
  }

  @Test
  void v31RepeatsAreBatchesNeverSingleEvents() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1), removal(W1, 101), chain(W1, 1, 1));

    assertThat(rig.index.onDevice(W1)).containsExactly(101L);
    assertThat(rig.index.steps()).hasSize(3);
  }

  @Test
  @Tag("FS-01")
  void row7WithoutTheFilterTheFirstRemovalTakesTheBlock() {
    rig.open(W1, new StreamRecovery.None(), false).live(W1, 0, chain(W1, 1, 3));
    rig.live(W1, 1, chain(W1, 3, 3));

    rig.live(W1, 2, removal(W1, 103));

    assertThat(rig.index.onDevice(W1)).containsExactly(101L, 102L);
    assertThat(rig.count(COPIES_HELD_BACK)).isZero();
  }

  @Test
  void malformedStoreIsNoCopy() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1));
    rig.live(W1, 1, malformed(W1, 101));

    rig.live(W1, 2, removal(W1, 101));

    assertThat(rig.index.onDevice(W1)).isEmpty();
  }

  @Test
  void removalThatNamesNothingPasses() {
    rig.open(W1).live(W1, 0, removal(W1));

    assertThat(rig.index.steps()).containsExactly(removal(W1));
  }

  @Test
  void partOfARemovalIsHeldBack() {
    rig.open(W1).live(W1, 0, chain(W1, 1, 3), chain(W1, 2, 2));

    rig.live(W1, 1, removal(W1, 103, 102, 101));

    assertThat(rig.index.steps()).last().isEqualTo(removal(W1, 103, 101));
    assertThat(rig.count(COPIES_HELD_BACK)).isEqualTo(1);
  }

  @Test
  void copiesOfOneRankCountWhateverStreamTellsOfThem() {
    rig.open(W1).open(W1_1).live(W1, 0, chain(W1, 1, 1));
    rig.live(W1_1, 0, chain(W1, 1, 1));

    rig.live(W1, 1, removal(W1, 101));
    assertThat(rig.index.onDevice(W1)).containsExactly(101L);

    rig.live(W1_1, 1, removal(W1, 101));
    assertThat(rig.index.onDevice(W1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"clear", "rank", "worker", "another opening"})
  void whatMakesTheBlocksVoidMakesTheCopiesVoid(String how) {
    rig.open(W1).live(W1, 0, chain(W1, 1, 1), chain(W1, 1, 1));

    switch (how) {
      case "clear" -> rig.ingest.pass(clear(W1));
      case "rank" -> rig.ingest.pass(new RankRemoved(W1));
      case "worker" -> rig.ingest.pass(new WorkerRemoved(1));
      default -> {
        rig.ingest.close(W1);
        rig.open(W1);
      }
    }
    rig.ingest.pass(chain(W1, 1, 1));
    long next = rig.status(W1).cursor().expected();
    rig.live(W1, next, removal(W1, 101));

    assertThat(rig.index.onDevice(W1)).isEmpty();
  }

  @Test
  void copiesOfAnotherRankOutliveAClear() {
    rig.open(W1).open(W1_1).live(W1, 0, chain(W1, 1, 1), chain(W1, 1, 1));
    rig.live(W1_1, 0, clear(W1_1));

    rig.live(W1, 1, removal(W1, 101));

    assertThat(rig.index.onDevice(W1)).containsExactly(101L);
  }

  @Test
  void batchThatTheIndexTookInPartIsNotCountedTwice() {
    var isGone = new AtomicBoolean(true);
    var index = new HeldSets();
    var ingest =
        new Ingest(
            step -> {
              if (step.equals(chain(W1_1, 1, 1)) && isGone.get()) {
                throw new IndexUnavailableException("planted");
              }
              index.accept(step);
            },
            _ -> false);
    ingest.open(new StreamTerms(W1, new StreamRecovery.None(), true));
    ingest.open(new StreamTerms(W1_1, new StreamRecovery.None(), true));
    StreamBatch batch = Happenings.batch(0, chain(W1, 1, 1), chain(W1_1, 1, 1));
    assertThatThrownBy(() -> ingest.receive(W1, 1, batch)).hasMessage("planted");

    isGone.set(false);
    ingest.receive(W1, 1, batch);
    ingest.receive(W1, 1, Happenings.batch(1, removal(W1, 101), removal(W1_1, 101)));

    assertThat(index.onDevice(W1)).isEmpty();
    assertThat(index.onDevice(W1_1)).isEmpty();
    assertThat(ingest.counts().byLabel()).containsOnly(entry("applied", 2L));
  }

  @Test
  @Tag("FS-01")
  void countsNeverFallBelowZero() {
    var copies = new CopyCounts();
    copies.stored(chain(W1, 2, 2));

    copies.removed(removal(W1, 101, 101, 101));
    copies.stored(chain(W1, 1, 1));

    assertThat(copies.of(DEVICE, 101)).isEqualTo(1);
    assertThat(copies.removed(removal(W1, 101)).heldBack()).isZero();
    assertThat(copies.of(DEVICE, 101)).isZero();
  }

  private void assertHeld(List<Long> device, List<Long> host) {
    assertThat(rig.index.onDevice(W1)).isEqualTo(device);
    assertThat(rig.index.of(W1, HOST_PINNED)).isEqualTo(host);
  }
}
