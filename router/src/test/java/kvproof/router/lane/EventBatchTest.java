package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.rank;
import static kvproof.router.lane.LaneEvents.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Test;

class EventBatchTest {
  private static LaneTask.Event event(KvCacheEvent event) {
    return new LaneTask.Event(event);
  }

  private static LaneTask.Event stored(int blocks) {
    return event(store(rank(1), LongStream.range(0, blocks).toArray()));
  }

  private static LaneTask.Event removed(int blocks) {
    BlockHashes hashes = BlockHashes.of(LongStream.range(0, blocks).toArray());
    return event(new Removed(rank(1), StorageTier.DEVICE, hashes));
  }

  @Test
  void eventsKeepTheirOrder() {
    EventBatch batch = new EventBatch(stored(1));

    batch.add(removed(2));
    batch.add(stored(3));

    assertThat(batch.events())
        .containsExactly(stored(1).event(), removed(2).event(), stored(3).event());
  }

  @Test
  void onlyEventsJoin() {
    EventBatch batch = new EventBatch(stored(1));

    assertThat(batch.hasRoomFor(removed(1))).isTrue();
    assertThat(batch.hasRoomFor(new LaneTask.Work(() -> {}))).isFalse();
  }

  @Test
  void sixtyFourEventsAreEnough() {
    EventBatch batch = new EventBatch(stored(1));
    for (int more = 1; more < 64; more++) {
      assertThat(batch.hasRoomFor(stored(1))).as("%d", more).isTrue();
      batch.add(stored(1));
    }

    assertThat(batch.hasRoomFor(stored(1))).isFalse();
  }

  @Test
  void fourThousandBlocksAreEnough() {
    EventBatch batch = new EventBatch(stored(4_000));

    assertThat(batch.hasRoomFor(removed(97))).isFalse();
    assertThat(batch.hasRoomFor(removed(96))).isTrue();
    batch.add(removed(96));
    assertThat(batch.hasRoomFor(removed(1))).isFalse();
    assertThat(batch.hasRoomFor(removed(0))).isTrue();
  }

  @Test
  void clearsComeAlone() {
    EventBatch batch = new EventBatch(stored(1));

    assertThat(batch.hasRoomFor(event(Cleared.of(rank(1))))).isFalse();
    assertThat(batch.hasRoomFor(event(new RankRemoved(rank(1))))).isFalse();
    assertThat(new EventBatch(event(Cleared.of(rank(1)))).hasRoomFor(stored(1))).isFalse();
  }

  /** However long it is: whoever comes first is applied. */
  @Test
  void longEventComesAlone() {
    EventBatch batch = new EventBatch(stored(5_000));

    assertThat(batch.events()).hasSize(1);
    assertThat(batch.hasRoomFor(stored(1))).isFalse();
  }
}
