package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

/** Operations beyond serving and receiving, on a device of 4, a host of 2 and a disk of 2. */
class EngineLifeTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
  private static final long[] PROMPT = {1, 2, 3, 4};
  private static final long[] BRANCH = {1, 2, 13};

  private final List<KvCacheEvent> events = new ArrayList<>();
  private final SimulatedEngine engine = new SimulatedEngine(RANK, 4, 2, 2, events::add);
  private final EngineSessions sessions = new EngineSessions(engine);

  private static Removed removed(StorageTier tier, long... ids) {
    return new Removed(RANK, tier, TraceHashes.externals(ids, 0, ids.length));
  }

  private static BlockHashes hash(long id) {
    return BlockHashes.of(TraceHashes.external(id));
  }

  @Test
  void fs27EventsMakeUpTheInventoryAfterEveryOperation() {
    for (long seed = 0; seed < 300; seed++) {
      EngineLife.Seen seen = EngineLife.run(seed, 40);

      assertThat(seen.differences()).as("seed " + seed).isEmpty();
      assertThat(HistoryJudge.isWithin(Profile.ENGINE, List.copyOf(seen.events())))
          .as("an engine publishes an engine history, seed " + seed)
          .isTrue();
    }
  }

  @Test
  void lifeOfASeedIsTheSameEveryTime() {
    assertThat(EngineLife.run(7, 60)).isEqualTo(EngineLife.run(7, 60));
  }

  @Test
  void blocksAreDemotedTierByTier() {
    engine.serve(PROMPT);
    engine.serve(new long[] {21, 22, 23, 24});

    assertThat(engine.device().ids()).containsExactlyInAnyOrder(21L, 22L, 23L, 24L);
    assertThat(engine.host().ids()).containsExactlyInAnyOrder(2L, 1L);
    assertThat(engine.disk().ids()).containsExactlyInAnyOrder(4L, 3L);
    assertThat(events)
        .filteredOn(Stored.class::isInstance)
        .extracting(event -> ((Stored) event).tier())
        .containsOnly(StorageTier.DEVICE, StorageTier.HOST_PINNED, StorageTier.DISK);
  }

  @Test
  void loadedBlocksMoveFromTheDisk() {
    engine.serve(PROMPT);
    engine.serve(new long[] {21, 22, 23, 24});
    events.clear();

    engine.loadBack(PROMPT);

    assertThat(events.getFirst()).isEqualTo(removed(StorageTier.DISK, 3, 4));
    assertThat(engine.host().ids()).containsExactlyInAnyOrder(3L, 4L);
    assertThat(engine.disk().ids()).containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void preemptedPromptLeavesTheDeviceUpToWhatAnotherGoesOnFrom() {
    engine.serve(PROMPT);
    engine.preempt(new long[] {1, 2, 3, 4}, 3);
    engine.serve(BRANCH);
    events.clear();

    engine.preempt(PROMPT, 0);

    assertThat(engine.device().ids()).containsExactlyInAnyOrder(1L, 2L, 13L);
    assertThat(events.getLast()).isEqualTo(removed(StorageTier.DEVICE, 3));
  }

  @Test
  void closedSessionTakesWhatNoOtherUsed() {
    sessions.serve("a", PROMPT);
    sessions.serve("b", BRANCH);
    assertThat(engine.device().ids()).containsExactlyInAnyOrder(1L, 2L, 3L, 13L);
    assertThat(engine.host().ids()).containsExactly(4L);
    events.clear();

    sessions.close("a");

    assertThat(events)
        .containsExactly(removed(StorageTier.DEVICE, 3), removed(StorageTier.HOST_PINNED, 4));
    sessions.close("a");
    sessions.close("b");
    assertThat(engine.device().ids()).isEmpty();
    assertThat(events).hasSize(3);
  }

  @Test
  void resetIsOneClear() {
    engine.serve(PROMPT);
    engine.serve(BRANCH);
    events.clear();

    engine.reset();

    assertThat(events).containsExactly(Cleared.of(RANK));
    assertThat(engine.holds(1)).isFalse();
    engine.serve(new long[] {1});
    assertThat(((Stored) events.getLast()).externalHashes()).isEqualTo(hash(1));
  }
}
