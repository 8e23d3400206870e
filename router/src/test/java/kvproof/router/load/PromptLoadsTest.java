package kvproof.router.load;

import static kvproof.router.load.Seconds.lasting;
import static kvproof.router.load.Seconds.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.load.PrefillSnapshot.Anchor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PromptLoadsTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);

  private final ActiveSequences sequences = new ActiveSequences(OptionalLong.empty());

  private void add(String id, WorkerWithDpRank rank, long tokens, OptionalLong nanos, long at) {
    var booking = new Booking(id, 0, rank, BlockHashes.of(1, 2), tokens, nanos, true);
    sequences.add(booking, UnknownRank.REFUSE, at);
  }

  @Tag("H37")
  @Test
  void snapshotIsReadAtALaterTime() {
    Anchor anchor = new Anchor(10, lasting(10), s(100));
    PrefillSnapshot prefill = new PrefillSnapshot(12, true, Optional.of(anchor));
    var ranks = new TreeMap<WorkerWithDpRank, PromptLoad>();
    ranks.put(RANK, new PromptLoad(prefill, 5, 2));

    assertThat(new PromptLoads(ranks).at(s(103)))
        .containsExactly(Map.entry(RANK, new RankLoad(9, 5, 2)));
  }

  @Test
  void snapshotOfABookedRankAgreesWithTheRankUntilItChanges() {
    sequences.register(SchedulableWorker.of(1), 0);
    add("a", RANK, 10, lasting(10), s(100));
    add("b", RANK, 2, lasting(2), s(101));

    PromptLoads snapshot = sequences.snapshot();
    assertThat(snapshot.at(s(103)).get(RANK)).isEqualTo(new RankLoad(9, 2, 2));
    assertThat(sequences.activePrefillTokens(0, s(103))).isEqualTo(9);

    sequences.free("a", s(103));
    assertThat(snapshot.at(s(103)).get(RANK)).isEqualTo(new RankLoad(9, 2, 2));
  }

  @Test
  void snapshotThatCannotBeIsRefused() {
    Optional<Anchor> anchor = Optional.of(new Anchor(10, lasting(10), 0));

    assertThatThrownBy(() -> new PrefillSnapshot(9, true, anchor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 prefill tokens");
    assertThatThrownBy(() -> new PrefillSnapshot(9, true, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(PrefillSnapshot.NONE.activeTokens(s(5))).isZero();
  }

  @Tag("H38")
  @Test
  void projectionFilledAgainForgetsRanksThatLeft() {
    LoadProjection projection = new LoadProjection();
    sequences.reconcile(List.of(SchedulableWorker.of(1), SchedulableWorker.of(2)), 0);
    add("r", RANK, 10, OptionalLong.empty(), 0);
    sequences.project(BlockHashes.of(1, 2, 3), 0, projection);
    assertThat(projection.activeBlocks(sequences.slotOf(RANK))).isEqualTo(2);
    assertThat(projection.additionalBlocks(sequences.slotOf(RANK))).isEqualTo(1);
    long version = projection.topologyVersion();

    sequences.reconcile(List.of(SchedulableWorker.of(3), SchedulableWorker.of(2)), 0);
    sequences.project(BlockHashes.of(1, 2, 3), 0, projection);

    assertThat(sequences.ranks())
        .containsExactly(new WorkerWithDpRank(2, 0), new WorkerWithDpRank(3, 0));
    assertThat(projection.topologyVersion()).isNotEqualTo(version);
    int slot = sequences.slotOf(new WorkerWithDpRank(3, 0));
    assertThat(projection.activeBlocks(slot)).isZero();
    assertThat(projection.activePrefillTokens(slot)).isZero();
    assertThat(projection.activeRequests(slot)).isZero();
    assertThat(projection.additionalBlocks(slot)).isEqualTo(3);
  }

  @Test
  void slotGivenUpReadsAsNoLoad() {
    LoadProjection projection = new LoadProjection();
    sequences.reconcile(List.of(SchedulableWorker.of(1), SchedulableWorker.of(2)), 0);
    add("r", RANK, 10, OptionalLong.empty(), 0);

    sequences.reconcile(List.of(SchedulableWorker.of(2)), 0);
    sequences.project(BlockHashes.of(1, 2, 3), 0, projection);

    assertThat(projection.slotCount()).isEqualTo(2);
    assertThat(sequences.slotOf(RANK)).isEqualTo(-1);
    assertThat(projection.activeBlocks(0)).isZero();
    assertThat(projection.additionalBlocks(0)).isEqualTo(3);
    assertThatThrownBy(() -> projection.activeBlocks(2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
