package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.Answer;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.Request;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.load.ActiveSequences;
import kvproof.router.policy.BatchView;
import kvproof.router.policy.Contributions;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.Picker;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.Scorer;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.WorkerSelectionPolicy;
import kvproof.router.policy.experimental.ResidentBlocks;
import kvproof.router.queue.OverlapObserver;
import kvproof.router.queue.OverlapRefresher;
import kvproof.router.queue.VirtualClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ResidentBlocksScenariosTest {

  /** Prefers the rank with the fewest resident blocks, and writes down what it read of each. */
  private static final class FewestResident implements Scorer {
    private final InputSet inputs;
    private final SortedMap<WorkerWithDpRank, OptionalLong> read = new TreeMap<>();

    FewestResident(InputSet inputs) {
      this.inputs = inputs;
    }

    @Override
    public InputSet inputs() {
      return inputs;
    }

    @Override
    public void score(SelectionContext context, BatchView rows, Contributions contributions) {
      for (int row = 0; row < rows.size(); row++) {
        OptionalLong blocks = ResidentBlocks.of(rows.row(row));
        read.put(rows.row(row).worker(), blocks);
        contributions.set(row, blocks.orElse(1_000));
      }
    }
  }

  private static final class Cheapest implements Picker {
    @Override
    public InputSet inputs() {
      return InputSet.NONE;
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      int best = 0;
      for (int row = 1; row < rows.size(); row++) {
        best = rows.cost(row) < rows.cost(best) ? row : best;
      }
      return best;
    }
  }

  private static final InputSet BOTH = InputSet.CACHE.plus(ResidentBlocks.INPUT);

  private static WorkerSelectionPolicy policy(Scorer scorer) {
    return WorkerSelectionPolicy.builder().scorer(scorer).picker(new Cheapest()).build();
  }

  @Test
  @Tag("C14")
  void aDeclaringPolicyReadsTheLiveCount() {
    var scorer = new FewestResident(BOTH);
    Scene scene = new Scene();
    scene.device(1, 1, 3).device(2, 1, 5).device(3, 1, 1);
    scene.policy = terms -> policy(scorer);
    scene.start(Scene.settings()).workers(1, 2, 3, 4);

    scene.query("backfilled", 2);
    assertThat(scorer.read.values())
        .containsExactly(
            OptionalLong.of(3), OptionalLong.of(5), OptionalLong.of(1), OptionalLong.empty());
    assertThat(scene.rankOf("backfilled")).isEqualTo(rank(3));
    scene.device(3, 2, 9);
    scene.router.take(Cleared.of(rank(2)));
    scene.router.take(new RankRemoved(rank(1)));
    scene.query("live", 2);

    assertThat(scorer.read.values())
        .containsExactly(
            OptionalLong.empty(), OptionalLong.of(0), OptionalLong.of(9), OptionalLong.empty());
    assertThat(scene.rankOf("live")).isEqualTo(rank(2));
    assertThat(scene.warnings).isEmpty();
  }

  @Test
  @Tag("C13")
  void aPolicyThatDoesNotDeclareItKeepsTheCountersOff() {
    Scene scene = Scene.open().workers(1).device(1, 1, 3);

    scene.query("q", 3);

    assertThat(scene.router.residentCounts().ranks()).isEmpty();
    assertThat(scene.partition.index().residentCounts()).isNull();
  }

  /** Counts what a partition opens. */
  private static final class CountingResources implements PartitionResources {
    final List<String> opened = new ArrayList<>();

    @Override
    public PartitionIndex openIndex(VirtualClock clock) {
      opened.add("index");
      return new EventIndex(new ReferenceRouter());
    }

    @Override
    public ActiveSequences openSlots(OptionalLong expiryNanos) {
      opened.add("slots");
      return new ActiveSequences(expiryNanos);
    }

    @Override
    public OverlapRefresher refresher(PartitionIndex index) {
      opened.add("refresher");
      return (hashes, candidates) -> Optional.empty();
    }

    @Override
    public Optional<OverlapObserver> observer() {
      opened.add("observer");
      return Optional.empty();
    }
  }

  @Test
  @Tag("C15")
  void residentBlocksWithoutCacheAreRefusedBeforeAnythingIsOpened() {
    var resources = new CountingResources();
    List<String> warnings = new ArrayList<>();
    var core = new SelectionCore(warnings::add);
    PartitionSettings settings = PartitionSettings.ofDefaults(Scene.settings());

    assertThatThrownBy(
            () ->
                core.open(
                    settings, terms -> policy(new FewestResident(ResidentBlocks.INPUT)), resources))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CACHE");

    assertThat(resources.opened).isEmpty();
    assertThat(warnings).isEmpty();
    assertThat(core.partition(settings.key())).isEmpty();
    core.open(settings, terms -> policy(new FewestResident(BOTH)), resources);
    assertThat(resources.opened).contains("index", "slots");
  }

  @Test
  @Tag("C16")
  void aRemoteIndexReadsNoneWithOneWarning() {
    var remote = new ReferenceRouter();
    var scorer = new FewestResident(BOTH);
    Scene scene = remoteScene(remote);
    scene.policy = terms -> policy(scorer);
    scene.start(Scene.settings());
    assertThat(scene.warnings).hasSize(1).first().asString().contains("default/default", "none");
    scene.workers(1, 2);

    scene.query("q", 3);
    scene.query("again", 3);

    assertThat(scorer.read.values()).containsExactly(OptionalLong.empty(), OptionalLong.empty());
    assertThat(scene.warnings).hasSize(1);
  }

  /** Stands for an index behind a wire: asked with requests, answering with answers. */
  private static Scene remoteScene(ReferenceRouter remote) {
    return new Scene() {
      @Override
      public PartitionIndex openIndex(VirtualClock clock) {
        return new RemoteIndex(remote, hostWarnings);
      }
    };
  }

  @Test
  void aRemoteIndexGivesScoresAndNoCandidates() {
    var remote = new ReferenceRouter();
    Scene scene = remoteScene(remote).start(Scene.settings());
    Scene elsewhere = Scene.open();
    elsewhere.device(1, 1, 2).host(2, 1, 4);
    elsewhere.router.dumpEvents().forEach(remote::take);
    scene.workers(1, 2);
    scene.partition.index().replace(WorkerSnapshot.unlisted());

    scene.bookOn(1, "a", 4);
    scene.bookOn(2, "b", 4);

    Answer direct = remote.answer(new Request("", Scene.blocks(1, 4), List.of(rank(1), rank(2))));
    assertThat(direct.choices().get(rank(1)).source()).as("there is a source").isPresent();
    assertThat(scene.chosen("a").orElseThrow().effectiveOverlapBlocks()).isEqualTo(2);
    assertThat(scene.chosen("a").orElseThrow().source()).isEmpty();
    assertThat(scene.hint("a")).isEmpty();
    assertThat(scene.chosen("b").orElseThrow().effectiveOverlapBlocks()).isEqualTo(3);
    assertThat(scene.chosen("b").orElseThrow().frontier()).isEqualTo(4);
    assertThat(scene.warnings).hasSize(1).first().asString().contains("remote");
  }

  @Test
  void aHostIsWarnedOnceHoweverManyOfItsIndexesNameNoSources() {
    List<String> warnings = new ArrayList<>();
    var host = new HostWarnings(warnings::add);
    for (int partition = 0; partition < 2; partition++) {
      Scene scene =
          new Scene() {
            @Override
            public PartitionIndex openIndex(VirtualClock clock) {
              return new RemoteIndex(router, host);
            }
          };
      scene.start(Scene.settings()).workers(1);
      scene.partition.index().replace(WorkerSnapshot.unlisted());
      scene.book("a", 2);
      scene.book("b", 2);
    }

    assertThat(warnings).hasSize(1).first().asString().contains("names no sources");
  }

  @Test
  void aPolicyWithoutCacheLooksNothingUpAndBooksTheWholePrompt() {
    var resources = new CountingResources();
    Scene scene = new Scene();
    scene.partition =
        Partition.open(
            PartitionSettings.ofDefaults(Scene.settings()),
            terms -> WorkerSelectionPolicy.builder().picker(new Cheapest()).build(),
            resources,
            scene.claims,
            scene.warnings::add);
    scene.workers(1);

    scene.book("a", 4);

    assertThat(resources.opened).doesNotContain("index");
    assertThat(scene.chosen("a").orElseThrow().effectiveOverlapBlocks()).isZero();
    assertThat(scene.load(1)).isEqualTo(new RankLoad(64, 4, 1));
  }

  @Test
  void afterABurstActiveBlocksAreZeroAndResidentOnesTheCache() {
    var scorer = new FewestResident(BOTH);
    Scene scene = new Scene();
    scene.policy = terms -> policy(scorer);
    scene.start(Scene.busyAtOnce()).workers(1, 2);
    for (int i = 0; i < 20; i++) {
      scene.submit(request("r" + i, i % 2 == 0 ? Admission.BOOK : Admission.LEASE, 1 + i % 7));
    }
    scene.device(1, 1, 7).device(2, 1, 4);
    for (int i = 0; i < 20; i++) {
      scene.partition.completePrefill("r" + i);
    }
    for (int i = 0; i < 20; i++) {
      assertThat(scene.isAnswered("r" + i)).as("r" + i).isTrue();
      scene.release("r" + i);
    }

    scene.query("after", 2);

    assertThat(scene.partition.state().ranks().values()).containsOnly(new RankLoad(0, 0, 0));
    assertThat(scorer.read.values()).containsExactly(OptionalLong.of(7), OptionalLong.of(4));
    assertThat(scene.counters("default").pendingRequests()).isZero();
  }
}
