package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.remove;
import static kvproof.router.lane.LaneEvents.store;
import static kvproof.router.lane.LaneEvents.storeBelow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.Outcome.Dropped;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that wait one behind the other. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LaneBatchesTest {
  private final List<List<KvCacheEvent>> applied = new ArrayList<>();
  private final Lane lane = Lane.start(LaneThreads.SYSTEM, "batches", applied::add, () -> {});

  @Test
  void eventsThatWaitAreAppliedTogetherUpToWhateverElseWaits() {
    Gate gate = Gate.hold(lane);
    List<KvCacheEvent> events =
        List.of(store(rank(1), 1), store(rank(2), 2), store(rank(3), 3), store(rank(4), 4));
    lane.tell(events.get(0));
    lane.tell(events.get(1));
    List<Integer> seenBetween = new ArrayList<>();
    lane.tell(() -> seenBetween.add(applied.size()));
    lane.tell(events.get(2));
    lane.tell(events.get(3));

    gate.open();
    lane.shutDown();
    lane.join();

    assertThat(applied).containsExactly(events.subList(0, 2), events.subList(2, 4));
    assertThat(seenBetween).containsExactly(1);
  }

  @Test
  void eventThatFailsIsTheDeathOfTheLane() {
    List<KvCacheEvent> seen = new ArrayList<>();
    AtomicBoolean hasEnded = new AtomicBoolean();
    Lane dying =
        Lane.start(
            LaneThreads.SYSTEM,
            "dying",
            events -> {
              seen.addAll(events);
              if (seen.size() > 1) {
                throw new Gate.PlantedError();
              }
            },
            () -> hasEnded.set(true));
    Gate gate = Gate.hold(dying);
    dying.tell(store(rank(1), 1));
    dying.tell(() -> {});
    dying.tell(store(rank(2), 2));
    dying.tell(() -> seen.clear());
    dying.tell(store(rank(3), 3));
    Question<Integer> asked = dying.ask(seen::size);

    gate.open();
    dying.join();

    assertThat(dying.failure()).containsInstanceOf(Gate.PlantedError.class);
    assertThat(asked.await()).isInstanceOf(Dropped.class);
    assertThat(seen).containsExactly(store(rank(1), 1), store(rank(2), 2));
    assertThat(hasEnded).isTrue();
    assertThat(dying.tell(store(rank(4), 4))).isFalse();
  }

  /** The lane that holds nothing of the worker has nothing to show, least of all a broken side. */
  @Test
  void removalOfAWorkerThatALaneDoesNotKnowShowsNothing() {
    try (LanedRouter router = new LanedRouter(2)) {
      router.apply(store(rank(1), 1, 2));
      router.apply(store(rank(2), 1, 2));
      Lane dying = router.lanes().lane(router.lanes().binding().laneOf(rank(1)));
      dying.tell(
          () ->
              router
                  .sides()
                  .write(
                      side -> {
                        side.apply(store(rank(2), 7, 8, 9));
                        throw new Gate.PlantedError();
                      }));
      dying.exit().join();
      List<HeldBlock> before = router.heldBlocks();

      router.enqueue(new WorkerRemoved(1));
      router.lanes().flush(rank(2));

      assertThat(router.heldBlocks()).isEqualTo(before).hasSize(4);
    }
  }

  /** Nothing is known of the only copy; of two, one is sound. */
  @Test
  void changeThatFailsHalfWayEndsEveryLaneWhereThereIsOneCopy() {
    try (LanedRouter router = new LanedRouter(2, LaneThreads.SYSTEM, LaneCopies.ONE)) {
      router.apply(store(rank(1), 1, 2));
      router.apply(store(rank(2), 1, 2));
      int ofRank2 = router.lanes().binding().laneOf(rank(2));
      Lane dying = router.lanes().lane(router.lanes().binding().laneOf(rank(1)));
      dying.tell(
          () ->
              router
                  .sides()
                  .write(
                      side -> {
                        side.apply(store(rank(2), 7, 8, 9));
                        throw new Gate.PlantedError();
                      }));
      dying.exit().join();

      assertThatThrownBy(() -> router.heldBlocks())
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(Gate.PlantedError.class);
      router.enqueue(store(rank(2), 3));
      router.lanes().lane(ofRank2).exit().join();
      assertThat(router.lanes().failure(ofRank2)).containsInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eventsOfABatchAreAppliedInTheirOrder(LaneCopies copies) {
    try (LanedRouter router = new LanedRouter(1, LaneThreads.SYSTEM, copies)) {
      router.trackResidentBlocks();
      Gate gate = Gate.hold(router.lanes(), 0);
      router.enqueue(store(rank(1), 1, 2, 3));
      router.enqueue(remove(rank(1), 102));
      router.enqueue(storeBelow(rank(1), 103, 4));
      router.enqueue(store(new WorkerWithDpRank(2, 1), 1));
      router.enqueue(store(rank(2), 1));
      gate.open();
      router.flush();

      assertThat(router.heldBlocks()).hasSize(5);
      assertThat(router.residentBlocks(rank(1))).isEqualTo(OptionalLong.of(3));
      router.enqueue(store(rank(2), 5));
      router.enqueue(new WorkerRemoved(2));
      router.flush();
      assertThat(router.residentBlocks(rank(2))).isEmpty();
      assertThat(router.residentBlocks(new WorkerWithDpRank(2, 1))).isEmpty();
      assertThat(router.heldBlocks()).hasSize(3);
    }
  }
}
