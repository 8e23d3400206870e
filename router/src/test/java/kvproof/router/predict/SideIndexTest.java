package kvproof.router.predict;

import static kvproof.router.predict.Predictions.W1;
import static kvproof.router.predict.Predictions.W2;
import static kvproof.router.predict.Predictions.at;
import static kvproof.router.predict.Predictions.local;
import static kvproof.router.predict.Predictions.routed;
import static kvproof.router.predict.Predictions.stored;
import static kvproof.router.predict.Predictions.ttl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvRouter;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SideIndexTest {
  private static final long SIDE_TTL = 500;
  private static final WorkerWithDpRank W9 = new WorkerWithDpRank(9, 0);

  private final ReferenceRouter primary = new ReferenceRouter();
  private final PredictingIndex index =
      new PredictingIndex(PredictionConfig.withSideIndex(SIDE_TTL), primary);

  private static Request prompt(long... hashes) {
    return new Request("r", local(hashes), List.of(W1, W2));
  }

  private int score(WorkerWithDpRank rank, long... hashes) {
    DeviceMatch match = index.answer(prompt(hashes)).device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  private static Stored onHost(WorkerWithDpRank rank, OptionalLong parent, long... hashes) {
    return new Stored(rank, StorageTier.HOST_PINNED, parent, local(hashes), BlockHashes.of(hashes));
  }

  @Test
  void a20SideIndexSwitchesSourcesOff() {
    primary.apply(stored(W1, 1, 2));
    assertThat(primary.answer(prompt(1, 2)).choices().get(W2).source()).hasValue(W1);

    Answer answer = index.answer(prompt(1, 2));

    assertThat(answer.candidates()).isEmpty();
    assertThat(answer.intervals()).isEmpty();
    assertThat(answer.choices()).isEmpty();
    assertThat(answer.device()).containsOnlyKeys(W1);
  }

  @Test
  void a20ApproximatePrimarySwitchesSourcesOff() {
    PredictingIndex approximate =
        new PredictingIndex(PredictionConfig.predicting(CachePolicy.TTL, 1_000), primary);
    approximate.take(routed(W1, 1, 2));

    Answer answer = approximate.answer(prompt(1, 2));

    assertThat(answer.device().get(W1)).isEqualTo(new DeviceMatch(2, 2));
    assertThat(answer.candidates()).isEmpty();
    assertThat(answer.intervals()).isEmpty();
    assertThat(answer.choices()).isEmpty();
  }

  @Test
  void eventDrivenPrimaryWithoutASideAnswersAsItIs() {
    PredictingIndex plain = new PredictingIndex(PredictionConfig.ofEngineEvents(), primary);
    plain.take(stored(W1, 1, 2));

    assertThat(plain.answer(prompt(1, 2))).isEqualTo(primary.answer(prompt(1, 2)));
    assertThat(plain.answer(prompt(1, 2)).choices()).isNotEmpty();
  }

  @Test
  void a21RankThatOnlyTheSideKnowsIsScoredAndStartsNoLowerTier() {
    index.take(routed(W9, 1, 2));
    index.take(onHost(W9, OptionalLong.of(2), 3));
    index.take(onHost(W1, OptionalLong.empty(), 1));

    Answer answer = index.answer(prompt(1, 2, 3));

    assertThat(answer.device()).containsOnlyKeys(W9);
    assertThat(answer.device().get(W9)).isEqualTo(new DeviceMatch(2, 2));
    assertThat(answer.lower().get(StorageTier.HOST_PINNED).hits())
        .containsOnlyKeys(W1)
        .containsEntry(W1, 1);
  }

  @Test
  @Tag("FS-07")
  void a22LargerOfBothScoresCountsNeverTheSum() {
    index.take(stored(W1, 1, 2, 3, 4, 5));
    index.take(routed(W1, 1, 2, 3));
    index.take(stored(W2, 1, 2, 3));
    index.take(routed(W2, 1, 2, 3, 4, 5));

    assertThat(score(W1, 1, 2, 3, 4, 5)).isEqualTo(5);
    assertThat(score(W2, 1, 2, 3, 4, 5)).isEqualTo(5);
  }

  @Test
  void fs07BothRequestsGoToTheSameWorkerAndPredictionsYieldToEvents() {
    index.take(routed(W1, 1, 2, 3, 4, 5, 6));
    index.take(at(1));

    // The second request, 1 ms later: nobody else has a score.
    assertThat(index.answer(prompt(1, 2, 3, 4, 5, 6)).device()).containsOnlyKeys(W1);
    index.take(routed(W1, 1, 2, 3, 4, 5, 6));

    index.take(at(50));
    index.take(stored(W1, 1, 2, 3, 4));
    assertThat(score(W1, 1, 2, 3, 4, 5, 6)).isEqualTo(6);

    index.take(at(599));
    assertThat(score(W1, 1, 2, 3, 4, 5, 6)).isEqualTo(6);
    index.take(at(600));
    assertThat(score(W1, 1, 2, 3, 4, 5, 6)).isEqualTo(4);
  }

  @Test
  void a24AnswerOfARemotePrimaryIsUsedAndLocalSideScoresAreMerged() {
    TreeMap<WorkerWithDpRank, DeviceMatch> device = new TreeMap<>();
    device.put(W1, new DeviceMatch(3, 103));
    device.put(W2, new DeviceMatch(1, 101));
    TreeMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    hits.put(W1, 2);
    TreeMap<StorageTier, TierAnswer> lower = new TreeMap<>();
    lower.put(StorageTier.DISK, new TierAnswer(hits, new TreeMap<>()));
    PredictingIndex overNetwork =
        new PredictingIndex(
            PredictionConfig.withSideIndex(SIDE_TTL),
            new Remote(new Answer(device, lower, Optional.empty(), List.of(), new TreeMap<>())));

    overNetwork.take(routed(W1, 1, 2));
    overNetwork.take(routed(W2, 1, 2));

    Answer answer = overNetwork.answer(prompt(1, 2, 3));
    assertThat(answer.device().get(W1)).isEqualTo(new DeviceMatch(3, 103));
    assertThat(answer.device().get(W2)).isEqualTo(new DeviceMatch(2, 2));
    assertThat(answer.lower()).isEqualTo(lower);
  }

  @Test
  void failingSideQueryIsCountedAndIgnored() {
    primary.apply(stored(W1, 1, 2));
    Answer answer = primary.answer(prompt(1, 2));
    SideMerge merge =
        new SideMerge(
            prompt -> {
              throw new IllegalStateException("side is down");
            });

    Answer merged = merge.merge(answer, local(1, 2));

    assertThat(merged.device()).isEqualTo(answer.device());
    assertThat(merged.choices()).as("sources stay off").isEmpty();
    assertThat(merge.failures()).isEqualTo(1);
  }

  @Test
  void q14SideIndexChangesNoResidentCount() {
    index.take(stored(W1, 1));

    index.take(routed(W1, 1, 2, 3));
    index.take(routed(W9, 1));
    index.take(onHost(W1, OptionalLong.of(1), 2));

    assertThat(primary.residentBlocks(W1)).hasValue(1);
    assertThat(primary.residentBlocks(W9)).isEmpty();
    assertThat(primary.heldBlocks()).as("nor is it dumped").hasSize(2);
    assertThat(index.side().orElseThrow().size()).isEqualTo(4);
  }

  @Test
  void removedRanksAndWorkersLeaveTheSideToo() {
    WorkerWithDpRank sibling = new WorkerWithDpRank(1, 1);
    index.take(routed(W1, 1));
    index.take(routed(sibling, 1));
    index.take(routed(W2, 1));

    index.take(new RankRemoved(W1));
    assertThat(score(W1, 1)).isZero();
    assertThat(score(sibling, 1)).isEqualTo(1);

    index.take(new WorkerRemoved(1));
    assertThat(score(sibling, 1)).isZero();
    assertThat(score(W2, 1)).isEqualTo(1);
  }

  @Test
  void resetRankLeavesTheSide() {
    SideIndex side = new SideIndex(SIDE_TTL);
    side.take(routed(W1, 1));

    side.take(new RankReset(W1));

    assertThat(side.scores(local(1))).isEmpty();
  }

  @Test
  void eventsOfEnginesAreNotTheSidesBusiness() {
    SideIndex side = new SideIndex(SIDE_TTL);
    side.take(routed(W1, 1));

    side.take(stored(W2, 1));
    side.take(Cleared.of(W1));

    assertThat(side.scores(local(1))).containsOnlyKeys(W1);
  }

  @Test
  void modeIsTheConfigurationsToChoose() {
    assertThatThrownBy(() -> index.take(ttl(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("configured already");
  }

  /** A primary on another machine: it answers the same whatever it is told here. */
  private record Remote(Answer answer) implements KvRouter {
    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      return ApplyStatus.OK;
    }

    @Override
    public void replace(ResidencySnapshot snapshot) {}

    @Override
    public void replace(WorkerSnapshot snapshot) {}

    @Override
    public Answer answer(Request request) {
      return answer;
    }

    @Override
    public OptionalLong residentBlocks(WorkerWithDpRank rank) {
      return OptionalLong.empty();
    }

    @Override
    public List<HeldBlock> heldBlocks() {
      return List.of();
    }
  }
}
