package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import kvproof.router.membership.IncompleteReason.BlockSizeMismatch;
import kvproof.router.membership.IncompleteReason.EagleMismatch;
import kvproof.router.membership.IncompleteReason.NoBlockSize;
import kvproof.router.membership.IncompleteReason.NoEndpoint;
import kvproof.router.membership.IncompleteReason.NoEventEndpoint;
import kvproof.router.membership.IncompleteReason.NoMaxBatchedTokens;
import kvproof.router.membership.IncompleteReason.NoRanks;
import kvproof.router.membership.IncompleteReason.ReplayForManyRanks;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WorkerCatalogTest {
  private static final PartitionKey HOME = PartitionKey.defaults();
  private static final PartitionKey OTHER = new PartitionKey("default", "other");

  private final List<String> log = new ArrayList<>();
  private final RecordingListeners listeners = new RecordingListeners(log::add);
  private PartitionRules rules = new PartitionRules(16, false, false, true);
  private final WorkerCatalog catalog = new WorkerCatalog(key -> rules, listeners, this::noted);

  private void noted(PublishedPartition partition) {
    log.add(
        "publish "
            + partition.key().routingGroup()
            + partition.members().stream().map(SchedulableWorker::workerId).toList()
            + " "
            + catalog.workers().values().stream().map(WorkerStatus::state).toList());
  }

  private static WorkerDraft ready(long workerId) {
    return WorkerDraft.of(workerId)
        .endpoint("http://w" + workerId)
        .blockSize(16)
        .eventEndpoint("tcp://w" + workerId + ":5557");
  }

  private List<Long> schedulable(PartitionKey key) {
    return catalog.published(key).members().stream().map(SchedulableWorker::workerId).toList();
  }

  private List<IncompleteReason> reasonsOf(WorkerDraft draft) {
    return catalog.upsert(draft.registration()).reasons();
  }

  @Nested
  class Completeness {
    /** The part of a catalog: the worker is listed, and its partition is not ready. */
    @Test
    @Tag("I06")
    void incompleteWorkerIsListedAndNotScheduled() {
      WorkerStatus status = catalog.upsert(WorkerDraft.of(7).registration());

      assertThat(status.state()).isEqualTo(WorkerState.INCOMPLETE);
      assertThat(status.reasons())
          .containsExactly(
              new NoEndpoint(), new NoBlockSize(), new NoEventEndpoint(new TreeSet<>(List.of(0))));
      assertThat(catalog.workers()).containsOnlyKeys(7L).containsValue(status);
      assertThat(catalog.published(HOME).isReady()).isFalse();
      assertThat(log).isEmpty();
    }

    @Test
    @Tag("I07")
    void batchSizeIsNeededWhereRequestsMayWait() {
      assertThat(reasonsOf(ready(7))).isEmpty();

      rules = new PartitionRules(16, false, true, true);

      assertThat(reasonsOf(ready(7))).containsExactly(new NoMaxBatchedTokens());
      assertThat(reasonsOf(ready(7).maxBatchedTokens(8192))).isEmpty();
      assertThat(catalog.published(HOME).table().worker(7L))
          .isEqualTo(new SchedulableWorker(7, 0, 1, OptionalLong.of(8192), new TreeSet<>()));
    }

    @Test
    @Tag("I25")
    void replayEndpointServesOneRank() {
      WorkerDraft draft =
          ready(7)
              .rankCount(2)
              .eventEndpoints(new TreeMap<>(Map.of(0, "tcp://a", 1, "tcp://b")))
              .replayEndpoint("tcp://replay");

      assertThat(reasonsOf(draft)).containsExactly(new ReplayForManyRanks(2));
      assertThat(catalog.worker(7).orElseThrow().state()).isEqualTo(WorkerState.INCOMPLETE);
      assertThat(schedulable(HOME)).isEmpty();

      assertThat(reasonsOf(draft.replayEndpoint(""))).isEmpty();
      assertThat(reasonsOf(ready(8).replayEndpoint("tcp://replay"))).isEmpty();
    }

    @Test
    void singleEventEndpointServesOneRank() {
      assertThat(reasonsOf(ready(7).startRank(3).rankCount(2)))
          .containsExactly(new NoEventEndpoint(new TreeSet<>(List.of(3, 4))));
      assertThat(
              reasonsOf(
                  ready(7)
                      .startRank(3)
                      .rankCount(2)
                      .eventEndpoints(new TreeMap<>(Map.of(3, "tcp://a", 5, "tcp://c")))))
          .containsExactly(new NoEventEndpoint(new TreeSet<>(List.of(4))));
    }

    @Test
    void eventsDoNotMatterWhereNobodyListens() {
      rules = PartitionRules.plain(16);

      assertThat(
              reasonsOf(
                  WorkerDraft.of(7)
                      .endpoint("http://w7")
                      .blockSize(16)
                      .rankCount(2)
                      .replayEndpoint("tcp://replay")))
          .isEmpty();
      assertThat(listeners.open()).isEmpty();
    }

    @Test
    @Tag("FS-75")
    void workerMustFitItsPartition() {
      assertThat(reasonsOf(ready(7).blockSize(32).eagle(true)))
          .containsExactly(new BlockSizeMismatch(32, 16), new EagleMismatch(true, false));
      assertThat(reasonsOf(ready(7).blockSize(0))).containsExactly(new NoBlockSize());
      assertThat(reasonsOf(ready(7).rankCount(0))).containsExactly(new NoRanks());
      assertThat(reasonsOf(ready(7).endpoint(""))).containsExactly(new NoEndpoint());
    }

    @Test
    void reasonsSayWhatIsMissing() {
      assertThat(
              List.of(
                  new NoEndpoint().text(),
                  new BlockSizeMismatch(32, 16).text(),
                  new NoEventEndpoint(new TreeSet<>(List.of(-1, 4))).text(),
                  new ReplayForManyRanks(2).text()))
          .containsExactly(
              "no endpoint",
              "block_size 32, but its partition has 16",
              "no KV event endpoint for dp ranks 4, 4294967295",
              "a replay endpoint for 2 dp ranks; it serves a worker with one");
    }

    @Test
    void impossibleRanksAreTheCallersMistake() {
      catalog.upsert(ready(7).registration());

      assertThatThrownBy(() -> catalog.patch(7, draft -> draft.rankCount(4097)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("data_parallel_size must be 0 to 4096, not 4097");
      assertThatThrownBy(() -> ready(7).startRank(-1).registration())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("dp ranks end past 32 bits: start 4294967295, size 1");
      assertThatThrownBy(() -> ready(7).blockSize(-1).registration())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("block_size of worker 7 is negative: -1");
      assertThat(ready(7).startRank(-4097).rankCount(4096).registration().ranks().count())
          .isEqualTo(4096);
      assertThat(schedulable(HOME)).containsExactly(7L);
    }

    @Test
    void workerThatBecomesIncompleteIsNoLongerPublished() {
      catalog.upsert(ready(7).registration());
      log.clear();

      catalog.patch(7, draft -> draft.blockSize(32));

      assertThat(schedulable(HOME)).isEmpty();
      assertThat(log).containsExactly("publish default[] [INCOMPLETE]", "close 7/0");
    }
  }

  @Nested
  class Updates {
    @Test
    void upsertTwiceChangesNothing() {
      WorkerStatus first = catalog.upsert(ready(7).registration());
      PublishedPartition published = catalog.published(HOME);
      log.clear();

      assertThat(catalog.upsert(ready(7).registration())).isEqualTo(first);

      assertThat(catalog.published(HOME)).isSameAs(published);
      assertThat(log).isEmpty();
    }

    @Test
    void listenersStandBeforeTheWorkerIsVisible() {
      catalog.upsert(ready(7).registration());

      assertThat(log).containsExactly("open 7/0", "publish default[7] [SCHEDULABLE]");
    }

    @Test
    void patchChangesOnlyWhatItSets() {
      WorkerDraft everything =
          ready(7)
              .partition(OTHER)
              .startRank(2)
              .rankCount(1)
              .maxBatchedTokens(4096)
              .replayEndpoint("tcp://replay")
              .workerType("decode")
              .sourceControlEndpoints(new TreeMap<>(Map.of(2, "tcp://c")))
              .eventSource("state_agent_v2")
              .topologyDomains(new TreeMap<>(Map.of("zone", "a")))
              .transferDomain("zone")
              .transferEnforcement("required")
              .transferPreferredWeight(0.5)
              .taints(new TreeSet<>(List.of("gpu")));
      catalog.upsert(everything.registration());

      catalog.patch(7, draft -> draft.maxBatchedTokens(1));

      assertThat(catalog.worker(7).orElseThrow().registration())
          .isEqualTo(everything.maxBatchedTokens(1).registration());
      catalog.patch(7, draft -> {});
      assertThat(catalog.worker(7).orElseThrow().registration())
          .isEqualTo(everything.registration());
    }

    @Test
    void patchNeedsAWorker() {
      assertThatThrownBy(() -> catalog.patch(-1, draft -> draft.endpoint("x")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no worker 18446744073709551615 to patch; upsert it");
    }

    @Test
    void newStreamIsOpenedBeforeTheOldOneIsClosed() {
      catalog.upsert(ready(7).registration());
      log.clear();

      catalog.patch(7, draft -> draft.eventEndpoint("tcp://elsewhere"));

      assertThat(log).containsExactly("open 7/0", "close 7/0");
      assertThat(listeners.open()).containsExactly("7/0 tcp://elsewhere");
    }

    @Test
    void partlyOpenedListenersAreRolledBack() {
      TreeMap<Integer, String> endpoints = new TreeMap<>(Map.of(0, "tcp://a", 1, "tcp://b"));
      listeners.failFor(stream -> stream.rank().dpRank() == 1);

      assertThatThrownBy(
              () -> catalog.upsert(ready(7).rankCount(2).eventEndpoints(endpoints).registration()))
          .hasMessage("cannot listen to tcp://b");

      assertThat(log).containsExactly("open 7/0", "close 7/0");
      assertThat(catalog.workers()).isEmpty();
      assertThat(schedulable(HOME)).isEmpty();
    }

    @Test
    void failedUpdateLeavesTheWorkerAsItWas() {
      WorkerStatus before = catalog.upsert(ready(7).registration());
      listeners.failFor(stream -> true);
      log.clear();

      assertThatThrownBy(() -> catalog.patch(7, draft -> draft.eventEndpoint("tcp://bad")))
          .hasMessage("cannot listen to tcp://bad");

      assertThat(catalog.worker(7)).hasValue(before);
      assertThat(listeners.open()).containsExactly("7/0 tcp://w7:5557");
      assertThat(log).isEmpty();
    }

    @Test
    void lostListenerIsOpenedAgainByTheNextUpsert() {
      catalog.upsert(ready(7).registration());
      listeners.loseAll();
      log.clear();

      catalog.upsert(ready(7).registration());

      assertThat(log).containsExactly("open 7/0");
      assertThat(listeners.open()).hasSize(1);
    }

    @Test
    void publishedValuesAreCountedAndKeep() {
      catalog.upsert(ready(7).registration());
      PublishedPartition first = catalog.published(HOME);

      catalog.upsert(ready(8).registration());

      assertThat(first.version()).isEqualTo(1);
      assertThat(first.members()).hasSize(1);
      assertThat(catalog.published(HOME).version()).isEqualTo(2);
      assertThat(catalog.published(OTHER).version()).isZero();
      assertThat(catalog.published(OTHER).workers().isListed()).isTrue();
    }

    @Test
    void newCapabilityIsPublishedThoughTheMembersStay() {
      catalog.upsert(ready(7).registration());
      PublishedPartition before = catalog.published(HOME);

      catalog.patch(7, draft -> draft.workerType("decode"));

      assertThat(catalog.published(HOME).version()).isEqualTo(2);
      assertThat(catalog.published(HOME).members()).isEqualTo(before.members());
      assertThat(catalog.published(HOME).workers().offersHints()).isTrue();
      assertThat(before.workers().offersHints()).isFalse();
    }

    @Test
    void callbackCannotChangeTheCatalog() {
      List<Throwable> thrown = new ArrayList<>();
      WorkerCatalog[] meddled = new WorkerCatalog[1];
      meddled[0] =
          new WorkerCatalog(
              key -> PartitionRules.plain(16),
              listeners,
              partition -> {
                try {
                  meddled[0].delete(7);
                } catch (IllegalStateException refused) {
                  thrown.add(refused);
                }
              });

      meddled[0].upsert(ready(7).registration());

      assertThat(thrown)
          .singleElement()
          .extracting(Throwable::getMessage)
          .isEqualTo("the catalog is being changed; update it after the callback");
      assertThat(meddled[0].published(HOME).isReady()).isTrue();
    }
  }

  @Nested
  class Leaving {
    @Test
    void deletionDrainsPublishesAndOnlyThenDetaches() {
      catalog.upsert(ready(7).registration());
      catalog.upsert(ready(8).registration());
      log.clear();

      assertThat(catalog.delete(7)).isTrue();

      assertThat(log).containsExactly("publish default[8] [DRAINING, SCHEDULABLE]", "close 7/0");
      assertThat(catalog.workers()).containsOnlyKeys(8L);
      assertThat(catalog.delete(7)).isFalse();
    }

    @Test
    void incompleteWorkerLeavesUnnoticed() {
      catalog.upsert(WorkerDraft.of(7).registration());

      assertThat(catalog.delete(7)).isTrue();

      assertThat(catalog.workers()).isEmpty();
      assertThat(log).isEmpty();
    }

    @Test
    void deletionWorksAfterTheShutdown() {
      catalog.upsert(ready(7).registration());
      catalog.shutDown();

      assertThatThrownBy(() -> catalog.upsert(ready(8).registration()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the catalog is shut down; only deletions are possible");
      assertThatThrownBy(() -> catalog.patch(7, draft -> {}))
          .isInstanceOf(IllegalStateException.class);
      assertThat(catalog.delete(7)).isTrue();
      assertThat(listeners.open()).isEmpty();
      assertThat(schedulable(HOME)).isEmpty();
    }

    @Test
    @Tag("I24")
    void workerMovesOnlyAfterItLeft() {
      catalog.upsert(ready(7).registration());
      log.clear();

      catalog.patch(7, draft -> draft.partition(OTHER));

      assertThat(schedulable(HOME)).isEmpty();
      assertThat(schedulable(OTHER)).containsExactly(7L);
      assertThat(log)
          .containsExactly(
              "publish default[] [DRAINING]",
              "close 7/0",
              "open 7/0",
              "publish other[7] [SCHEDULABLE]");
    }

    @Test
    void workerThatCannotArriveIsNowhere() {
      catalog.upsert(ready(7).registration());
      listeners.failFor(stream -> true);

      assertThatThrownBy(() -> catalog.patch(7, draft -> draft.partition(OTHER)))
          .hasMessage("cannot listen to tcp://w7:5557");

      assertThat(catalog.worker(7).orElseThrow().state()).isEqualTo(WorkerState.UNSCHEDULABLE);
      assertThat(schedulable(HOME)).isEmpty();
      assertThat(schedulable(OTHER)).isEmpty();
      assertThat(listeners.open()).isEmpty();

      listeners.failFor(stream -> false);
      catalog.patch(7, draft -> draft.partition(OTHER));
      assertThat(schedulable(OTHER)).containsExactly(7L);
    }
  }

  @Test
  void partitionIsHintCapableWhileAWorkerOfItHasAType() {
    List<Boolean> capable = new ArrayList<>();

    catalog.upsert(ready(1).registration());
    catalog.upsert(ready(9).partition(OTHER).workerType("decode").registration());
    capable.add(catalog.published(HOME).workers().offersHints());
    catalog.upsert(ready(7).workerType("decode").registration());
    catalog.upsert(ready(8).workerType("prefill").registration());
    capable.add(catalog.published(HOME).workers().offersHints());
    catalog.delete(7);
    capable.add(catalog.published(HOME).workers().offersHints());
    catalog.delete(8);
    capable.add(catalog.published(HOME).workers().offersHints());
    catalog.upsert(ready(7).workerType("decode").registration());
    capable.add(catalog.published(HOME).workers().offersHints());

    assertThat(capable).containsExactly(false, true, true, false, true);
    assertThat(catalog.published(OTHER).workers().offersHints()).isTrue();
  }

  @Test
  void incompleteWorkerMakesNothingCapable() {
    catalog.upsert(ready(7).workerType("decode").blockSize(32).registration());

    assertThat(catalog.published(HOME).workers().offersHints()).isFalse();
  }
}
