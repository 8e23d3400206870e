package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.remove;
import static kvproof.router.lane.LaneEvents.store;
import static kvproof.router.lane.LaneEvents.storeBelow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
  void eventsOfABatchAreAppliedInTheirOrder() {
    try (LanedRouter router = new LanedRouter(1)) {
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
